/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.job;

import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.LongAdder;

/** Bytes per second over the last ten seconds. Thread-safe. */
final class TransferRate {
    private static final long WINDOW_MILLIS = 10_000;
    private static final long SAMPLE_MILLIS = 250;

    private record RateSample(long atMillis, long bytes) {}

    private final InstantSource clock;
    private final LongAdder total = new LongAdder();
    private final Deque<RateSample> samples = new ArrayDeque<>();

    TransferRate(InstantSource clock) {
        this.clock = clock;
        samples.add(new RateSample(clock.millis(), 0));
    }

    void add(long bytes) {
        total.add(bytes);
    }

    long total() {
        return total.sum();
    }

    synchronized long bytesPerSecond() {
        long now = clock.millis();
        long bytes = total.sum();
        if (now - samples.getLast().atMillis() >= SAMPLE_MILLIS) {
            samples.addLast(new RateSample(now, bytes));
        }
        while (samples.size() > 2 && now - samples.getFirst().atMillis() > WINDOW_MILLIS) {
            samples.removeFirst();
        }
        RateSample oldest = samples.getFirst();
        long millis = now - oldest.atMillis();
        return millis <= 0 ? 0 : Math.max(0, (bytes - oldest.bytes()) * 1000 / millis);
    }
}
