/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rest;

import io.idaeus.api.Overlap;
import io.idaeus.api.SstableInfo;
import io.idaeus.sidecar.ring.TokenRanges;
import io.idaeus.sidecar.snapshot.SstableViews;
import io.idaeus.sidecar.sstable.ReadableSstable;
import io.idaeus.sidecar.sstable.SstableEntry;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * The SSTables of a table that a request asks for, by first token; the unreadable ones at the end, whatever is asked
 * for, since they may hold any token.
 */
final class TableListing {
    private final List<SstableEntry> asked;
    private final TokenRanges ranges;

    /** @param overlaps which ways to lie in the ranges are asked for */
    TableListing(List<SstableEntry> all, TokenRanges ranges, Set<Overlap> overlaps) {
        this.ranges = ranges;
        this.asked = all.stream()
                .filter(entry -> !(entry instanceof ReadableSstable readable)
                        || overlaps.contains(SstableViews.overlap(readable, ranges)))
                .sorted(Comparator.comparing(TableListing::key))
                .toList();
    }

    int total() {
        return asked.size();
    }

    long totalBytes() {
        return asked.stream().mapToLong(SstableEntry::size).sum();
    }

    Paging.Page<SstableInfo> page(Paging paging) {
        Paging.Page<SstableEntry> page = paging.page(asked, TableListing::key);
        return new Paging.Page<>(
                page.items().stream()
                        .map(entry -> SstableViews.info(entry, ranges))
                        .toList(),
                page.next());
    }

    /** Sorts as the tokens do: shifted to be unsigned, and in hex. Names are unique in a node, but not over data directories. */
    private static String key(SstableEntry entry) {
        String name = entry.descriptor() + "|" + entry.directory();
        return entry instanceof ReadableSstable readable
                ? String.format("r%016x|", readable.metadata().bounds().first() ^ Long.MIN_VALUE) + name
                : "u|" + name;
    }
}
