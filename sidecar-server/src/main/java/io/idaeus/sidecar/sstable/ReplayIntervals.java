/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import io.idaeus.sidecar.filemode.FileModes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * The positions in its node's commit log that an SSTable covers. A replay skips them where the node's host id is the one
 * in the SSTable (Cassandra's {@code CommitLogReplayer.persistedIntervals}). In another cluster a node may have the same
 * host id, as those of 6.0 are counted from 1, and positions of its own.
 */
public final class ReplayIntervals {
    private static final String STATISTICS = "-Statistics.db";
    private static final String DRAFT = ".idaeus-draft";

    private ReplayIntervals() {}

    /**
     * Removes them from the SSTables of a staged directory that name this host id. A crash leaves each file as it was or
     * as it will be. Other names of a file, as a hard link gives it, keep the old contents.
     *
     * @return how many SSTables were changed
     * @throws IOException where a file cannot be written
     * @throws SstableException where one cannot be read
     */
    public static int remove(Path directory, UUID hostId) throws IOException, SstableException {
        int removed = 0;
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*" + STATISTICS)) {
            for (Path file : files) {
                Optional<ComponentName> name = ComponentName.parse(String.valueOf(file.getFileName()));
                if (name.isPresent() && name.get().descriptor().version().isReadable()) {
                    removed += remove(file, name.get().descriptor().version(), hostId) ? 1 : 0;
                }
            }
        } catch (NoSuchFileException e) {
            return 0;
        }
        return removed;
    }

    private static boolean remove(Path file, SstableVersion version, UUID hostId) throws IOException, SstableException {
        StatisticsSections sections;
        try (ComponentFile open = ComponentFile.open(file)) {
            sections = StatisticsSections.read(open);
        }
        StatsBody stats = new StatsBody(sections.body(StatisticsSections.STATS), version);
        UUID writer = stats.read(0).originatingHostId();
        int length = stats.intervalsTo() - stats.intervalsFrom();
        if (!hostId.equals(writer) || length == Integer.BYTES) {
            return false;
        }
        Cursor old = sections.body(StatisticsSections.STATS);
        ByteBuffer body = ByteBuffer.allocate(old.remaining() - length + Integer.BYTES);
        body.put(old.take(stats.intervalsFrom())).putInt(0);
        old.skip(length);
        body.put(old.take(old.remaining()));
        write(file, sections.with(StatisticsSections.STATS, body.array()).toBytes());
        return true;
    }

    private static void write(Path file, byte[] bytes) throws IOException {
        Path draft = file.resolveSibling(file.getFileName() + DRAFT);
        try (FileChannel channel = FileModes.open(draft, Set.of(CREATE, WRITE, TRUNCATE_EXISTING))) {
            ByteBuffer left = ByteBuffer.wrap(bytes);
            while (left.hasRemaining()) {
                channel.write(left);
            }
            channel.force(true);
        }
        Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
    }
}
