/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench;

/** One run of each of two builds, one right after the other, on the same set. */
record PairedRun(long bytes, boolean baseFirst, Sample base, Sample current) {
    private static final double MIB = 1024 * 1024;
    private static final double GIB = 1024 * MIB;

    /** Above 1, the current build is faster. */
    double throughputRatio() {
        return base.seconds() / current.seconds();
    }

    /** Above 1, the current build uses more CPU for each GiB; not a number where both used less than can be counted. */
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
