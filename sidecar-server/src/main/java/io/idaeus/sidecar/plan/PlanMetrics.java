/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan;

import io.idaeus.api.plan.PlanState;
import io.idaeus.api.plan.PlanWait;
import io.idaeus.sidecar.job.JobMetrics;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

/** Metrics of the plans that this sidecar coordinates. */
public final class PlanMetrics implements MeterBinder {
    private final PlanService plans;

    public PlanMetrics(PlanService plans) {
        this.plans = plans;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        JobMetrics<PlanService> metrics = new JobMetrics<>(registry, plans, "idaeus.plans");
        metrics.states("Plans that this sidecar coordinates", PlanState.values(), PlanService::counts);
        metrics.waits("Running plans whose step waits", PlanWait.Cause.values(), (service, cause) -> service.waits()
                .filter(wait -> wait.cause() == cause)
                .map(PlanWait::since));
        plans.stepDurations().bindTo(registry);
    }
}
