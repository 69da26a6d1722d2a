/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan;

import io.idaeus.api.plan.AcceptedFinding;
import io.idaeus.api.plan.Plan;
import io.idaeus.api.plan.PlanBuilder;
import io.idaeus.api.plan.PlanDue;
import io.idaeus.api.plan.PlanEvent;
import io.idaeus.api.plan.PlanState;
import io.idaeus.api.plan.PlanStep;
import io.idaeus.api.plan.PlanStepBuilder;
import io.idaeus.sidecar.plan.draft.Draft;
import io.idaeus.sidecar.plan.kind.PlanType;
import io.idaeus.sidecar.plan.record.PlanChange;
import io.idaeus.sidecar.plan.record.PlanRecord;
import io.idaeus.sidecar.plan.record.StepRecord;
import io.idaeus.sidecar.plan.step.Steps;
import io.idaeus.sidecar.plan.way.PlannedStep;
import io.idaeus.sidecar.selection.finding.FindingCode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Plans as the API tells them. */
final class PlanViews {
    private PlanViews() {}

    static Plan of(PlanRecord record) {
        Draft draft = record.draft();
        List<PlanDue> due = new ArrayList<>(record.due());
        record.accepted().forEach(each -> due.add(due(each)));
        if (record.state() != PlanState.FAILED && record.state() != PlanState.CANCELLED) {
            due.addAll(draft.due());
        }
        return PlanBuilder.builder()
                .id(record.id())
                .state(record.state())
                .digest(draft.digest())
                .fence(record.fence())
                .coordinator(record.coordinator())
                .createdAt(record.createdAt())
                .approvedAt(record.approvedAt())
                .finishedAt(record.finishedAt())
                .requestedBy(record.requestedBy())
                .approvedBy(record.approvedBy())
                .accepted(record.accepted().isEmpty() ? null : record.accepted())
                .request(draft.request())
                .cluster(draft.cluster())
                .dead(draft.dead())
                .destinations(draft.destinations())
                .keyspaces(draft.keyspaces())
                .visibility(draft.visibility())
                .estimate(draft.estimate())
                .findings(draft.findings())
                .refused(draft.refused())
                .steps(steps(record))
                .due(due)
                .problem(record.problem())
                .shares(draft.shares())
                .source(draft.source())
                .schema(draft.schema())
                .build();
    }

    // However the plan ends.
    private static PlanDue due(AcceptedFinding accepted) {
        String remedy = FindingCode.acceptable(accepted.code())
                .map(FindingCode::remedy)
                .orElse("as a later version of the sidecar says");
        return new PlanDue(
                "Look after " + accepted.code() + ", which was accepted while the plan ran",
                null,
                "transfers went on with it. Its remedy: " + remedy);
    }

    static PlanEvent event(PlanChange change, Instant now) {
        PlanRecord record = change.plan();
        PlanStep step = change.step() == null ? null : step(record, change.step());
        return new PlanEvent(record.id(), record.state(), step, now);
    }

    private static List<PlanStep> steps(PlanRecord record) {
        return IntStream.range(0, record.steps().size())
                .mapToObj(index -> step(record, index))
                .toList();
    }

    private static PlanStep step(PlanRecord record, int index) {
        PlannedStep planned = record.draft().steps().get(index);
        StepRecord step = record.steps().get(index);
        PlanType type = PlanType.of(record.draft().request());
        List<String> instructions = Steps.instructions(record.draft(), planned);
        List<String> transfers = step.transfers().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .flatMap(entry -> entry.getValue().stream())
                .toList();
        return PlanStepBuilder.builder()
                .number(index + 1)
                .kind(planned.action().kind())
                .title(planned.action().title(type.called(String.valueOf(planned.destination())))
                        + atOnceWith(record, index))
                .destination(planned.destination())
                .withPrevious(planned.withPrevious())
                .state(step.state())
                .instructions(instructions.isEmpty() ? null : instructions)
                .detail(step.detail())
                .waiting(step.waiting())
                .transfers(transfers.isEmpty() ? null : transfers)
                .progress(step.progress())
                .comparison(step.comparison())
                .startedAt(step.startedAt())
                .finishedAt(step.finishedAt())
                .build();
    }

    private static String atOnceWith(PlanRecord record, int index) {
        List<PlannedStep> steps = record.draft().steps();
        int first = index;
        while (steps.get(first).runsWithPrevious()) {
            first--;
        }
        return first == index ? "" : ", at the same time as step " + (first + 1);
    }
}
