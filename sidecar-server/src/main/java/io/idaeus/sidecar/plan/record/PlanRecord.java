/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.record;

import io.idaeus.api.Problem;
import io.idaeus.api.ProblemType;
import io.idaeus.api.plan.AcceptedFinding;
import io.idaeus.api.plan.PlanDue;
import io.idaeus.api.plan.PlanRequest;
import io.idaeus.api.plan.PlanState;
import io.idaeus.api.plan.PlanStep;
import io.idaeus.sidecar.job.JobRecord;
import io.idaeus.sidecar.plan.draft.Draft;
import io.idaeus.sidecar.plan.way.PlannedStep;
import io.idaeus.sidecar.plan.way.StepAction;
import io.idaeus.sidecar.problem.ProblemException;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
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
 * @param accepted findings of transfers that were accepted since
 */
@RecordBuilder
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
        @Nullable String approvedBy,
        List<AcceptedFinding> accepted)
        implements PlanRecordBuilder.With, JobRecord {
    public PlanRecord {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(state, "state");
        Objects.requireNonNull(draft, "draft");
        steps = List.copyOf(steps);
        due = due == null ? List.of() : List.copyOf(due);
        accepted = accepted == null ? List.of() : List.copyOf(accepted);
    }

    @Override
    public boolean hasEnded() {
        return state.isFinal();
    }

    /** @throws ProblemException ILLEGAL_STATE unless it is in one of these */
    public void requireState(PlanState... allowed) {
        if (!List.of(allowed).contains(state)) {
            throw new ProblemException(
                    ProblemType.ILLEGAL_STATE, "plan " + id + " is " + state + " (expected: " + List.of(allowed) + ")");
        }
    }

    public boolean isApproved() {
        return approvedAt != null;
    }

    /** A plan of nobody in particular. */
    public static PlanRecord drafted(String id, String coordinator, Draft draft, Instant now) {
        return drafted(id, coordinator, draft, now, null);
    }

    public static PlanRecord drafted(
            String id, String coordinator, Draft draft, Instant now, @Nullable String requestedBy) {
        List<StepRecord> steps =
                draft.steps().stream().map(step -> StepRecord.PENDING).toList();
        return PlanRecordBuilder.builder()
                .id(id)
                .state(PlanState.DRAFT)
                .fence(1)
                .coordinator(coordinator)
                .createdAt(now)
                .approvedAt(null)
                .finishedAt(null)
                .draft(draft)
                .steps(steps)
                .due(List.of())
                .problem(null)
                .requestedBy(requestedBy)
                .approvedBy(null)
                .accepted(List.of())
                .build();
    }

    /** The steps to take next, at the same time; empty after the last. */
    public List<Integer> turn() {
        List<PlannedStep> planned = draft.steps();
        List<Integer> turn = new ArrayList<>();
        for (int i = 0; i < planned.size(); i++) {
            if (!turn.isEmpty() && !planned.get(i).runsWithPrevious()) {
                break;
            }
            if (!steps.get(i).hasEnded()) {
                turn.add(i);
            }
        }
        return turn;
    }

    /** The first of the steps to take next; empty after the last. */
    public Optional<Integer> current() {
        return turn().stream().findFirst();
    }

    /** Whether one of these steps has ended, or is being taken. */
    public boolean hasReached(Predicate<PlannedStep> which) {
        return IntStream.range(0, steps.size())
                .filter(i -> steps.get(i).state() != PlanStep.State.PENDING)
                .mapToObj(draft.steps()::get)
                .anyMatch(which);
    }

    /** The same of the steps at a destination. */
    public boolean hasReached(Predicate<PlannedStep> which, String destination) {
        return hasReached(step -> destination.equals(step.destination()) && which.test(step));
    }

    /** The last step with an action before this one, at the same destination; the first step where there is none. */
    public int earlier(int index, StepAction action) {
        return IntStream.range(0, index)
                .filter(i ->
                        draft.steps().get(i).is(action, draft.steps().get(index).destination()))
                .max()
                .orElse(0);
    }

    /** The steps after one, up to another, at the destination of the other or of the cluster. */
    public List<Integer> stepsAfter(int from, int to) {
        String destination = draft.steps().get(to).destination();
        return IntStream.rangeClosed(from + 1, to)
                .filter(i -> {
                    String at = draft.steps().get(i).destination();
                    return at == null || at.equals(destination);
                })
                .boxed()
                .toList();
    }

    /** Whether every step at a destination has ended. */
    public boolean isDone(String destination) {
        return IntStream.range(0, steps.size())
                .filter(i -> destination.equals(draft.steps().get(i).destination()))
                .allMatch(i -> steps.get(i).hasEnded());
    }

    /** Whether the node whose turn it is joins the ring, or has joined: from then on the plan only goes forward. */
    public boolean hasJoined() {
        Optional<String> turn = current().map(draft.steps()::get).map(PlannedStep::destination);
        return turn.map(destination -> hasReached(PlanRecord::joins, destination))
                .orElseGet(() -> hasReached(PlanRecord::joins));
    }

    private static boolean joins(PlannedStep step) {
        return step.action() == StepAction.JOIN || step.action() == StepAction.AWAIT_NORMAL;
    }

    /** The step with this action at a destination; null for the cluster. */
    public Optional<StepRecord> record(StepAction action, @Nullable String destination) {
        return IntStream.range(0, steps.size())
                .filter(i -> draft.steps().get(i).is(action, destination))
                .mapToObj(steps::get)
                .findFirst();
    }

    public PlanRecord approved(Instant now, @Nullable String by) {
        return with(plan -> plan.state(PlanState.RUNNING)
                .approvedAt(now)
                .finishedAt(null)
                .problem(null)
                .approvedBy(by));
    }

    public PlanRecord withStep(int index, StepRecord step) {
        List<StepRecord> changed = new ArrayList<>(steps);
        changed.set(index, step);
        return withSteps(changed);
    }

    /** Adds what is not among it already. */
    public PlanRecord withMoreDue(List<PlanDue> more) {
        return withDue(Stream.concat(due.stream(), more.stream()).distinct().toList());
    }

    public boolean accepts(String code) {
        return accepted.stream().anyMatch(each -> each.code().equals(code));
    }

    public PlanRecord accepting(AcceptedFinding finding) {
        return withAccepted(Stream.concat(accepted.stream(), Stream.of(finding)).toList());
    }

    /** As it was approved, with what was accepted since. */
    public PlanRequest request() {
        PlanRequest request = draft.request();
        List<String> codes = Stream.concat(
                        request.accept() == null ? Stream.empty() : request.accept().stream(),
                        accepted.stream().map(AcceptedFinding::code))
                .distinct()
                .toList();
        return request.toBuilder().accept(codes).build();
    }

    public PlanRecord ended(PlanState how, @Nullable Problem why, List<PlanDue> left, Instant now) {
        return with(plan -> plan.state(how).problem(why).due(left).finishedAt(now));
    }

    public PlanRecord adoptedBy(String other) {
        PlanState next = state == PlanState.SUPERSEDED ? PlanState.RUNNING : state;
        return with(plan -> plan.state(next).fence(fence + 1).coordinator(other));
    }

    public PlanRecord supersededBy(String other) {
        return with(plan -> plan.state(PlanState.SUPERSEDED).coordinator(other));
    }
}
