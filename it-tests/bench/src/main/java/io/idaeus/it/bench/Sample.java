/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench;

import org.jspecify.annotations.Nullable;

/**
 * One run.
 *
 * @param seconds from the first request to the last file in place
 * @param cpuSeconds user and system
 * @param rssBytes the peak
 * @param observed what only our own processes tell; null for others
 * @param machineStallMillis how late the machine itself was, 99th percentile of time; null where nobody knows
 */
record Sample(
        double seconds,
        Sides cpuSeconds,
        Sides rssBytes,
        @Nullable Observed observed,
        @Nullable Double machineStallMillis) {

    Sample(double seconds, Sides cpuSeconds, Sides rssBytes, @Nullable Observed observed) {
        this(seconds, cpuSeconds, rssBytes, observed, null);
    }

    Sample onMachine(@Nullable Double stallMillis) {
        return new Sample(seconds, cpuSeconds, rssBytes, observed, stallMillis);
    }

    /** For the log, of a run that moved so many bytes. */
    String describe(long bytes) {
        StringBuilder words = new StringBuilder("%,.0f MiB/s".formatted(bytes / seconds / (1 << 20)));
        if (observed != null) {
            Sides stall = observed.stallMillis();
            words.append(", event-loop delay %.1f ms (sender) and %.1f ms (receiver)"
                    .formatted(stall.sender(), stall.receiver()));
        }
        if (machineStallMillis != null) {
            words.append(", machine delay %.1f ms".formatted(machineStallMillis));
        }
        return words.toString();
    }

    /** With what another process of the receiving side used. */
    Sample withReceiver(double itsCpuSeconds, double itsRssBytes) {
        return new Sample(
                seconds,
                new Sides(cpuSeconds.sender(), cpuSeconds.receiver() + itsCpuSeconds),
                new Sides(rssBytes.sender(), rssBytes.receiver() + itsRssBytes),
                observed);
    }

    /**
     * What our own processes know of themselves.
     *
     * @param stallMillis how late event loops were, 99th percentile of time
     * @param heapBytes the peak in use, garbage included
     * @param directBytes the peak of direct memory
     */
    record Observed(Sides stallMillis, Sides heapBytes, Sides directBytes) {}
}
