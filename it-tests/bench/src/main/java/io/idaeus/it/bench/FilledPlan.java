/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench;

import io.idaeus.api.plan.Plan;
import io.idaeus.api.plan.PlanRequest;
import io.idaeus.api.plan.PlanState;
import io.idaeus.api.plan.PlanStep;
import io.idaeus.client.PlansClient;
import io.idaeus.it.plans.PlanDriver;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Objects;

/** Times plans that fill nodes. */
public final class FilledPlan {
    private FilledPlan() {}

    /**
     * Makes a plan and carries it out.
     *
     * @return seconds from the approval to the end of the last FILL
     * @throws IllegalStateException if it does not complete
     */
    public static double seconds(PlansClient plans, PlanRequest request, Duration longest) {
        Plan ended = PlanDriver.carriedOut(plans, request, longest);
        if (ended.state() != PlanState.COMPLETED) {
            throw new IllegalStateException(PlanDriver.brief(ended));
        }
        Instant last = ended.steps().stream()
                .filter(step -> step.kind() == PlanStep.Kind.FILL)
                .map(step -> Objects.requireNonNull(step.finishedAt()))
                .max(Comparator.naturalOrder())
                .orElseThrow();
        return Duration.between(Objects.requireNonNull(ended.approvedAt()), last)
                        .toMillis()
                / 1e3;
    }
}
