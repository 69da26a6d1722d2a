/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.job;

import io.idaeus.api.transfer.TransferSample;
import io.idaeus.api.transfer.TransferSamples;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Throughput at even intervals. Where it would grow beyond its bound, the interval doubles. Not thread-safe. */
final class SampleSeries {
    static final int MOST = 600;
    private static final long HALF_A_SECOND = 500;

    private final List<TransferSample> samples = new ArrayList<>();
    private @Nullable Instant from;
    private long bytesBefore;
    private int interval = 1;

    /**
     * To be called each second.
     *
     * @param bytes received so far; fewer than before where the counter began again
     * @param limit in bytes a second; null for none
     */
    void add(Instant now, long bytes, @Nullable Long limit) {
        addAfter(interval * 1000L - HALF_A_SECOND, now, bytes, limit);
    }

    /** The last sample, over what is left. Where that is less than half a second, only a series without a sample takes it. */
    void end(Instant now, long bytes, @Nullable Long limit) {
        addAfter(samples.isEmpty() ? 0 : HALF_A_SECOND, now, bytes, limit);
    }

    private void addAfter(long leastMillis, Instant now, long bytes, @Nullable Long limit) {
        if (from == null || bytes < bytesBefore) {
            from = now;
            bytesBefore = bytes;
            return;
        }
        long millis = now.toEpochMilli() - from.toEpochMilli();
        if (millis < leastMillis) {
            return;
        }
        samples.add(new TransferSample(now, (bytes - bytesBefore) * 1000 / Math.max(1, millis), limit));
        from = now;
        bytesBefore = bytes;
        if (samples.size() >= MOST) {
            halve();
        }
    }

    private void halve() {
        List<TransferSample> half = new ArrayList<>();
        for (int i = 1; i < samples.size(); i += 2) {
            TransferSample later = samples.get(i);
            long mean = (samples.get(i - 1).bytesPerSecond() + later.bytesPerSecond()) / 2;
            half.add(new TransferSample(later.at(), mean, later.limit()));
        }
        samples.clear();
        samples.addAll(half);
        interval *= 2;
    }

    TransferSamples view() {
        return new TransferSamples(interval, List.copyOf(samples));
    }
}
