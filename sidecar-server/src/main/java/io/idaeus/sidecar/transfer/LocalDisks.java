/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import io.idaeus.api.ManifestComponent;
import io.idaeus.api.TransferSstable;
import io.idaeus.api.TransferState;
import io.idaeus.api.TransferWait;
import io.idaeus.sidecar.fetch.FetchRequest;
import io.idaeus.sidecar.planning.PlannedSstable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The file systems that a transfer writes to: whether they can be written, and hold what is still to come. */
final class LocalDisks {
    private static final int PROBE = 4096;

    private final Path stateDirectory;
    private final List<Path> stagingRoots;
    private final double headroom;

    /** @param headroom what must stay free beyond what is still to come, as a share of it */
    LocalDisks(Path stateDirectory, List<Path> stagingRoots, double headroom) {
        this.stateDirectory = stateDirectory;
        this.stagingRoots = List.copyOf(stagingRoots);
        this.headroom = headroom;
    }

    /** Clear when what the transfer still has to write can be written, and what is to be imported be moved. */
    Gate gate(TransferRun run) {
        return () -> probe(stateDirectory, run)
                .or(() -> stagingRoots.stream()
                        .flatMap(root -> look(root, run).stream())
                        .findFirst())
                .or(() -> unmovable(run));
    }

    /** Cassandra moves what is imported out of staging: it cannot where not even its owner can write. */
    private static Optional<Obstacle> unmovable(TransferRun run) {
        SstableOutcomes outcomes = run.knownOutcomes();
        if (outcomes == null || run.phase() != TransferState.IMPORTING) {
            return Optional.empty();
        }
        return outcomes.inState(TransferSstable.State.FETCHED).stream()
                .map(outcomes.plan().sstables()::get)
                .flatMap(sstable -> Stream.concat(
                        Stream.of(sstable.directory()),
                        sstable.components().stream().map(sstable::file)))
                .filter(path -> Files.exists(path) && !Files.isWritable(path))
                .findFirst()
                .map(path -> new Obstacle(
                        TransferWait.Cause.DISK_ERROR,
                        path + " cannot be written, so Cassandra cannot move it",
                        "make it writable for Cassandra's user (lsattr, mount); it goes on by itself"));
    }

    private Optional<Obstacle> look(Path root, TransferRun run) {
        return probe(root, run).or(() -> room(root, run));
    }

    /** Writes a little, as a transfer would: a file system can be read-only, broken or full in many ways. */
    private static Optional<Obstacle> probe(Path directory, TransferRun run) {
        Path file = directory.resolve(".probe-" + run.id());
        try {
            Files.createDirectories(directory);
            try (FileChannel channel = FileChannel.open(file, CREATE, TRUNCATE_EXISTING, WRITE)) {
                channel.write(ByteBuffer.allocate(PROBE));
                channel.force(true);
            } finally {
                Files.deleteIfExists(file);
            }
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(LocalDiskException.at(directory, "cannot write below " + directory, e)
                    .obstacle());
        }
    }

    private Optional<Obstacle> room(Path root, TransferRun run) {
        try {
            long toCome = toCome(root, run.knownOutcomes());
            long needed = toCome + Math.round(toCome * headroom);
            long free = Files.getFileStore(root).getUsableSpace();
            return free >= needed
                    ? Optional.empty()
                    : Optional.of(new Obstacle(
                            TransferWait.Cause.DISK_SPACE,
                            "the file system of " + root + " has " + free + " bytes free (needed: " + needed
                                    + " for what is still to come, with headroom)",
                            "free " + (needed - free) + " bytes there; it goes on by itself"));
        } catch (IOException e) {
            return Optional.of(
                    LocalDiskException.at(root, "cannot look at " + root, e).obstacle());
        }
    }

    /** What is not on disk yet, of what is planned there; the room of a file that has begun may have been taken already. */
    private static long toCome(Path root, @Nullable SstableOutcomes outcomes) throws IOException {
        long bytes = 0;
        if (outcomes != null) {
            for (int index : outcomes.inState(TransferSstable.State.PLANNED)) {
                PlannedSstable sstable = outcomes.plan().sstables().get(index);
                if (sstable.directory().startsWith(root)) {
                    bytes += sstable.bytes() - staged(sstable);
                }
            }
        }
        return bytes;
    }

    private static long staged(PlannedSstable sstable) throws IOException {
        long bytes = 0;
        if (Files.isDirectory(sstable.directory())) {
            for (ManifestComponent component : sstable.components()) {
                Path file = sstable.file(component);
                bytes += Math.min(component.bytes(), Math.max(size(file), size(FetchRequest.partOf(file))));
            }
        }
        return bytes;
    }

    private static long size(Path file) throws IOException {
        try {
            return Files.size(file);
        } catch (NoSuchFileException e) {
            return 0;
        }
    }
}
