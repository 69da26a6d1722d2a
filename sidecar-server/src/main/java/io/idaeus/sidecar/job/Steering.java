/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.job;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Coordinates the worker of a job with commands: one worker at a time, wake-up, pause and stop. Thread-safe. */
public final class Steering {
    private final Semaphore wakeups = new Semaphore(0);
    private boolean claimed;
    private int pauses;
    private int pausesBeforeClaim;
    private volatile boolean stopping;

    /** True for one caller at a time, which may drive the job until {@link #release}. */
    public synchronized boolean claim() {
        if (claimed) {
            return false;
        }
        claimed = true;
        pausesBeforeClaim = pauses;
        return true;
    }

    public synchronized void release() {
        claimed = false;
    }

    /** Makes the current worker stop, even if a resume follows at once. */
    public synchronized void pause() {
        pauses++;
        wake();
    }

    /** Whether {@link #pause} was called since the current worker began. */
    public synchronized boolean isPausedSinceClaim() {
        return pauses != pausesBeforeClaim;
    }

    /** Makes the worker stop because the process ends. The record does not change. */
    public void stop() {
        stopping = true;
        wake();
    }

    public boolean isStopping() {
        return stopping;
    }

    /** Ends the current {@link #sleep}, or the next one. */
    public void wake() {
        wakeups.release();
    }

    /** Discards earlier calls of {@link #wake}. */
    public void clearWakeups() {
        wakeups.drainPermits();
    }

    /** Returns after this time, or at {@link #wake}. An interrupt counts as {@link #stop}. */
    public void sleep(Duration time) {
        try {
            boolean unused = wakeups.tryAcquire(time.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            stopping = true;
            Thread.currentThread().interrupt();
        }
    }
}
