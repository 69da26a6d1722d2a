/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.run;

import io.idaeus.api.PlanDue;
import io.idaeus.api.PlanState;
import io.idaeus.api.PlanStep;
import io.idaeus.api.Problem;
import io.idaeus.sidecar.plan.draft.Draft;
import io.idaeus.sidecar.plan.draft.StepAction;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A plan as it is stored, by its coordinator and by its destinations.
 *
 * @param steps in the order of the draft's steps
 * @param due what is left to do or undo, besides the draft's
 * @param requestedBy who made it; null without authentication
 * @param approvedBy who approved it
 */
public record PlanRecord(
        String id,
        PlanState state,
        long fence,
        String coordinator,
        Instant createdAt,
        @Nullable Instant approvedAt,
        @Nullable Instant finishedAt,
        Draft draft,
        List<StepRecord> steps,
        List<PlanDue> due,
        @Nullable Problem problem,
        @Nullable String requestedBy,
        @Nullable String approvedBy) {
    public PlanRecord {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(state, "state");
        Objects.requireNonNull(draft, "draft");
        steps = List.copyOf(steps);
        due = due == null ? List.of() : List.copyOf(due);
    }

    /** Of nobody in particular. */
    public static PlanRecord drafted(String id, String coordinator, Draft draft, Instant now) {
        return drafted(id, coordinator, draft, now, null);
    }

    public static PlanRecord drafted(
            String id, String coordinator, Draft draft, Instant now, @Nullable String requestedBy) {
        List<StepRecord> steps =
                draft.steps().stream().map(step -> StepRecord.PENDING).toList();
        return new PlanRecord(
                id, PlanState.DRAFT, 1, coordinator, now, null, null, draft, steps, List.of(), null, requestedBy, null);
    }

    /** The step to take next; empty after the last. */
    public Optional<Integer> current() {
        return IntStream.range(0, steps.size())
                .filter(i -> steps.get(i).state() != PlanStep.State.DONE
                        && steps.get(i).state() != PlanStep.State.SKIPPED)
                .boxed()
                .findFirst();
    }

    /** Whether a step with this action has ended, or is being taken. */
    public boolean hasReached(StepAction action) {
        return IntStream.range(0, steps.size())
                .anyMatch(i ->
                        draft.steps().get(i).action() == action && steps.get(i).state() != PlanStep.State.PENDING);
    }

    /** The first step with this action. */
    Optional<StepRecord> record(StepAction action) {
        return IntStream.range(0, steps.size())
                .filter(i -> draft.steps().get(i).action() == action)
                .mapToObj(steps::get)
                .findFirst();
    }

    public PlanRecord withState(PlanState value) {
        return new PlanRecord(
                id,
                value,
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
                approvedBy);
    }

    public PlanRecord approved(Instant now, @Nullable String by) {
        return new PlanRecord(
                id,
                PlanState.RUNNING,
                fence,
                coordinator,
                createdAt,
                now,
                null,
                draft,
                steps,
                due,
                null,
                requestedBy,
                by);
    }

    public PlanRecord withStep(int index, StepRecord step) {
        List<StepRecord> changed = new ArrayList<>(steps);
        changed.set(index, step);
        return new PlanRecord(
                id,
                state,
                fence,
                coordinator,
                createdAt,
                approvedAt,
                finishedAt,
                draft,
                changed,
                due,
                problem,
                requestedBy,
                approvedBy);
    }

    /** Adds what is not among it already. */
    PlanRecord withDue(List<PlanDue> more) {
        List<PlanDue> all =
                Stream.concat(due.stream(), more.stream()).distinct().toList();
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
                all,
                problem,
                requestedBy,
                approvedBy);
    }

    public PlanRecord ended(PlanState how, @Nullable Problem why, List<PlanDue> left, Instant now) {
        return new PlanRecord(
                id,
                how,
                fence,
                coordinator,
                createdAt,
                approvedAt,
                now,
                draft,
                steps,
                left,
                why,
                requestedBy,
                approvedBy);
    }

    public PlanRecord adoptedBy(String other) {
        PlanState next = state == PlanState.SUPERSEDED ? PlanState.RUNNING : state;
        return new PlanRecord(
                id,
                next,
                fence + 1,
                other,
                createdAt,
                approvedAt,
                finishedAt,
                draft,
                steps,
                due,
                problem,
                requestedBy,
                approvedBy);
    }

    public PlanRecord supersededBy(String other) {
        return new PlanRecord(
                id,
                PlanState.SUPERSEDED,
                fence,
                other,
                createdAt,
                approvedAt,
                finishedAt,
                draft,
                steps,
                due,
                problem,
                requestedBy,
                approvedBy);
    }
}
