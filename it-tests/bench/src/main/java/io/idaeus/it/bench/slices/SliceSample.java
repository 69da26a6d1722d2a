/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.slices;

/**
 * One run.
 *
 * @param needed bytes of Data.db whose rows the node owns
 * @param sent bytes that the source sent; of Cassandra the needed ones
 * @param sourceCpu seconds of the source's Cassandra and sidecar, and so on for the destination
 * @param sstables that the destination has then
 * @param compactions that Cassandra estimates to be due there
 */
record SliceSample(
        double seconds,
        long needed,
        long sent,
        double sourceCpu,
        double destinationCpu,
        long sstables,
        long compactions) {
    private static final double MIB = 1 << 20;
    private static final double GIB = 1 << 30;

    double neededMibPerSecond() {
        return needed / MIB / seconds;
    }

    double sentForEachNeeded() {
        return (double) sent / needed;
    }

    double sourceCpuPerGib() {
        return sourceCpu / (needed / GIB);
    }

    double destinationCpuPerGib() {
        return destinationCpu / (needed / GIB);
    }

    @Override
    public String toString() {
        return "%.1f s, %.0f MiB/s needed, CPU %.1f + %.1f s"
                .formatted(seconds, neededMibPerSecond(), sourceCpu, destinationCpu);
    }
}
