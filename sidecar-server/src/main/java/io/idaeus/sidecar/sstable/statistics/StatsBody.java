/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable.statistics;

import io.idaeus.sidecar.sstable.file.Cursor;
import io.idaeus.sidecar.sstable.file.SstableException;
import io.idaeus.sidecar.sstable.index.KeyRange;
import io.idaeus.sidecar.sstable.name.SstableVersion;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads the STATS section of Statistics.db once (Cassandra's {@code StatsMetadata}). */
final class StatsBody {
    private static final int COMMIT_LOG_POSITION = 12;
    private static final long NO_DELETION_TIME_UINT = 0xffff_ffffL;

    private record Times(
            long minTimestamp, long maxTimestamp, long minDeletion, long maxDeletion, int minTtl, int maxTtl) {}

    /** Bytes of the section; the end is exclusive. */
    record Span(int from, int to) {}

    private final Cursor in;
    private final SstableVersion version;
    // In the order of the file.
    private final Map<StatsField, Span> spans = new LinkedHashMap<>();
    private @Nullable KeyRange keys;

    StatsBody(Cursor in, SstableVersion version) {
        this.in = in;
        this.version = version;
    }

    /** Known after {@link #read}; null if not recorded. */
    @Nullable
    KeyRange keys() {
        return keys;
    }

    /** Known after {@link #read}; null where files of this version have no such field. */
    @Nullable
    Span span(StatsField field) {
        return spans.get(field);
    }

    /** Known after {@link #read}, in the order of the file. */
    Map<StatsField, Span> spans() {
        return spans;
    }

    private void mark(StatsField field, int from) {
        spans.put(field, new Span(from, in.position()));
    }

    Statistics read(double bloomFilterFpChance) throws SstableException {
        long partitions = partitions();
        histogramCount(); // cells
        skipPosition(StatsField.UPPER_BOUND);
        Times times = times();
        double ratio = ratio();
        skipTombstoneHistogram();
        int level = in.i32();
        long repairedAt = in.i64();
        skipCoveredClustering();
        boolean legacyCounters = in.bool();
        long cells = in.i64();
        long rows = in.i64();
        skipPosition(StatsField.LOWER_BOUND);
        skipIntervals();
        UUID pendingRepair = uuid(StatsField.PENDING_REPAIR);
        boolean isTransient = in.bool();
        UUID hostId = version.hasOriginatingHostId() ? uuid(StatsField.HOST_ID) : null;
        readEnd();
        return StatisticsBuilder.builder()
                .partitioner(Partitioners.MURMUR3)
                .bloomFilterFpChance(bloomFilterFpChance)
                .level(level)
                .repairedAt(repairedAt)
                .pendingRepair(pendingRepair)
                .isTransient(isTransient)
                .minTimestamp(times.minTimestamp())
                .maxTimestamp(times.maxTimestamp())
                .minLocalDeletionTime(times.minDeletion())
                .maxLocalDeletionTime(times.maxDeletion())
                .minTtl(times.minTtl())
                .maxTtl(times.maxTtl())
                .compressionRatio(ratio)
                .estimatedPartitions(partitions)
                .totalCells(cells)
                .totalRows(rows)
                .hasLegacyCounterShards(legacyCounters)
                .originatingHostId(hostId)
                .build();
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

    private long partitions() throws SstableException {
        int from = in.position();
        long partitions = histogramCount();
        mark(StatsField.PARTITION_SIZES, from);
        return partitions;
    }

    private void skipPosition(StatsField field) throws SstableException {
        int from = in.position();
        in.skip(COMMIT_LOG_POSITION);
        mark(field, from);
    }

    private double ratio() throws SstableException {
        int from = in.position();
        double ratio = in.f64();
        mark(StatsField.RATIO, from);
        return ratio;
    }

    private void skipIntervals() throws SstableException {
        int from = in.position();
        in.skip(2L * COMMIT_LOG_POSITION * in.count(in.i32(), 2 * COMMIT_LOG_POSITION));
        mark(StatsField.INTERVALS, from);
    }

    private @Nullable UUID uuid(StatsField field) throws SstableException {
        int from = in.position();
        UUID uuid = in.bool() ? in.uuid() : null;
        mark(field, from);
        return uuid;
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
            int from = in.position();
            keys = KeyRange.of("Statistics.db", in.take(in.vint()), in.take(in.vint()));
            mark(StatsField.KEYS, from);
        }
        if (version.hasPartitionDeletionsAndCoverage()) {
            int from = in.position();
            in.f64();
            mark(StatsField.COVERAGE, from);
        }
        // Cassandra sizes the section before it writes it, sometimes too large, and stores the rest of the buffer too.
        in.zeroToEnd();
    }
}
