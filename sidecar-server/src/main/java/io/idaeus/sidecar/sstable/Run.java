/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable;

import org.jspecify.annotations.Nullable;

/**
 * Partitions that follow each other in an SSTable. The ends are exclusive.
 *
 * @param indexFrom bytes in Index.db; for BTI in Rows.db, where the entries of none of them may be
 * @param dataFrom bytes in Data.db, uncompressed
 * @param next the key of the partition after them; null at the end of the SSTable
 */
public record Run(
        long indexFrom,
        long indexTo,
        long dataFrom,
        long dataTo,
        @Nullable PartitionKey next) {
    public Run {
        if (indexFrom < 0 || indexTo < indexFrom || dataFrom < 0 || dataTo <= dataFrom) {
            throw new IllegalArgumentException("a run from " + indexFrom + " to " + indexTo + " of the index and from "
                    + dataFrom + " to " + dataTo + " of Data.db (expected: at least one partition)");
        }
    }

    /** Uncompressed bytes of Data.db. */
    public long dataLength() {
        return dataTo - dataFrom;
    }
}
