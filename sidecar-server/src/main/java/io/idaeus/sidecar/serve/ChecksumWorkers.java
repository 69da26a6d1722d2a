/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve;

import io.idaeus.sidecar.wire.DiskThreads;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Threads that compute checksums of whole files, at most {@value #MAX_WORKERS} files at a time. Further requests are refused,
 * not queued. Thread-safe.
 */
final class ChecksumWorkers implements AutoCloseable {
    static final int MAX_WORKERS = 2;

    private static final int CLOSE_SECONDS = 5;

    private final Semaphore free = new Semaphore(MAX_WORKERS);
    private final ExecutorService threads = Executors.newCachedThreadPool(new DiskThreads("data-checksum"));

    /** Whether a worker was free. Where it was, {@link #release} must follow. */
    boolean tryAcquire() {
        return free.tryAcquire();
    }

    void release() {
        free.release();
    }

    void run(Runnable task) {
        threads.execute(task);
    }

    /** Waits for running computations to close their files. They stop once their connections are closed. */
    @Override
    public void close() {
        threads.shutdown();
        try {
            threads.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
