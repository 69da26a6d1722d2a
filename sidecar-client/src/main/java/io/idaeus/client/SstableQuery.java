/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.client;

import io.idaeus.api.Overlap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which SSTables to list.
 *
 * @param ranges {@code left:right} each; the whole ring where empty
 * @param snapshot a snapshot's tag; live where null
 * @param overlap all where empty
 * @param limit of a page; the sidecar's default where null
 * @param after the previous page's {@code next}
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

    /** Every live SSTable of a table. */
    public static SstableQuery of(String keyspace, String table) {
        return new SstableQuery(keyspace, table, List.of(), null, List.of(), null, null);
    }

    /** The same, within these ranges. */
    public SstableQuery within(List<String> others) {
        return new SstableQuery(keyspace, table, others, snapshot, overlap, limit, after);
    }

    /** The same, in a snapshot. */
    public SstableQuery in(String tag) {
        return new SstableQuery(keyspace, table, ranges, tag, overlap, limit, after);
    }

    /** The same, in pages of this many. */
    public SstableQuery by(int pageSize) {
        return new SstableQuery(keyspace, table, ranges, snapshot, overlap, pageSize, after);
    }

    /** The same, from there on. */
    public SstableQuery after(@Nullable String next) {
        return new SstableQuery(keyspace, table, ranges, snapshot, overlap, limit, next);
    }
}
