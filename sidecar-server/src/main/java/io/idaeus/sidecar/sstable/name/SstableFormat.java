/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable.name;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The on-disk formats of SSTables. */
public enum SstableFormat {
    /** Index.db and Summary.db. */
    BIG,
    /** Tries: Partitions.db and Rows.db. */
    BTI;

    private static final Set<String> COMMON =
            Set.of("Data.db", "Statistics.db", "CompressionInfo.db", "CRC.db", "Digest.crc32", "Filter.db", "TOC.txt");

    public List<String> required() {
        return switch (this) {
            case BIG -> List.of("Data.db", "Index.db", "Statistics.db");
            case BTI -> List.of("Data.db", "Partitions.db", "Rows.db", "Statistics.db");
        };
    }

    // Whether the component belongs to the SSTable itself, not to an index that can be rebuilt.
    public boolean isCore(String component) {
        return COMMON.contains(component)
                || required().contains(component)
                || (this == BIG && component.equals("Summary.db"));
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
