/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.pull;

import io.idaeus.sidecar.wire.DiskThreads;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** The threads that describe and cut slices, for all transfers. */
public final class SliceThreads implements AutoCloseable {
    // So many SSTables are cut at once. Each has some MiB in memory for each batch.
    private static final int CUTS = 2;

    private static final int MOST_WORKERS = 8;
    private static final int DESCRIPTIONS = 4;
    private static final int CLOSE_TIMEOUT_SECONDS = 5;

    private final int workerCount = Math.min(MOST_WORKERS, Runtime.getRuntime().availableProcessors());
    private final ExecutorService descriptions =
            Executors.newFixedThreadPool(DESCRIPTIONS, new DiskThreads("slice-describe"));
    private final ExecutorService cuts = Executors.newFixedThreadPool(CUTS, new DiskThreads("slice-cut"));
    private final ExecutorService workers = Executors.newFixedThreadPool(workerCount, new DiskThreads("slice-work"));

    /** Threads that wait for sources. */
    ExecutorService descriptions() {
        return descriptions;
    }

    /** Each cuts an SSTable, with the workers. */
    ExecutorService cuts() {
        return cuts;
    }

    ExecutorService workers() {
        return workers;
    }

    int workerCount() {
        return workerCount;
    }

    @Override
    public void close() {
        descriptions.shutdownNow();
        cuts.shutdownNow();
        try {
            cuts.awaitTermination(CLOSE_TIMEOUT_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        workers.shutdownNow();
    }
}
