/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.job;

import io.idaeus.api.TransferSample;
import io.idaeus.api.TransferSamples;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Throughput at even intervals. Where it would grow beyond its bound, the interval doubles. Not thread-safe. */
final class SampleSeries {
    static final int MOST = 600;

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
        if (from == null || bytes < bytesBefore) {
            from = now;
            bytesBefore = bytes;
            return;
        }
        long millis = now.toEpochMilli() - from.toEpochMilli();
        if (millis < interval * 1000L - 500) {
            return;
        }
        samples.add(new TransferSample(now, (bytes - bytesBefore) * 1000 / millis, limit));
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
