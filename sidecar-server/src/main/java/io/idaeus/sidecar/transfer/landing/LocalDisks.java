/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.landing;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import io.idaeus.api.snapshot.ManifestComponent;
import io.idaeus.api.transfer.TransferSstable;
import io.idaeus.api.transfer.TransferState;
import io.idaeus.api.transfer.TransferWait;
import io.idaeus.sidecar.fetch.FetchRequest;
import io.idaeus.sidecar.filemode.FileModes;
import io.idaeus.sidecar.selection.SelectedSstable;
import io.idaeus.sidecar.store.LocalDiskException;
import io.idaeus.sidecar.transfer.job.SstableOutcomes;
import io.idaeus.sidecar.transfer.job.StoredTransfer;
import io.idaeus.sidecar.transfer.waiting.Gate;
import io.idaeus.sidecar.transfer.waiting.Obstacle;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Checks that the file systems a transfer writes to are writable and have room for what is to come. */
public final class LocalDisks {
    private static final int PROBE = 4096;

    private final Path stateDirectory;
    private final List<Path> stagingRoots;
    private final double headroom;

    /** @param headroom share of the bytes to come that must stay free */
    public LocalDisks(Path stateDirectory, List<Path> stagingRoots, double headroom) {
        this.stateDirectory = stateDirectory;
        this.stagingRoots = List.copyOf(stagingRoots);
        this.headroom = headroom;
    }

    /** Finds no obstacle when the transfer can write, and Cassandra can move what is staged. */
    public Gate gate(StoredTransfer transfer) {
        return () -> probe(stateDirectory, transfer)
                .or(() -> stagingRoots.stream()
                        .flatMap(root -> check(root, transfer).stream())
                        .findFirst())
                .or(() -> unmovable(transfer));
    }

    private static Optional<Obstacle> unmovable(StoredTransfer transfer) {
        SstableOutcomes outcomes = transfer.outcomesInMemory();
        if (outcomes == null || transfer.phase() != TransferState.IMPORTING) {
            return Optional.empty();
        }
        return outcomes.inState(TransferSstable.State.FETCHED).stream()
                .map(outcomes::staged)
                .flatMap(sstable -> Stream.concat(
                        Stream.of(sstable.directory()),
                        sstable.components().stream().map(sstable::file)))
                .filter(path -> Files.exists(path) && !Files.isWritable(path))
                .findFirst()
                .map(path -> new Obstacle(
                        TransferWait.Cause.DISK_ERROR,
                        path + " is not writable, so Cassandra cannot move it",
                        "make it writable for Cassandra's user (lsattr, mount); the transfer continues by itself"));
    }

    private Optional<Obstacle> check(Path root, StoredTransfer transfer) {
        return probe(root, transfer).or(() -> room(root, transfer));
    }

    private static Optional<Obstacle> probe(Path directory, StoredTransfer transfer) {
        Path file = directory.resolve(".probe-" + transfer.id());
        try {
            FileModes.createDirectories(directory);
            try (FileChannel channel = FileModes.open(file, Set.of(CREATE, TRUNCATE_EXISTING, WRITE))) {
                channel.write(ByteBuffer.allocate(PROBE));
                channel.force(true);
            } finally {
                Files.deleteIfExists(file);
            }
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(Obstacle.disk(LocalDiskException.at(directory, "cannot write below " + directory, e)));
        }
    }

    private Optional<Obstacle> room(Path root, StoredTransfer transfer) {
        try {
            long toCome = toCome(root, transfer.outcomesInMemory());
            long needed = toCome + Math.round(toCome * headroom);
            long free = Files.getFileStore(root).getUsableSpace();
            return free >= needed
                    ? Optional.empty()
                    : Optional.of(new Obstacle(
                            TransferWait.Cause.DISK_SPACE,
                            "the file system of " + root + " has " + free + " bytes free (needed: " + needed
                                    + " for what is still to come, with headroom)",
                            "free " + (needed - free) + " bytes there; the transfer continues by itself"));
        } catch (IOException e) {
            return Optional.of(Obstacle.disk(LocalDiskException.at(root, "cannot read the free space of " + root, e)));
        }
    }

    // Bytes selected below the root and not yet on disk. A part file may be preallocated.
    private static long toCome(Path root, @Nullable SstableOutcomes outcomes) throws IOException {
        long bytes = 0;
        if (outcomes != null) {
            for (int index : outcomes.inState(TransferSstable.State.PLANNED)) {
                SelectedSstable sstable = outcomes.selection().sstables().get(index);
                if (sstable.directory().startsWith(root)) {
                    bytes += toCome(sstable);
                }
            }
        }
        return bytes;
    }

    private static long toCome(SelectedSstable sstable) throws IOException {
        return sstable.slice() == null ? sstable.bytes() - staged(sstable) : sstable.bytesStaged();
    }

    private static long staged(SelectedSstable sstable) throws IOException {
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
