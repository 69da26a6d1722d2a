/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.health;

import io.idaeus.api.node.Health;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Publishes the readiness checks as {@code idaeus_readiness_…}, as the last sample found them. */
public final class ReadinessMetrics implements MeterBinder {
    private final Readiness readiness;
    private volatile double up = Double.NaN;
    private @Nullable MultiGauge checks;

    public ReadinessMetrics(Readiness readiness) {
        this.readiness = readiness;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        checks = MultiGauge.builder("idaeus.readiness.check.up")
                .description("1 where a readiness check passes, 0 where it fails")
                .register(registry);
        Gauge.builder("idaeus.readiness.up", this, metrics -> metrics.up)
                .description("1 where all readiness checks pass, 0 where one fails")
                .register(registry);
    }

    /** Takes as long as the checks. */
    public void sample() {
        Health health = readiness.check();
        up = health.up() ? 1 : 0;
        Objects.requireNonNull(checks, "not bound")
                .register(
                        health.checks().stream()
                                .map(check -> MultiGauge.Row.of(Tags.of("check", check.name()), check.up() ? 1 : 0))
                                .toList(),
                        true);
    }
}
