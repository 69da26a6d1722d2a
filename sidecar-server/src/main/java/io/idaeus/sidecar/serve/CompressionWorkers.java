/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve;

import io.idaeus.sidecar.compression.CodecThreads;
import io.idaeus.sidecar.compression.Compressor;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Compresses blocks of up to {@value #MAX_RESPONSES} responses at a time; others send theirs uncompressed. Thread-safe. */
final class CompressionWorkers implements AutoCloseable {
    // Bounds memory: a response holds up to three compressed blocks of at most 0.9 MiB.
    static final int MAX_RESPONSES = 16;

    private final Semaphore free = new Semaphore(MAX_RESPONSES);
    private final CodecThreads<Compressor> threads;

    CompressionWorkers(CodecThreads<Compressor> threads) {
        this.threads = threads;
    }

    /** Starts the threads; null where zstd is not available. */
    static @Nullable CompressionWorkers find() {
        CodecThreads<Compressor> threads = CodecThreads.compressing();
        return threads == null ? null : new CompressionWorkers(threads);
    }

    /** Admits a response to {@link #run}. Where true, {@link #release} must follow. */
    boolean tryAcquire() {
        return free.tryAcquire();
    }

    void release() {
        free.release();
    }

    int free() {
        return free.availablePermits();
    }

    void run(CodecThreads.Task<Compressor> task, Consumer<Throwable> withoutCodec) {
        threads.run(task, withoutCodec);
    }

    @Override
    public void close() {
        threads.close();
    }
}
