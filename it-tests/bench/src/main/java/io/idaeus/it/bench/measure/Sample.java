/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.measure;

import org.jspecify.annotations.Nullable;

/**
 * One run.
 *
 * @param seconds from the first request to the last file in place
 * @param cpuSeconds user and system
 * @param rssBytes peaks
 * @param observed null for other competitors
 * @param machineDelayMillis 99th percentile of time; null if not measured
 */
public record Sample(
        double seconds,
        Sides cpuSeconds,
        Sides rssBytes,
        @Nullable Observed observed,
        @Nullable Double machineDelayMillis) {

    public Sample(double seconds, Sides cpuSeconds, Sides rssBytes, @Nullable Observed observed) {
        this(seconds, cpuSeconds, rssBytes, observed, null);
    }

    public Sample onMachine(@Nullable Double delayMillis) {
        return new Sample(seconds, cpuSeconds, rssBytes, observed, delayMillis);
    }

    /** @param bytes moved by this run */
    public String describe(long bytes) {
        StringBuilder words = new StringBuilder("%,.0f MiB/s".formatted(bytes / seconds / (1 << 20)));
        if (observed != null) {
            Sides stall = observed.delayMillis();
            words.append(", event-loop delay %.1f ms (sender) and %.1f ms (receiver)"
                    .formatted(stall.sender(), stall.receiver()));
        }
        if (machineDelayMillis != null) {
            words.append(", machine delay %.1f ms".formatted(machineDelayMillis));
        }
        return words.toString();
    }

    /** Adds the usage of another process on the receiving side. */
    public Sample withReceiver(double itsCpuSeconds, double itsRssBytes) {
        return new Sample(
                seconds,
                new Sides(cpuSeconds.sender(), cpuSeconds.receiver() + itsCpuSeconds),
                new Sides(rssBytes.sender(), rssBytes.receiver() + itsRssBytes),
                observed);
    }

    /**
     * Figures that only our own processes report.
     *
     * @param delayMillis event-loop delay, 99th percentile of time
     * @param heapBytes peak in use, garbage included
     * @param directBytes peak of direct memory
     */
    public record Observed(Sides delayMillis, Sides heapBytes, Sides directBytes) {}
}
