/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.throttle;

import io.idaeus.sidecar.thread.DaemonThreads;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** Runs tasks on the daemon thread {@code data-throttle} until closed. */
public final class TimerAlarm implements Throttle.Alarm, AutoCloseable {
    private final ScheduledExecutorService timer =
            Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("data-throttle"));

    @Override
    public void in(long nanos, Runnable task) {
        try {
            ScheduledFuture<?> unused = timer.schedule(task, nanos, TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException closed) {
            // The waiting requests are being closed too.
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
