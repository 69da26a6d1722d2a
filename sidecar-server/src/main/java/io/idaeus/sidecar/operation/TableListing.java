/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.operation;

import io.idaeus.api.sstable.Overlap;
import io.idaeus.api.sstable.SstableInfo;
import io.idaeus.sidecar.description.SstableViews;
import io.idaeus.sidecar.ring.TokenRanges;
import io.idaeus.sidecar.sstable.ReadableSstable;
import io.idaeus.sidecar.sstable.SstableEntry;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/** The SSTables that a request selects, by first token. Unreadable ones may hold any token: they are always last. */
final class TableListing {
    private final List<SstableEntry> selected;
    private final TokenRanges ranges;

    /** @param overlaps selects SSTables by how they overlap the ranges */
    TableListing(List<SstableEntry> all, TokenRanges ranges, Set<Overlap> overlaps) {
        this.ranges = ranges;
        this.selected = all.stream()
                .filter(entry -> !(entry instanceof ReadableSstable readable)
                        || overlaps.contains(SstableViews.overlap(readable, ranges)))
                .sorted(Comparator.comparing(TableListing::key))
                .toList();
    }

    int total() {
        return selected.size();
    }

    long totalBytes() {
        return selected.stream().mapToLong(SstableEntry::size).sum();
    }

    Paging.Page<SstableInfo> page(Paging paging) {
        Paging.Page<SstableEntry> page = paging.page(selected, TableListing::key);
        return new Paging.Page<>(
                page.items().stream()
                        .map(entry -> SstableViews.info(entry, ranges))
                        .toList(),
                page.next());
    }

    /** Sorts like the tokens: as unsigned hex. Descriptors are unique only within a data directory. */
    private static String key(SstableEntry entry) {
        String name = entry.descriptor() + "|" + entry.directory();
        return entry instanceof ReadableSstable readable
                ? String.format("r%016x|", readable.metadata().bounds().first() ^ Long.MIN_VALUE) + name
                : "u|" + name;
    }
}
