/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.job;

import io.idaeus.sidecar.metrics.MetricSource;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.time.Instant;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Publishes how many jobs of a kind are in each state, and what they wait for.
 *
 * @param <J> the service that has the jobs
 */
public final class JobMetrics<J> {
    private final MetricSource<J> source;
    private final String name;

    /** @param name of the gauges, for instance {@code idaeus.transfers} */
    public JobMetrics(MeterRegistry registry, J jobs, String name) {
        this.source = new MetricSource<>(registry, jobs, Tags.empty());
        this.name = name;
    }

    /** The gauge {@code <name>}, by state. */
    public <S extends Enum<S>> void states(String description, S[] states, Function<J, Map<S, Long>> counts) {
        for (S state : states) {
            source.with("state", state.name())
                    .gauge(name, description, jobs -> counts.apply(jobs).getOrDefault(state, 0L));
        }
    }

    /**
     * The gauges {@code <name>.waiting} and {@code <name>.waiting.since}, by cause.
     *
     * @param since when each wait for a cause began
     */
    public <C extends Enum<C>> void waits(String description, C[] causes, BiFunction<J, C, Stream<Instant>> since) {
        for (C cause : causes) {
            MetricSource<J> waiting = source.with("cause", cause.name());
            waiting.gauge(name + ".waiting", description, jobs -> since.apply(jobs, cause)
                    .count());
            waiting.timestamp(
                    name + ".waiting.since", "When the longest of these waits began", jobs -> since.apply(jobs, cause)
                            .min(Instant::compareTo));
        }
    }
}
