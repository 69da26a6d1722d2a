/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench;

import io.idaeus.it.bench.measure.Sample;

/** Consecutive runs of two builds on the same set. */
record PairedRun(long bytes, boolean baseFirst, Sample base, Sample current) {
    private static final double MIB = 1024 * 1024;
    private static final double GIB = 1024 * MIB;

    /** Above 1 if the current build is faster. */
    double throughputRatio() {
        return base.seconds() / current.seconds();
    }

    /** Above 1 if the current build uses more CPU. NaN if both used less than is counted. */
    double cpuRatio() {
        return cpuSecondsPerGiB(current) / cpuSecondsPerGiB(base);
    }

    String line(String set, int number) {
        return "| %s | %d | %s | %,.0f | %,.0f | %.3f | %.2f | %.2f | %.3f |%n"
                .formatted(
                        set,
                        number,
                        baseFirst ? "base" : "current",
                        mibPerSecond(base),
                        mibPerSecond(current),
                        throughputRatio(),
                        cpuSecondsPerGiB(base),
                        cpuSecondsPerGiB(current),
                        cpuRatio());
    }

    private double mibPerSecond(Sample sample) {
        return bytes / MIB / sample.seconds();
    }

    private double cpuSecondsPerGiB(Sample sample) {
        return (sample.cpuSeconds().sender() + sample.cpuSeconds().receiver()) * GIB / bytes;
    }
}
