/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan;

import io.idaeus.api.PlanState;
import io.idaeus.api.PlanWait;
import io.idaeus.sidecar.metrics.MetricSource;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Instant;

/** Metrics of the plans that this sidecar coordinates. */
public final class PlanMetrics implements MeterBinder {
    private final PlanService plans;

    public PlanMetrics(PlanService plans) {
        this.plans = plans;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        MetricSource<PlanService> source = new MetricSource<>(registry, plans, Tags.empty());
        for (PlanState state : PlanState.values()) {
            source.with("state", state.name())
                    .gauge("idaeus.plans", "Plans that this sidecar coordinates", service -> service.counts()
                            .getOrDefault(state, 0L));
        }
        for (PlanWait.Cause cause : PlanWait.Cause.values()) {
            MetricSource<PlanService> waiting = source.with("cause", cause.name());
            waiting.gauge("idaeus.plans.waiting", "Running plans whose step waits", service -> service.waits()
                    .filter(wait -> wait.cause() == cause)
                    .count());
            waiting.timestamp(
                    "idaeus.plans.waiting.since", "When the longest of these waits began", service -> service.waits()
                            .filter(wait -> wait.cause() == cause)
                            .map(PlanWait::since)
                            .min(Instant::compareTo));
        }
        plans.stepDurations().bindTo(registry);
    }
}
