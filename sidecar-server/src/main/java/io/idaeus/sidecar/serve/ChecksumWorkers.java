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
 * Threads that read files through to compute checksums, for nobody should wait for that on an event loop. So many at a time;
 * who comes above is refused, not queued.
 */
final class ChecksumWorkers implements AutoCloseable {
    static final int AT_A_TIME = 2;

    private static final int PATIENCE_SECONDS = 5;

    private final Semaphore free = new Semaphore(AT_A_TIME);
    private final ExecutorService threads = Executors.newCachedThreadPool(new DiskThreads("data-checksum"));

    /** Whether a worker was free and is now the caller's; {@link #leave} must follow. */
    boolean enter() {
        return free.tryAcquire();
    }

    void leave() {
        free.release();
    }

    void run(Runnable task) {
        threads.execute(task);
    }

    /** Returns when what was under way has let its files go; without its connection that is soon. */
    @Override
    public void close() {
        threads.shutdown();
        try {
            threads.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
