/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Durations of one kind, with fixed buckets. What is measured before it is bound to a registry is lost. Thread-safe. */
public final class DurationHistogram implements MeterBinder {
    // By a factor of about three, from a small file to a night.
    private static final Duration[] BUCKETS = Stream.of(
                    10L,
                    30L,
                    100L,
                    300L,
                    1000L,
                    3000L,
                    10_000L,
                    30_000L,
                    100_000L,
                    300_000L,
                    1_000_000L,
                    3_000_000L,
                    10_000_000L,
                    30_000_000L)
            .map(Duration::ofMillis)
            .toArray(Duration[]::new);

    private final String name;
    private final String description;
    private volatile @Nullable MeterRegistry registry;

    public DurationHistogram(String name, String description) {
        this.name = name;
        this.description = description;
    }

    /** Without labels, its series is there at once. */
    @Override
    public void bindTo(MeterRegistry to) {
        bindTo(to, Stream.of(Tags.empty()));
    }

    /** @param labels of the series that are there at once */
    public void bindTo(MeterRegistry to, Stream<Tags> labels) {
        labels.forEach(each -> timer(to, each));
        registry = to;
    }

    public void record(Duration duration) {
        record(duration, Tags.empty());
    }

    /** @param labels of few values */
    public void record(Duration duration, Tags labels) {
        MeterRegistry bound = registry;
        if (bound != null) {
            timer(bound, labels).record(duration);
        }
    }

    private Timer timer(MeterRegistry in, Tags labels) {
        return Timer.builder(name)
                .description(description)
                .serviceLevelObjectives(BUCKETS)
                .tags(labels)
                .register(in);
    }
}
