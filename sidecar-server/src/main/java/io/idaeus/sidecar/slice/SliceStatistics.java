/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.slice;

import io.idaeus.sidecar.sstable.file.ByteWriter;
import io.idaeus.sidecar.sstable.file.SstableException;
import io.idaeus.sidecar.sstable.statistics.StatisticsEdit;
import io.idaeus.sidecar.sstable.statistics.StatsField;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * Statistics.db of a slice. Minima and maxima stay as they are: purging, time windows and levels get more careful by
 * that, never less.
 */
final class SliceStatistics {
    private static final byte[] NO_POSITION = new ByteWriter(12).i64(-1).i32(0).toBytes();

    private final StatisticsEdit edit;
    private final PartitionSizes sizes;

    SliceStatistics(Path source) throws SstableException {
        edit = StatisticsEdit.of(source);
        sizes = new PartitionSizes(edit.bytes(StatsField.PARTITION_SIZES));
    }

    /** Partitions of the source. */
    long sourceKeys() {
        return edit.statistics().estimatedPartitions();
    }

    /** A partition of so many uncompressed bytes. */
    void add(long bytes) {
        sizes.add(bytes);
    }

    /** @param ratio compressed over uncompressed bytes; -1 where nothing is compressed */
    byte[] toBytes(SliceKeys keys, double ratio) {
        edit.replace(StatsField.PARTITION_SIZES, sizes.toBytes());
        edit.replace(StatsField.RATIO, new ByteWriter(8).f64(ratio).toBytes());
        // Nothing of them is in a commit log of this node.
        edit.replace(StatsField.UPPER_BOUND, NO_POSITION);
        edit.replace(StatsField.LOWER_BOUND, NO_POSITION);
        edit.replace(StatsField.INTERVALS, new byte[Integer.BYTES]);
        edit.replace(StatsField.PENDING_REPAIR, new byte[1]);
        if (edit.has(StatsField.KEYS)) {
            byte[] first = keys.first();
            byte[] last = keys.last();
            edit.replace(
                    StatsField.KEYS,
                    new ByteWriter(first.length + last.length + 8)
                            .vint(first.length)
                            .bytes(first)
                            .vint(last.length)
                            .bytes(last)
                            .toBytes());
        }
        if (edit.has(StatsField.COVERAGE)) {
            double share = (double) keys.count() / Math.max(keys.count(), sourceKeys());
            double coverage = ByteBuffer.wrap(edit.bytes(StatsField.COVERAGE)).getDouble();
            edit.replace(
                    StatsField.COVERAGE, new ByteWriter(8).f64(coverage * share).toBytes());
        }
        edit.replaceCardinality(keys.cardinality());
        return edit.toBytes();
    }
}
