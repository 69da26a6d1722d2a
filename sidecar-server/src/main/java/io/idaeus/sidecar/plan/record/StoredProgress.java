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
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** How far a plan is: what of a {@link PlanRecord} changes. Small, however large the draft is. */
@RecordBuilder
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
        return StoredProgressBuilder.builder()
                .id(plan.id())
                .state(plan.state())
                .fence(plan.fence())
                .coordinator(plan.coordinator())
                .createdAt(plan.createdAt())
                .approvedAt(plan.approvedAt())
                .finishedAt(plan.finishedAt())
                .steps(plan.steps())
                .due(plan.due())
                .problem(plan.problem())
                .requestedBy(plan.requestedBy())
                .approvedBy(plan.approvedBy())
                .accepted(plan.accepted())
                .build();
    }

    /** @throws IllegalArgumentException where it is of another draft */
    PlanRecord in(Draft draft) {
        if (draft.steps().size() != steps.size()) {
            throw new IllegalArgumentException("plan " + id + ": " + steps.size() + " steps (expected: "
                    + draft.steps().size() + ", as in its draft)");
        }
        return PlanRecordBuilder.builder()
                .id(id)
                .state(state)
                .fence(fence)
                .coordinator(coordinator)
                .createdAt(createdAt)
                .approvedAt(approvedAt)
                .finishedAt(finishedAt)
                .draft(draft)
                .steps(steps)
                .due(due)
                .problem(problem)
                .requestedBy(requestedBy)
                .approvedBy(approvedBy)
                .accepted(accepted)
                .build();
    }
}
