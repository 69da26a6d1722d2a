/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.measure;

import java.util.concurrent.atomic.AtomicLong;

/** Samples the peak resident size of a process every 20 ms until closed: it may end at any time. */
public final class PeakWatch implements AutoCloseable {
    private final AtomicLong peak = new AtomicLong();
    private final Thread sampler;

    public PeakWatch(long pid) {
        sampler = new Thread(() -> sample(pid), "peak-watch");
        sampler.setDaemon(true);
        sampler.start();
    }

    public long bytes() {
        return peak.get();
    }

    private void sample(long pid) {
        try {
            while (true) {
                peak.accumulateAndGet(Usage.peakRssBytes(pid), Math::max);
                Thread.sleep(20);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        sampler.interrupt();
    }
}
