/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.client;

import io.idaeus.api.sstable.Overlap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which SSTables to list.
 *
 * @param ranges {@code left:right} each; the whole ring where empty
 * @param snapshot tag of a snapshot; the live SSTables where null
 * @param overlap kinds of overlap to list; all where empty
 * @param limit page size; the sidecar's default where null
 * @param after {@code next} of the previous page
 */
public record SstableQuery(
        String keyspace,
        String table,
        List<String> ranges,
        @Nullable String snapshot,
        List<Overlap> overlap,
        @Nullable Integer limit,
        @Nullable String after) {

    public SstableQuery {
        ranges = List.copyOf(ranges);
        overlap = List.copyOf(overlap);
    }

    public static SstableQuery of(String keyspace, String table) {
        return new SstableQuery(keyspace, table, List.of(), null, List.of(), null, null);
    }

    public SstableQuery within(List<String> others) {
        return new SstableQuery(keyspace, table, others, snapshot, overlap, limit, after);
    }

    public SstableQuery in(String tag) {
        return new SstableQuery(keyspace, table, ranges, tag, overlap, limit, after);
    }

    public SstableQuery by(int pageSize) {
        return new SstableQuery(keyspace, table, ranges, snapshot, overlap, pageSize, after);
    }

    public SstableQuery after(@Nullable String next) {
        return new SstableQuery(keyspace, table, ranges, snapshot, overlap, limit, next);
    }
}
