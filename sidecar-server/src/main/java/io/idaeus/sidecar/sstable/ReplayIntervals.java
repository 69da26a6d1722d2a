/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;

/**
 * The positions in its node's commit log that an SSTable covers. A replay skips them where the node's host id is the one
 * in the SSTable (Cassandra's {@code CommitLogReplayer.persistedIntervals}). In another cluster a node may have the same
 * host id, as those of 6.0 are counted from 1, and positions of its own.
 */
public final class ReplayIntervals {
    private ReplayIntervals() {}

    /**
     * The contents of a Statistics.db without them. Empty where the SSTable names no host id or none of these, where it
     * covers nothing, and where this sidecar does not read its version.
     *
     * @param statistics a file that is named as Cassandra names it
     * @throws SstableException where it cannot be read
     */
    public static Optional<byte[]> removedFrom(Path statistics, Predicate<UUID> hostIds) throws SstableException {
        Optional<SstableVersion> version = ComponentName.parse(String.valueOf(statistics.getFileName()))
                .map(name -> name.descriptor().version())
                .filter(SstableVersion::isReadable);
        return version.isEmpty() ? Optional.empty() : removedFrom(statistics, version.get(), hostIds);
    }

    private static Optional<byte[]> removedFrom(Path file, SstableVersion version, Predicate<UUID> hostIds)
            throws SstableException {
        StatisticsSections sections;
        try (ComponentFile open = ComponentFile.open(file)) {
            sections = StatisticsSections.read(open);
        }
        StatsBody stats = new StatsBody(sections.body(StatisticsSections.STATS), version);
        UUID writer = stats.read(0).originatingHostId();
        int length = stats.intervalsTo() - stats.intervalsFrom();
        if (writer == null || !hostIds.test(writer) || length == Integer.BYTES) {
            return Optional.empty();
        }
        Cursor old = sections.body(StatisticsSections.STATS);
        ByteBuffer body = ByteBuffer.allocate(old.remaining() - length + Integer.BYTES);
        body.put(old.take(stats.intervalsFrom())).putInt(0);
        old.skip(length);
        body.put(old.take(old.remaining()));
        return Optional.of(sections.with(StatisticsSections.STATS, body.array()).toBytes());
    }
}
