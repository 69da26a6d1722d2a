/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable.index;

import org.jspecify.annotations.Nullable;

/**
 * Partitions that follow each other in an SSTable. The ends are exclusive.
 *
 * @param indexFrom bytes in Index.db; for BTI in Rows.db, where the entries of none of them may be
 * @param dataFrom bytes in Data.db, uncompressed
 * @param next the key of the partition after them; null at the end of the SSTable
 * @param previous the partition before them, to be proven by whoever reads the first chunk of the run; null where there
 *     is none, or it is proven
 */
public record Run(
        long indexFrom,
        long indexTo,
        long dataFrom,
        long dataTo,
        @Nullable PartitionKey next,
        @Nullable Previous previous) {
    /**
     * A partition.
     *
     * @param position in Data.db, uncompressed
     */
    public record Previous(PartitionKey key, long position) {}

    public Run {
        if (indexFrom < 0 || indexTo < indexFrom || dataFrom < 0 || dataTo <= dataFrom) {
            throw new IllegalArgumentException("a run from " + indexFrom + " to " + indexTo + " of the index and from "
                    + dataFrom + " to " + dataTo + " of Data.db (expected: at least one partition)");
        }
        if (previous != null && (previous.position() < 0 || previous.position() >= dataFrom)) {
            throw new IllegalArgumentException("a run from " + dataFrom + " of Data.db after a partition at "
                    + previous.position() + " (expected: one before it)");
        }
    }

    public Run(long indexFrom, long indexTo, long dataFrom, long dataTo, @Nullable PartitionKey next) {
        this(indexFrom, indexTo, dataFrom, dataTo, next, null);
    }

    /** Uncompressed bytes of Data.db. */
    public long dataLength() {
        return dataTo - dataFrom;
    }
}
