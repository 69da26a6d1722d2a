/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.compression;

import io.idaeus.sidecar.wire.DiskThreads;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A pool of half as many threads as cores, at least one. A task has a codec of its own. Thread-safe. */
public final class CodecThreads<C extends AutoCloseable> implements AutoCloseable {
    private static final int CLOSE_SECONDS = 5;

    private final Supplier<C> make;
    private final ExecutorService threads;

    // Codecs that no task uses. There are never more codecs than threads.
    private final Deque<C> idle = new ArrayDeque<>();
    private boolean closed;

    CodecThreads(String name, Supplier<C> make) {
        this.make = make;
        int count = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
        this.threads = Executors.newFixedThreadPool(count, new DiskThreads(name));
    }

    /** Null where zstd is not available. */
    public static @Nullable CodecThreads<Compressor> compressing() {
        return ZstdLibrary.isAvailable() ? new CodecThreads<>("data-compress", Compressor::new) : null;
    }

    /** Null where zstd is not available. */
    public static @Nullable CodecThreads<Decompressor> decompressing() {
        return ZstdLibrary.isAvailable() ? new CodecThreads<>("data-decompress", Decompressor::new) : null;
    }

    /** A task that throws nothing. */
    public interface Task<C> {
        void run(C codec);
    }

    /**
     * @param withoutCodec called instead of the task, with the cause, where no codec can be created
     * @throws RejectedExecutionException once closed
     */
    public void run(Task<C> task, Consumer<Throwable> withoutCodec) {
        threads.execute(() -> {
            C codec;
            try {
                codec = take();
            } catch (RuntimeException | Error e) {
                withoutCodec.accept(e);
                return;
            }
            try {
                task.run(codec);
            } finally {
                giveBack(codec);
            }
        });
    }

    private C take() {
        synchronized (idle) {
            C codec = idle.poll();
            if (codec != null) {
                return codec;
            }
        }
        return make.get();
    }

    private void giveBack(C codec) {
        synchronized (idle) {
            if (!closed) {
                idle.push(codec);
                return;
            }
        }
        close(codec);
    }

    /** Accepts no more tasks, and waits up to five seconds. A task that ends later closes its codec. */
    @Override
    public void close() {
        threads.shutdown();
        try {
            threads.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        synchronized (idle) {
            closed = true;
            idle.forEach(CodecThreads::close);
            idle.clear();
        }
    }

    private static void close(AutoCloseable codec) {
        try {
            codec.close();
        } catch (Exception e) {
            throw new IllegalStateException("codecs close without failures", e);
        }
    }
}
