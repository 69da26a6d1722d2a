/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable.statistics;

import io.idaeus.sidecar.sstable.file.ByteWriter;
import io.idaeus.sidecar.sstable.file.ComponentFile;
import io.idaeus.sidecar.sstable.file.Cursor;
import io.idaeus.sidecar.sstable.file.SstableException;
import io.idaeus.sidecar.sstable.name.ComponentName;
import io.idaeus.sidecar.sstable.name.SstableVersion;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;

/** A Statistics.db in which some values are replaced. Not thread-safe. */
public final class StatisticsEdit {
    private static final int COMPACTION = 1;

    private final StatisticsSections sections;
    private final Map<StatsField, byte[]> replaced = new EnumMap<>(StatsField.class);
    private final byte[] body;
    private final StatsBody stats;
    private final Statistics statistics;
    private byte[] cardinality = {};

    private StatisticsEdit(StatisticsSections sections, SstableVersion version) throws SstableException {
        this.sections = sections;
        Cursor in = sections.body(StatisticsSections.STATS);
        body = in.take(in.remaining());
        stats = new StatsBody(sections.body(StatisticsSections.STATS), version);
        statistics = stats.read(0);
    }

    /**
     * @param file named as Cassandra names it, in a version that this sidecar reads
     * @throws SstableException where it cannot be read
     */
    public static StatisticsEdit of(Path file) throws SstableException {
        SstableVersion version = ComponentName.parse(String.valueOf(file.getFileName()))
                .orElseThrow(() -> new IllegalArgumentException(file + " is no component of an SSTable"))
                .descriptor()
                .version();
        try (ComponentFile open = ComponentFile.open(file)) {
            return new StatisticsEdit(StatisticsSections.read(open), version);
        }
    }

    /** As they are in the file. The chance of false positives is left out. */
    public Statistics statistics() {
        return statistics;
    }

    /** Whether files of this version have the field. */
    public boolean has(StatsField field) {
        return stats.span(field) != null;
    }

    /** The bytes of a field as they are in the file. */
    public byte[] bytes(StatsField field) {
        StatsBody.Span span = require(field);
        return Arrays.copyOfRange(body, span.from(), span.to());
    }

    public void replace(StatsField field, byte[] bytes) {
        require(field);
        replaced.put(field, bytes.clone());
    }

    private StatsBody.Span require(StatsField field) {
        StatsBody.Span span = stats.span(field);
        if (span == null) {
            throw new IllegalArgumentException("files of this version have no " + field);
        }
        return span;
    }

    /** Replaces the estimator of the number of keys: a serialized HyperLogLog++. */
    public void replaceCardinality(byte[] estimator) {
        cardinality = estimator.clone();
    }

    /** The whole file, with new checksums. */
    public byte[] toBytes() {
        ByteWriter out = new ByteWriter(body.length + 64);
        int at = 0;
        for (Map.Entry<StatsField, StatsBody.Span> field : stats.spans().entrySet()) {
            byte[] bytes = replaced.get(field.getKey());
            if (bytes != null) {
                out.bytes(body, at, field.getValue().from() - at);
                out.bytes(bytes);
                at = field.getValue().to();
            }
        }
        out.bytes(body, at, body.length - at);
        StatisticsSections edited = sections.with(StatisticsSections.STATS, out.toBytes());
        if (cardinality.length > 0) {
            edited = edited.with(
                    COMPACTION,
                    new ByteWriter(4 + cardinality.length)
                            .i32(cardinality.length)
                            .bytes(cardinality)
                            .toBytes());
        }
        return edited.toBytes();
    }
}
