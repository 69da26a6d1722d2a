/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable;

import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads the STATS section of Statistics.db once (Cassandra's {@code StatsMetadata}). */
final class StatsBody {
    private static final int COMMIT_LOG_POSITION = 12;
    private static final long NO_DELETION_TIME_UINT = 0xffff_ffffL;

    private record Times(
            long minTimestamp, long maxTimestamp, long minDeletion, long maxDeletion, int minTtl, int maxTtl) {}

    private final Cursor in;
    private final SstableVersion version;
    private @Nullable KeyRange keys;
    private int intervalsFrom;
    private int intervalsTo;

    StatsBody(Cursor in, SstableVersion version) {
        this.in = in;
        this.version = version;
    }

    /** Known after {@link #read}; null if not recorded. */
    @Nullable
    KeyRange keys() {
        return keys;
    }

    /** Where the count of the commit log intervals begins. Known after {@link #read}. */
    int intervalsFrom() {
        return intervalsFrom;
    }

    /** Where the last of the intervals ends. Known after {@link #read}. */
    int intervalsTo() {
        return intervalsTo;
    }

    Statistics read(double bloomFilterFpChance) throws SstableException {
        long partitions = histogramCount();
        skipCellCountsAndUpperBound();
        Times times = times();
        double ratio = in.f64();
        skipTombstoneHistogram();
        int level = in.i32();
        long repairedAt = in.i64();
        skipCoveredClustering();
        boolean legacyCounters = in.bool();
        long cells = in.i64();
        long rows = in.i64();
        skipLowerBoundAndIntervals();
        UUID pendingRepair = in.bool() ? in.uuid() : null;
        boolean isTransient = in.bool();
        UUID hostId = version.hasOriginatingHostId() && in.bool() ? in.uuid() : null;
        readEnd();
        return new Statistics(
                Partitioners.MURMUR3,
                bloomFilterFpChance,
                level,
                repairedAt,
                pendingRepair,
                isTransient,
                times.minTimestamp(),
                times.maxTimestamp(),
                times.minDeletion(),
                times.maxDeletion(),
                times.minTtl(),
                times.maxTtl(),
                ratio,
                partitions,
                cells,
                rows,
                legacyCounters,
                hostId);
    }

    private Times times() throws SstableException {
        return new Times(in.i64(), in.i64(), deletionTime(), deletionTime(), in.i32(), in.i32());
    }

    // Pairs of an offset and a count; the writer counts each partition once, the overflow in the last pair.
    private long histogramCount() throws SstableException {
        int buckets = in.count(in.i32(), 16);
        long sum = 0;
        for (int i = 0; i < buckets; i++) {
            in.i64();
            sum += in.i64();
        }
        if (sum < 0) {
            throw in.corrupt("a histogram counts " + sum);
        }
        return sum;
    }

    private void skipCellCountsAndUpperBound() throws SstableException {
        histogramCount();
        in.skip(COMMIT_LOG_POSITION);
    }

    private void skipLowerBoundAndIntervals() throws SstableException {
        in.skip(COMMIT_LOG_POSITION);
        intervalsFrom = in.position();
        in.skip(2L * COMMIT_LOG_POSITION * in.count(in.i32(), 2 * COMMIT_LOG_POSITION));
        intervalsTo = in.position();
    }

    private long deletionTime() throws SstableException {
        int stored = in.i32();
        if (version.hasUnsignedDeletionTimes()) {
            long unsigned = Integer.toUnsignedLong(stored);
            return unsigned == NO_DELETION_TIME_UINT ? Statistics.NO_DELETION_TIME : unsigned;
        }
        return stored == Integer.MAX_VALUE ? Statistics.NO_DELETION_TIME : stored;
    }

    private void skipTombstoneHistogram() throws SstableException {
        int entry = version.hasUnsignedDeletionTimes() ? 12 : 16;
        in.i32();
        in.skip((long) entry * in.count(in.i32(), entry));
    }

    private void skipCoveredClustering() throws SstableException {
        if (version.hasTypedClusteringBounds()) {
            List<String> types = StatisticsFile.types(in);
            ClusteringBound.skip(in, types);
            ClusteringBound.skip(in, types);
            return;
        }
        for (int end = 0; end < 2; end++) {
            int values = in.count(in.i32(), 2);
            for (int i = 0; i < values; i++) {
                in.skip(in.u16());
            }
        }
    }

    private void readEnd() throws SstableException {
        if (version.hasPartitionDeletionsAndCoverage()) {
            in.bool(); // partition deletions
        }
        if (version.hasFirstAndLastKey()) {
            keys = KeyRange.of("Statistics.db", in.take(in.vint()), in.take(in.vint()));
        }
        if (version.hasPartitionDeletionsAndCoverage()) {
            in.f64(); // token space coverage
        }
        // Cassandra sizes the section before it writes it, sometimes too large, and stores the rest of the buffer too.
        in.zeroToEnd();
    }
}
