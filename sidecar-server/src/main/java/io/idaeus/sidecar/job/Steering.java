/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.job;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** What the worker of a job and its operator tell each other: who drives it, when to look again, when to leave. Thread-safe. */
public final class Steering {
    private final Semaphore news = new Semaphore(0);
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

    /** The worker that drives it now must leave, even if a resume follows at once. */
    public synchronized void pause() {
        pauses++;
        wake();
    }

    /** Whether the worker that drives it was told to leave. */
    public synchronized boolean isPausedSinceClaim() {
        return pauses != pausesBeforeClaim;
    }

    /** The worker leaves. The record stays as it is, for the next start. */
    public void stop() {
        stopping = true;
        wake();
    }

    public boolean isStopping() {
        return stopping;
    }

    /** Ends the worker's sleep. */
    public void wake() {
        news.release();
    }

    /** News from before this call ends no sleep after it. */
    public void forgetNews() {
        news.drainPermits();
    }

    /** Returns at the latest after this time, and earlier with news. An interrupt is a stop. */
    public void sleep(Duration time) {
        try {
            boolean unused = news.tryAcquire(time.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            stopping = true;
            Thread.currentThread().interrupt();
        }
    }
}
