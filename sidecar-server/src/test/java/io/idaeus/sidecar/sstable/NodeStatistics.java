/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/** Turns a Statistics.db of the test resources, which a tool wrote, into one that a node wrote. */
public final class NodeStatistics {
    private NodeStatistics() {}

    /** Adds a host id and commit log intervals. The file has neither, and no pending repair. */
    public static void make(Path file, UUID host, int intervals) throws IOException, SstableException {
        SstableVersion version = ComponentName.parse(String.valueOf(file.getFileName()))
                .orElseThrow()
                .descriptor()
                .version();
        StatisticsSections sections;
        try (ComponentFile open = ComponentFile.open(file)) {
            sections = StatisticsSections.read(open);
        }
        StatsBody stats = new StatsBody(sections.body(StatisticsSections.STATS), version);
        Statistics read = stats.read(0);
        if (read.originatingHostId() != null
                || read.pendingRepair() != null
                || stats.intervalsTo() - stats.intervalsFrom() != Integer.BYTES) {
            throw new IllegalStateException(file + " was written by a node: " + read);
        }
        Cursor old = sections.body(StatisticsSections.STATS);
        ByteBuffer body = ByteBuffer.allocate(old.remaining() + 24 * intervals + 16);
        body.put(old.take(stats.intervalsFrom())).putInt(intervals);
        for (int i = 0; i < intervals; i++) {
            body.putLong(7L + i).putInt(100).putLong(7L + i).putInt(200);
        }
        old.skip(Integer.BYTES);
        // No pending repair, not transient.
        body.put(old.take(2)).put((byte) 1);
        body.putLong(host.getMostSignificantBits()).putLong(host.getLeastSignificantBits());
        old.skip(1);
        body.put(old.take(old.remaining()));
        Files.write(file, sections.with(StatisticsSections.STATS, body.array()).toBytes());
    }
}
