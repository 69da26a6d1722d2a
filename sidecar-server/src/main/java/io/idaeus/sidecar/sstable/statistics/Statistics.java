/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable.statistics;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The contents of Statistics.db.
 *
 * @param level of leveled compaction, else 0
 * @param repairedAt milliseconds since the epoch; 0 if unrepaired
 * @param minTimestamp microseconds as the writer gave them; {@code Long.MAX_VALUE} without data
 * @param maxTimestamp {@code Long.MIN_VALUE} without data
 * @param minLocalDeletionTime seconds since the epoch, or {@link #NO_DELETION_TIME}
 * @param minTtl seconds
 * @param compressionRatio compressed by uncompressed size; -1 if not compressed
 * @param originatingHostId the writer's node; null in version na and from offline writers
 */
@RecordBuilder
public record Statistics(
        String partitioner,
        double bloomFilterFpChance,
        int level,
        long repairedAt,
        @Nullable UUID pendingRepair,
        boolean isTransient,
        long minTimestamp,
        long maxTimestamp,
        long minLocalDeletionTime,
        long maxLocalDeletionTime,
        int minTtl,
        int maxTtl,
        double compressionRatio,
        long estimatedPartitions,
        long totalCells,
        long totalRows,
        boolean hasLegacyCounterShards,
        @Nullable UUID originatingHostId) {
    /** The deletion time of data that neither is deleted nor expires. */
    public static final long NO_DELETION_TIME = Long.MAX_VALUE;
}
