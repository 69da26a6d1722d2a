/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.record;

import io.idaeus.api.Problem;
import io.idaeus.api.plan.AcceptedFinding;
import io.idaeus.api.plan.PlanDue;
import io.idaeus.api.plan.PlanState;
import io.idaeus.sidecar.plan.draft.Draft;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** How far a plan is: what of a {@link PlanRecord} changes. Small, however large the draft is. */
record StoredProgress(
        String id,
        PlanState state,
        long fence,
        String coordinator,
        Instant createdAt,
        @Nullable Instant approvedAt,
        @Nullable Instant finishedAt,
        List<StepRecord> steps,
        List<PlanDue> due,
        @Nullable Problem problem,
        @Nullable String requestedBy,
        @Nullable String approvedBy,
        List<AcceptedFinding> accepted) {
    StoredProgress {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(state, "state");
        steps = List.copyOf(steps);
        due = due == null ? List.of() : List.copyOf(due);
        accepted = accepted == null ? List.of() : List.copyOf(accepted);
    }

    static StoredProgress of(PlanRecord plan) {
        return new StoredProgress(
                plan.id(),
                plan.state(),
                plan.fence(),
                plan.coordinator(),
                plan.createdAt(),
                plan.approvedAt(),
                plan.finishedAt(),
                plan.steps(),
                plan.due(),
                plan.problem(),
                plan.requestedBy(),
                plan.approvedBy(),
                plan.accepted());
    }

    /** @throws IllegalArgumentException where it is of another draft */
    PlanRecord in(Draft draft) {
        if (draft.steps().size() != steps.size()) {
            throw new IllegalArgumentException("plan " + id + ": " + steps.size() + " steps (expected: "
                    + draft.steps().size() + ", as in its draft)");
        }
        return new PlanRecord(
                id,
                state,
                fence,
                coordinator,
                createdAt,
                approvedAt,
                finishedAt,
                draft,
                steps,
                due,
                problem,
                requestedBy,
                approvedBy,
                accepted);
    }
}
