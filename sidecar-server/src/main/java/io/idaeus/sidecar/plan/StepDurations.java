/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan;

import io.idaeus.api.plan.PlanStep;
import io.idaeus.sidecar.metrics.DurationHistogram;
import io.idaeus.sidecar.plan.record.PlanChange;
import io.idaeus.sidecar.plan.record.StepRecord;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import java.util.stream.Stream;

/** How long the steps of plans take, by what they do. */
final class StepDurations implements MeterBinder {
    private final DurationHistogram durations = new DurationHistogram(
            "idaeus.plan.step.duration", "Steps of plans that are done, what they waited for included");

    // A series for each action would be there for ever at every node, and few of them coordinate plans.
    @Override
    public void bindTo(MeterRegistry registry) {
        durations.bindTo(registry, Stream.empty());
    }

    void changed(PlanChange change) {
        Integer index = change.step();
        if (index != null) {
            StepRecord step = change.plan().steps().get(index);
            if (step.state() == PlanStep.State.DONE && step.startedAt() != null && step.finishedAt() != null) {
                durations.record(
                        Duration.between(step.startedAt(), step.finishedAt()),
                        Tags.of(
                                "action",
                                change.plan()
                                        .draft()
                                        .steps()
                                        .get(index)
                                        .action()
                                        .name()));
            }
        }
    }
}
