/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.run;

import io.idaeus.api.Problem;
import io.idaeus.api.ProblemType;
import io.idaeus.api.plan.PlanDestination;
import io.idaeus.api.plan.PlanDue;
import io.idaeus.api.plan.PlanState;
import io.idaeus.sidecar.plan.attempt.SeenNewcomer;
import io.idaeus.sidecar.plan.cluster.PeerCalls;
import io.idaeus.sidecar.plan.cluster.SidecarDirectory;
import io.idaeus.sidecar.plan.record.PlanRecord;
import io.idaeus.sidecar.problem.ProblemException;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How a plan ends. */
final class PlanEnd {
    private static final Logger LOG = LoggerFactory.getLogger(PlanEnd.class);

    private final PlanRun run;
    private final SidecarDirectory directory;
    private final Clock clock;

    PlanEnd(PlanRun run, SidecarDirectory directory, Clock clock) {
        this.run = run;
        this.directory = directory;
        this.clock = clock;
    }

    void complete() {
        run.release();
        run.change(plan -> plan.ended(PlanState.COMPLETED, null, plan.due(), clock.instant()));
        LOG.info("plan {}: COMPLETED", run.record().id());
    }

    /** Cancels what it has begun, and says what is left to undo. */
    void cancel() {
        PlanRecord plan = run.record();
        if (isAdopted(plan)) {
            superseded();
            return;
        }
        run.cancelWork();
        run.release();
        List<PlanDue> due = Undo.of(plan, newcomer -> seen(plan, newcomer));
        run.change(now -> now.ended(PlanState.CANCELLED, null, due, clock.instant()));
        LOG.info("plan {}: CANCELLED", plan.id());
    }

    void deadNodeIsBack(String found) {
        PlanRecord plan = run.record();
        run.cancelWork();
        run.release();
        Problem why = new Problem(
                ProblemType.PLAN_CHANGED.uri(),
                ProblemType.PLAN_CHANGED.title(),
                ProblemType.PLAN_CHANGED.status(),
                found + "; a node that lives is not replaced",
                null);
        List<PlanDue> due = Undo.of(plan, newcomer -> seen(plan, newcomer));
        run.change(now -> now.ended(PlanState.FAILED, why, due, clock.instant()));
        LOG.warn("plan {}: FAILED: {}", plan.id(), found);
    }

    // Transfers know no fence: those of the sidecar that has adopted the plan must go on.
    private boolean isAdopted(PlanRecord plan) {
        return plan.draft().destinations().stream()
                .map(destination -> coordinator(plan, destination.sidecar()))
                .flatMap(Optional::stream)
                .anyMatch(uri -> !uri.equals(plan.coordinator()));
    }

    private Optional<SeenNewcomer> seen(PlanRecord plan, PlanDestination newcomer) {
        try {
            return Optional.of(SeenNewcomer.ask(plan, newcomer, directory));
        } catch (ProblemException e) {
            LOG.warn("plan {}: nobody tells how the ring sees {}: {}", plan.id(), newcomer.sidecar(), e.getMessage());
            return Optional.empty();
        }
    }

    void superseded() {
        PlanRecord plan = run.record();
        run.cancelComparisons();
        String other = plan.draft().destinations().stream()
                .map(destination -> coordinator(plan, destination.sidecar()))
                .flatMap(Optional::stream)
                .filter(uri -> !uri.equals(plan.coordinator()))
                .findFirst()
                .orElse(plan.coordinator());
        run.change(now -> now.supersededBy(other));
        LOG.warn("plan {}: SUPERSEDED by {}", plan.id(), other);
    }

    private Optional<String> coordinator(PlanRecord plan, String destination) {
        try {
            return Optional.of(PeerCalls.translated(
                            () -> directory.at(destination).client().claims().get(plan.id()))
                    .coordinator());
        } catch (ProblemException e) {
            return Optional.empty();
        }
    }
}
