/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.disk;

import io.idaeus.sidecar.thread.DaemonThreads;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Scans directories on threads of their own, since nothing can end a system call on a network mount that hangs. A scan
 * may take as long as it gets on. Where one step of it takes too long, the caller gets an error, and the thread is left
 * behind: no other is begun for the same directories until it has ended. Thread-safe.
 */
public final class DirectoryScans {
    /** Limit of a step where somebody waits for the answer, such as a probe. */
    public static final Duration SHORT = Duration.ofSeconds(2);

    private static final DirectoryScans OF_PROCESS = new DirectoryScans(Duration.ofSeconds(30), 32);
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final ThreadLocal<@Nullable Scan<?>> CURRENT = new ThreadLocal<>();

    private final Duration limit;
    private final int mostLeftBehind;
    private final LongSupplier nanoTime;
    private final AtomicInteger threads = new AtomicInteger();
    private final Map<List<Path>, Scan<?>> leftBehind = new HashMap<>();

    /**
     * @param limit of one step
     * @param mostLeftBehind with so many, each new scan fails
     */
    public DirectoryScans(Duration limit, int mostLeftBehind) {
        this(limit, mostLeftBehind, System::nanoTime);
    }

    DirectoryScans(Duration limit, int mostLeftBehind, LongSupplier nanoTime) {
        this.limit = limit;
        this.mostLeftBehind = mostLeftBehind;
        this.nanoTime = nanoTime;
    }

    public static DirectoryScans ofProcess() {
        return OF_PROCESS;
    }

    /** Names its steps by {@link #at}. */
    @FunctionalInterface
    public interface Work<T> {
        T run() throws IOException;
    }

    /** Begins a step of the scan that this thread works on, if there is one. */
    public static void at(Path place) {
        Scan<?> scan = CURRENT.get();
        if (scan != null) {
            scan.at(place);
        }
    }

    /**
     * Within another scan, part of that.
     *
     * @param directories what it scans
     * @throws StalledScanException where a step takes longer than the limit
     * @throws IOException as the work throws it
     */
    public <T> T run(Collection<Path> directories, Work<T> work) throws IOException {
        return run(directories, limit, work);
    }

    /** @param stepLimit in place of the usual one */
    public <T> T run(Collection<Path> directories, Duration stepLimit, Work<T> work) throws IOException {
        List<Path> key = List.copyOf(directories);
        if (key.isEmpty() || CURRENT.get() != null) {
            return work.run();
        }
        requireNotLeftBehind(key, stepLimit);
        Scan<T> scan = new Scan<>(key.get(0), work, nanoTime);
        DaemonThreads.start("directory-scan-" + threads.incrementAndGet(), () -> run(key, scan));
        return await(key, scan, stepLimit);
    }

    private void run(List<Path> key, Scan<?> scan) {
        CURRENT.set(scan);
        try {
            scan.run();
        } finally {
            CURRENT.remove();
            synchronized (leftBehind) {
                scan.ended = true;
                leftBehind.remove(key, scan);
            }
        }
    }

    private <T> T await(List<Path> key, Scan<T> scan, Duration stepLimit) throws IOException {
        try {
            while (true) {
                try {
                    return scan.get(Math.min(LOOK_NANOS, stepLimit.toNanos()), TimeUnit.NANOSECONDS);
                } catch (TimeoutException e) {
                    if (scan.nanosOfStep() >= stepLimit.toNanos()) {
                        leaveBehind(key, scan);
                        throw new StalledScanException(scan.place, stepLimit);
                    }
                }
            }
        } catch (InterruptedException e) {
            scan.cancel(true);
            Thread.currentThread().interrupt();
            throw (InterruptedIOException) new InterruptedIOException("interrupted at " + scan.place).initCause(e);
        } catch (ExecutionException e) {
            throw thrown(e.getCause());
        }
    }

    private static IOException thrown(@Nullable Throwable cause) {
        if (cause instanceof RuntimeException unchecked) {
            throw unchecked;
        }
        if (cause instanceof Error error) {
            throw error;
        }
        return cause instanceof IOException failure ? failure : new IOException(cause);
    }

    private void leaveBehind(List<Path> key, Scan<?> scan) {
        synchronized (leftBehind) {
            if (!scan.ended) {
                leftBehind.put(key, scan);
            }
        }
        scan.cancel(true);
    }

    private void requireNotLeftBehind(List<Path> key, Duration stepLimit) throws StalledScanException {
        synchronized (leftBehind) {
            Scan<?> earlier = leftBehind.get(key);
            if (earlier == null && leftBehind.size() >= mostLeftBehind) {
                earlier = leftBehind.values().iterator().next();
            }
            if (earlier != null) {
                throw new StalledScanException(earlier.place, stepLimit);
            }
        }
    }

    private static final class Scan<T> extends FutureTask<T> {
        private final LongSupplier nanoTime;
        private volatile Path place;
        private volatile long since;

        // Guarded by leftBehind.
        private boolean ended;

        Scan(Path place, Work<T> work, LongSupplier nanoTime) {
            super(work::run);
            this.place = place;
            this.nanoTime = nanoTime;
            this.since = nanoTime.getAsLong();
        }

        private void at(Path next) {
            since = nanoTime.getAsLong();
            place = next;
        }

        private long nanosOfStep() {
            return nanoTime.getAsLong() - since;
        }
    }
}
