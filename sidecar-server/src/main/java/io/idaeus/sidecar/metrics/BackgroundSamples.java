/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.metrics;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes the samples that cost too much for a scrape, on the thread {@code metric-samples}: scrapes read the last ones. */
public final class BackgroundSamples implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(BackgroundSamples.class);

    // A sample that took a second is taken every 50 seconds at most.
    private static final int REST = 50;

    private final ScheduledExecutorService thread =
            Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, "metric-samples"));

    /**
     * Takes the first sample at once. One that fails leaves the last one, and is logged at debug: whoever needs what it
     * reads says so.
     */
    public void every(Duration period, String what, Runnable sample) {
        ScheduledFuture<?> unused = thread.schedule(() -> take(period, what, sample), 0, TimeUnit.NANOSECONDS);
    }

    private void take(Duration period, String what, Runnable sample) {
        long began = System.nanoTime();
        try {
            sample.run();
        } catch (RuntimeException e) {
            LOG.debug("metrics of {} keep their last values", what, e);
        }
        long rest = Math.max(period.toNanos(), REST * (System.nanoTime() - began));
        if (!thread.isShutdown()) {
            ScheduledFuture<?> unused = thread.schedule(() -> take(period, what, sample), rest, TimeUnit.NANOSECONDS);
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
