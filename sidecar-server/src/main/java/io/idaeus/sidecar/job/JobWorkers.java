/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.job;

import io.idaeus.sidecar.thread.DaemonThreads;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/** Threads that drive the jobs of a kind, each job in one at a time. Thread-safe. */
public final class JobWorkers<J extends Job> implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(JobWorkers.class);
    private static final int ASIDE = 16;
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration AFTER_INTERRUPT = Duration.ofSeconds(5);

    private final ExecutorService threads;
    private final ThreadPoolExecutor aside;
    private final Consumer<J> drive;
    private final Duration patience;

    private JobWorkers(String name, ExecutorService threads, Consumer<J> drive, Duration patience) {
        this.patience = patience;
        this.threads = threads;
        this.aside = new ThreadPoolExecutor(
                ASIDE,
                ASIDE,
                1,
                TimeUnit.MINUTES,
                new LinkedBlockingQueue<>(),
                DaemonThreads.numbered(name + "-aside"));
        aside.allowCoreThreadTimeOut(true);
        this.drive = drive;
    }

    /**
     * @param name of the threads
     * @param concurrent jobs; others wait for their turn
     * @param drive works until the job has ended, wants no worker, or is told to stop
     */
    public static <J extends Job> JobWorkers<J> atMost(int concurrent, String name, Consumer<J> drive) {
        return new JobWorkers<>(
                name, Executors.newFixedThreadPool(concurrent, DaemonThreads.numbered(name)), drive, PATIENCE);
    }

    /** As many threads as there are jobs. A close interrupts them: they wait for other nodes most of the time. */
    public static <J extends Job> JobWorkers<J> oneEach(String name, Consumer<J> drive) {
        return new JobWorkers<>(
                name, Executors.newCachedThreadPool(DaemonThreads.numbered(name)), drive, Duration.ZERO);
    }

    /** Drives the job when a thread is free, unless another does. */
    public void submit(J job) {
        if (job.wantsWorker()) {
            threads.execute(() -> work(job));
        }
    }

    /** Drives a cancelled job on a spare thread, so that it need not wait for a free one. */
    public void submitAside(J job) {
        aside.execute(() -> work(job));
    }

    /** Spare threads, for tasks that may block. */
    public ExecutorService aside() {
        return aside;
    }

    private void work(J job) {
        if (!job.wantsWorker() || !job.steering().claim()) {
            return;
        }
        Map<String, String> fields = job.logFields();
        fields.forEach(MDC::put);
        try {
            drive.accept(job);
        } catch (RuntimeException | Error e) {
            LOG.error("a job's worker failed; the job goes on after a restart of the sidecar", e);
            throw e;
        } finally {
            job.steering().release();
            fields.keySet().forEach(MDC::remove);
        }
        // A resume that came while this worker was leaving found the job claimed.
        submit(job);
    }

    /** Stop every job first. */
    @Override
    public void close() {
        threads.shutdown();
        aside.shutdownNow();
        try {
            // One of them may be writing a record: the next to open the state directory must not meet it half done.
            if (!isOver(threads, patience)) {
                threads.shutdownNow();
                boolean unused = isOver(threads, AFTER_INTERRUPT);
            }
            if (!isOver(aside, PATIENCE)) {
                LOG.warn("threads that work aside still run after {}", PATIENCE);
            }
        } catch (InterruptedException e) {
            threads.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }

    private static boolean isOver(ExecutorService threads, Duration within) throws InterruptedException {
        return threads.awaitTermination(within.toMillis(), TimeUnit.MILLISECONDS);
    }
}
