/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Registers metrics that read their values from one object, all with the same labels. The registry holds the object
 * weakly: the owner keeps it.
 */
public final class MetricSource<T> {
    private static final double NANOS_PER_SECOND = 1e9;

    private final MeterRegistry registry;
    private final T source;
    private final Tags labels;

    public MetricSource(MeterRegistry registry, T source, Tags labels) {
        this.registry = registry;
        this.source = source;
        this.labels = labels;
    }

    /** The same source with one more label. */
    public MetricSource<T> with(String label, String value) {
        return new MetricSource<>(registry, source, labels.and(label, value));
    }

    public void count(String name, String description, ToDoubleFunction<T> value) {
        counter(name, description, value).register(registry);
    }

    public void bytes(String name, String description, ToDoubleFunction<T> value) {
        counter(name, description, value).baseUnit("bytes").register(registry);
    }

    public void seconds(String name, String description, ToDoubleFunction<T> nanos) {
        counter(name, description, of -> nanos.applyAsDouble(of) / NANOS_PER_SECOND)
                .baseUnit("seconds")
                .register(registry);
    }

    public void gauge(String name, String description, ToDoubleFunction<T> value) {
        Gauge.builder(name, source, value).description(description).tags(labels).register(registry);
    }

    public void bytesNow(String name, String description, ToDoubleFunction<T> value) {
        Gauge.builder(name, source, value)
                .description(description)
                .baseUnit("bytes")
                .tags(labels)
                .register(registry);
    }

    /** A time in seconds since 1970; NaN while there is none. */
    public void timestamp(String name, String description, Function<T, Optional<Instant>> value) {
        Gauge.builder(name + ".timestamp", source, of -> value.apply(of)
                        .map(Instant::getEpochSecond)
                        .map(Long::doubleValue)
                        .orElse(Double.NaN))
                .description(description + ", in seconds since 1970")
                .baseUnit("seconds")
                .tags(labels)
                .register(registry);
    }

    private FunctionCounter.Builder<T> counter(String name, String description, ToDoubleFunction<T> value) {
        return FunctionCounter.builder(name, source, value)
                .description(description)
                .tags(labels);
    }
}
