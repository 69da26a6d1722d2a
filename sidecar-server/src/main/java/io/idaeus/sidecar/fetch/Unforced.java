/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import io.idaeus.sidecar.fetch.FetchResult.Failed;
import io.idaeus.sidecar.fetch.FetchResult.Reason;
import io.idaeus.sidecar.fetch.file.DiskSpace;
import io.idaeus.sidecar.fetch.file.Forcing;
import io.idaeus.sidecar.fetch.file.SmallFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The files that bundles have brought to one pull and that are not durable yet: a bounded number of bytes, for a
 * bounded time. Some are forced while others arrive. For one thread.
 */
public final class Unforced implements AutoCloseable {
    // A crash of the host costs at most as much, and what is on the way.
    static final long MOST_BYTES = 64L << 20;

    // Fewer cost more for each file. With more, a neighbour waits longer for a sync of its own.
    static final long BATCH_BYTES = 8L << 20;
    static final Duration LONGEST = Duration.ofMillis(2500);

    private final Forcing disk;
    private final Executor threads;
    private final LongSupplier nanoTime;
    private final LongConsumer forcedNanos;
    private final Set<Path> expected = new HashSet<>();
    private List<Forcing.Received> received = new ArrayList<>();
    private long receivedBytes;
    private long firstAt;
    private long forcingBytes;
    private boolean forcing;
    private CompletableFuture<Optional<Failed>> outcome = CompletableFuture.completedFuture(Optional.empty());

    /** @param forcedNanos is told how long each force took */
    public Unforced(Forcing disk, Executor threads, LongSupplier nanoTime, LongConsumer forcedNanos) {
        this.disk = disk;
        this.threads = threads;
        this.forcedNanos = forcedNanos;
        this.nanoTime = nanoTime;
    }

    /** Whether it can make anything durable. Otherwise nothing may be added. */
    public boolean canForce() {
        return disk != Forcing.NONE;
    }

    /** To be called before files are written there. */
    public void expect(Path directory) throws IOException {
        // Directories of SSTables, next to each other by the thousand.
        if (expected.add(SmallFiles.directory(directory))) {
            disk.expect(directory);
        }
    }

    public void add(Path file, long bytes) {
        if (received.isEmpty()) {
            firstAt = nanoTime.getAsLong();
        }
        received.add(new Forcing.Received(file, bytes));
        receivedBytes += bytes;
    }

    /** Whether no more should be requested until something is durable. */
    public boolean isFull() {
        return receivedBytes + forcingBytes >= MOST_BYTES;
    }

    public boolean isEmpty() {
        return received.isEmpty() && !forcing;
    }

    /**
     * Begins to force what was added, unless earlier files are being forced. What is added later is forced later.
     *
     * @param last nothing will be added
     * @param end told why it failed, or null, on another thread; followed by {@link #ended} on this one
     * @return whether it begins
     */
    public boolean forceIfDue(boolean last, Consumer<@Nullable Failed> end) {
        if (forcing || received.isEmpty() || !(last || isDue())) {
            return false;
        }
        List<Forcing.Received> batch = received;
        received = new ArrayList<>();
        forcingBytes = receivedBytes;
        receivedBytes = 0;
        forcing = true;
        CompletableFuture<Optional<Failed>> running = new CompletableFuture<>();
        outcome = running;
        Consumer<@Nullable Failed> told = failure -> {
            running.complete(Optional.ofNullable(failure));
            end.accept(failure);
        };
        try {
            threads.execute(() -> told.accept(force(batch)));
        } catch (RejectedExecutionException stopping) {
            told.accept(new Failed(Reason.LOCAL_IO, "the sidecar stops", null, stopping));
        }
        return true;
    }

    /**
     * Waits for what is being forced, then forces everything else that was written, on this thread. For a pull that ends
     * early.
     *
     * @return why one of both failed, or null
     */
    public @Nullable Failed finish() {
        Failed earlier = outcome.join().orElse(null);
        Failed rest = force(received);
        received = new ArrayList<>();
        receivedBytes = 0;
        return earlier == null ? rest : earlier;
    }

    /** Call after the result was handled. The next batch can begin. */
    public void ended() {
        forcing = false;
        forcingBytes = 0;
    }

    private boolean isDue() {
        return receivedBytes >= BATCH_BYTES || nanoTime.getAsLong() - firstAt >= LONGEST.toNanos();
    }

    private @Nullable Failed force(List<Forcing.Received> batch) {
        String first = batch.isEmpty() ? "what arrived" : batch.get(0).file().toString();
        long start = nanoTime.getAsLong();
        try {
            disk.force(batch);
            forcedNanos.accept(nanoTime.getAsLong() - start);
            return null;
        } catch (RuntimeException | Error defect) {
            return new Failed(Reason.LOCAL_IO, "to make " + first + " durable broke off: " + defect, null, defect);
        } catch (IOException e) {
            boolean full =
                    !batch.isEmpty() && DiskSpace.isExhausted(batch.get(0).file(), e);
            String message = full
                    ? first + ": its file system is full; free space, then fetch again"
                    : batch.size() + " files, among them " + first + ", could not be made durable: " + e.getMessage();
            return new Failed(full ? Reason.DISK_FULL : Reason.LOCAL_IO, message, null, e);
        }
    }

    /** Waits for what is being forced. */
    @Override
    public void close() {
        disk.close();
    }
}
