/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.connection;

import io.idaeus.sidecar.thread.DaemonThreads;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One connection for all callers, opened in the background at the first call and again after a drop.
 *
 * <p>Each attempt has its own thread; nothing blocks inside the lock. After {@link #PATIENCE} another attempt starts
 * beside it, up to {@link #MAX_HANGING}; a late success is closed. For {@link #PAUSE} after a failure callers get
 * that failure. {@link #close} waits {@link #CLOSING} at most: closing a JMX connection calls the node, which may hang.
 */
final class SharedConnection<T> implements AutoCloseable {
    static final Duration PATIENCE = Duration.ofSeconds(5);
    static final Duration PAUSE = Duration.ofMillis(200);
    static final int MAX_HANGING = 8;
    static final Duration CLOSING = Duration.ofSeconds(1);

    private final String name;
    private final Opener<T> opener;
    private final Closer<T> closer;
    private final LongSupplier nanoTime;
    private final Object lock = new Object();
    private @Nullable Attempt<T> current;
    private int hanging;
    private boolean closed;

    SharedConnection(String name, Opener<T> opener, Closer<T> closer) {
        this(name, opener, closer, System::nanoTime);
    }

    SharedConnection(String name, Opener<T> opener, Closer<T> closer, LongSupplier nanoTime) {
        this.name = name;
        this.opener = opener;
        this.closer = closer;
        this.nanoTime = nanoTime;
    }

    /** Begins to open the connection, unless it is open. */
    void open() {
        Attempt<T> unused = attempt();
    }

    /**
     * @throws ExecutionException with the failure as its cause
     * @throws TimeoutException at the deadline
     */
    T get(Deadline deadline) throws ExecutionException, TimeoutException, InterruptedException {
        return attempt().result.get(deadline.nanosLeft(), TimeUnit.NANOSECONDS);
    }

    // Closes a broken connection in the background; the next call opens another.
    void drop(T connection) {
        synchronized (lock) {
            if (current == null || current.opened != connection) {
                return;
            }
            current = null;
        }
        Thread unused = closeInBackground(connection);
    }

    @Override
    public void close() {
        T open;
        synchronized (lock) {
            closed = true;
            open = current == null ? null : current.opened;
            current = null;
        }
        if (open != null) {
            awaitClosed(closeInBackground(open));
        }
    }

    private static void awaitClosed(Thread closing) {
        try {
            closing.join(CLOSING.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Attempt<T> attempt() {
        synchronized (lock) {
            Attempt<T> attempt = current;
            if (attempt != null && isCurrent(attempt)) {
                return attempt;
            }
            Attempt<T> fresh = new Attempt<>(nanoTime.getAsLong());
            if (closed) {
                fresh.result.completeExceptionally(new IllegalStateException("the sidecar is shutting down"));
                return fresh;
            }
            current = fresh;
            start(fresh);
            return fresh;
        }
    }

    private boolean isCurrent(Attempt<T> attempt) {
        if (attempt.result.isCompletedExceptionally()) {
            return nanoTime.getAsLong() - attempt.endedAt < PAUSE.toNanos();
        }
        return attempt.result.isDone()
                || hanging >= MAX_HANGING
                || nanoTime.getAsLong() - attempt.startedAt < PATIENCE.toNanos();
    }

    private void start(Attempt<T> attempt) {
        hanging++;
        DaemonThreads.start(name + "-connect", () -> open(attempt));
    }

    private void open(Attempt<T> attempt) {
        T opened = null;
        Throwable failure = null;
        try {
            opened = opener.open();
        } catch (Exception | LinkageError e) {
            failure = e;
        }
        boolean wanted;
        synchronized (lock) {
            hanging--;
            attempt.endedAt = nanoTime.getAsLong();
            attempt.opened = opened;
            wanted = current == attempt;
            complete(attempt, failure);
        }
        if (!wanted && opened != null) {
            closer.close(opened);
        }
    }

    private static <T> void complete(Attempt<T> attempt, @Nullable Throwable failure) {
        if (attempt.opened != null) {
            attempt.result.complete(attempt.opened);
        } else {
            attempt.result.completeExceptionally(
                    failure == null ? new IllegalStateException("nothing was opened") : failure);
        }
    }

    private Thread closeInBackground(T connection) {
        return DaemonThreads.start(name + "-close", () -> closer.close(connection));
    }

    /** May block. */
    interface Opener<T> {
        T open() throws Exception;
    }

    /** May block, must not throw. */
    interface Closer<T> {
        void close(T connection);
    }

    // Guarded by the lock.
    private static final class Attempt<T> {
        final CompletableFuture<T> result = new CompletableFuture<>();
        final long startedAt;
        long endedAt;

        @Nullable
        T opened;

        Attempt(long startedAt) {
            this.startedAt = startedAt;
        }
    }
}
