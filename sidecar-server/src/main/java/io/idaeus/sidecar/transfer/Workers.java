/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer;

import io.idaeus.sidecar.transfer.job.TransferRun;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Threads that drive transfers: {@code transfer-<n>}, one for each that runs at once, and {@code transfer-aside-<n>}
 * beside them.
 */
final class Workers implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Workers.class);
    private static final int ASIDE = 16;
    private static final int STOP_SECONDS = 10;

    private final Consumer<TransferRun> worker;
    private final ExecutorService threads;
    private final ThreadPoolExecutor aside;

    Workers(Consumer<TransferRun> worker, int concurrent) {
        this.worker = worker;
        this.threads = Executors.newFixedThreadPool(concurrent, NamedThreads.named("transfer"));
        this.aside = new ThreadPoolExecutor(
                ASIDE, ASIDE, 1, TimeUnit.MINUTES, new LinkedBlockingQueue<>(), NamedThreads.named("transfer-aside"));
        aside.allowCoreThreadTimeOut(true);
    }

    void submit(TransferRun run) {
        if (run.wantsWorker()) {
            threads.execute(() -> work(run));
        }
    }

    /** Drives a cancelled transfer now, unless a worker does. */
    void submitAside(TransferRun run) {
        aside.execute(() -> work(run));
    }

    ExecutorService aside() {
        return aside;
    }

    private void work(TransferRun run) {
        if (!run.wantsWorker() || !run.claim()) {
            return;
        }
        try {
            LogIds.during(run, () -> worker.accept(run));
        } finally {
            run.release();
        }
        if (run.state().isFinal()) {
            run.stored().forgetSelection();
        }
        // A resume that came while this worker was leaving found the run claimed.
        submit(run);
    }

    /** Call after every run was told to stop. */
    @Override
    public void close() {
        threads.shutdown();
        aside.shutdownNow();
        try {
            if (!threads.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS)) {
                threads.shutdownNow();
            }
            // One of them may be writing a record: the next to open the state directory must not meet it half done.
            if (!aside.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS)) {
                LOG.warn("transfer-aside threads still run after {} s", STOP_SECONDS);
            }
        } catch (InterruptedException e) {
            threads.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
