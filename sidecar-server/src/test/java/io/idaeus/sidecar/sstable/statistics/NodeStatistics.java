/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable.statistics;

import io.idaeus.sidecar.sstable.file.ByteWriter;
import io.idaeus.sidecar.sstable.file.SstableException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/** Turns a Statistics.db of the test resources, which a tool wrote, into one that a node wrote. */
public final class NodeStatistics {
    private NodeStatistics() {}

    /** Adds a host id and commit log intervals. The file has neither, and no pending repair. */
    public static void make(Path file, UUID host, int intervals) throws IOException, SstableException {
        StatisticsEdit edit = StatisticsEdit.of(file);
        Statistics read = edit.statistics();
        if (read.originatingHostId() != null
                || read.pendingRepair() != null
                || edit.bytes(StatsField.INTERVALS).length != Integer.BYTES) {
            throw new IllegalStateException(file + " was written by a node: " + read);
        }
        ByteWriter written = new ByteWriter(24 * intervals + 4).i32(intervals);
        for (int i = 0; i < intervals; i++) {
            written.i64(7L + i).i32(100).i64(7L + i).i32(200);
        }
        edit.replace(StatsField.INTERVALS, written.toBytes());
        edit.replace(
                StatsField.HOST_ID,
                new ByteWriter(17)
                        .u8(1)
                        .i64(host.getMostSignificantBits())
                        .i64(host.getLeastSignificantBits())
                        .toBytes());
        Files.write(file, edit.toBytes());
    }
}
