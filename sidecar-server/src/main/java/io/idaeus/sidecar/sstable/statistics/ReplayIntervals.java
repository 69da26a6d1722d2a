/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable.statistics;

import io.idaeus.sidecar.sstable.file.SstableException;
import io.idaeus.sidecar.sstable.name.ComponentName;
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
    // A count of 0.
    private static final byte[] NONE = new byte[Integer.BYTES];

    private ReplayIntervals() {}

    /**
     * The contents of a Statistics.db without them. Empty where the SSTable names no host id or none of these, where it
     * covers nothing, and where this sidecar does not read its version.
     *
     * @param statistics a file that is named as Cassandra names it
     * @throws SstableException where it cannot be read
     */
    public static Optional<byte[]> removedFrom(Path statistics, Predicate<UUID> hostIds) throws SstableException {
        boolean readable = ComponentName.parse(String.valueOf(statistics.getFileName()))
                .filter(name -> name.descriptor().version().isReadable())
                .isPresent();
        if (!readable) {
            return Optional.empty();
        }
        StatisticsEdit edit = StatisticsEdit.of(statistics);
        UUID writer = edit.statistics().originatingHostId();
        if (writer == null || !hostIds.test(writer) || edit.bytes(StatsField.INTERVALS).length == NONE.length) {
            return Optional.empty();
        }
        edit.replace(StatsField.INTERVALS, NONE);
        return Optional.of(edit.toBytes());
    }
}
