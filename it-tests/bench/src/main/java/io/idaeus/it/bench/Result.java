/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench;

import io.idaeus.it.bench.competitor.Competitor;
import io.idaeus.it.bench.data.DataSet;
import io.idaeus.it.bench.measure.Sample;
import io.idaeus.it.bench.measure.Sides;
import io.idaeus.it.bench.measure.Spread;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A competitor on a set: medians over all runs. One entry of results.json. */
record Result(
        String set,
        String competitor,
        int connections,
        Spread mibPerSecond,
        Sides cpuSecondsPerGiB,
        Sides peakRssMiB,
        @Nullable Sides eventLoopDelayP99Millis,
        @Nullable Double machineDelayP99Millis,
        @Nullable Sides peakHeapMiB,
        @Nullable Sides peakDirectMiB,
        int runs) {
    private static final double MIB = 1024 * 1024;
    private static final double GIB = 1024 * MIB;

    public static Result of(DataSet set, Competitor competitor, List<Sample> samples) {
        double bytes = set.bytes();
        return new Result(
                set.name(),
                competitor.name(),
                competitor.connections(),
                Spread.of(
                        samples.stream().map(run -> bytes / MIB / run.seconds()).toList()),
                Sides.median(samples.stream().map(Sample::cpuSeconds).toList()).times(GIB / bytes),
                Sides.median(samples.stream().map(Sample::rssBytes).toList()).times(1 / MIB),
                observed(samples, Sample.Observed::delayMillis, 1),
                machineDelay(samples),
                observed(samples, Sample.Observed::heapBytes, 1 / MIB),
                observed(samples, Sample.Observed::directBytes, 1 / MIB),
                samples.size());
    }

    private static @Nullable Double machineDelay(List<Sample> samples) {
        List<Double> known = samples.stream()
                .map(Sample::machineDelayMillis)
                .filter(Objects::nonNull)
                .toList();
        return known.isEmpty() ? null : Spread.of(known).median();
    }

    private static @Nullable Sides observed(
            List<Sample> samples, Function<Sample.Observed, Sides> what, double factor) {
        List<Sides> known = samples.stream()
                .map(Sample::observed)
                .filter(Objects::nonNull)
                .map(what)
                .toList();
        return known.isEmpty() ? null : Sides.median(known).times(factor);
    }
}
