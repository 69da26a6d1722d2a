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

/** Threads that compute checksums for at most {@value #MAX_WORKERS} requests at a time. Thread-safe. */
final class ChecksumWorkers implements AutoCloseable {
    static final int MAX_WORKERS = 2;

    private static final int CLOSE_SECONDS = 5;

    private final Semaphore free = new Semaphore(MAX_WORKERS);
    private final ExecutorService threads = Executors.newCachedThreadPool(new DiskThreads("data-checksum"));

    /** Where true, {@link #release} must follow. */
    boolean tryAcquire() {
        return free.tryAcquire();
    }

    void release() {
        free.release();
    }

    void run(Runnable task) {
        threads.execute(task);
    }

    /** Waits a few seconds for computations; they stop once their connections close. */
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
