/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.limits;

import io.idaeus.api.limits.LimitState;
import io.idaeus.sidecar.metrics.MetricSource;
import io.idaeus.sidecar.throttle.Throttle;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.function.Function;

/** Publishes both rate limits and their states as {@code idaeus_rate_limit_…}. */
public final class LimitsMetrics implements MeterBinder {
    private final LimitsService limits;
    private final Throttle sending;
    private final Throttle receiving;

    public LimitsMetrics(LimitsService limits, Throttle sending, Throttle receiving) {
        this.limits = limits;
        this.sending = sending;
        this.receiving = receiving;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        bind(registry, "send", sending, LimitsService::sendState);
        bind(registry, "receive", receiving, LimitsService::receiveState);
    }

    private void bind(
            MeterRegistry registry, String direction, Throttle throttle, Function<LimitsService, LimitState> now) {
        Gauge.builder("idaeus.rate.limit", throttle, Throttle::limit)
                .description("The rate limit now; 0 for none")
                .baseUnit("bytes_per_second")
                .tag("direction", direction)
                .register(registry);
        MetricSource<LimitsService> source = new MetricSource<>(registry, limits, Tags.of("direction", direction));
        for (LimitState state : LimitState.values()) {
            source.with("state", state.name())
                    .gauge(
                            "idaeus.rate.limit.state",
                            "1 for the state of the rate limit",
                            of -> now.apply(of) == state ? 1 : 0);
        }
    }
}
