/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.run;

import io.idaeus.api.PlanDue;
import io.idaeus.api.PlanKind;
import io.idaeus.sidecar.plan.draft.StepAction;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What is left to undo of a plan that ends before JOIN. */
final class Undo {
    private Undo() {}

    /** @param seen the replacement, if the coordinator's node answers */
    static List<PlanDue> of(PlanRecord plan, Optional<SeenReplacement> seen) {
        if (plan.draft().request().kind() != PlanKind.REPLACE || plan.approvedAt() == null) {
            return List.of();
        }
        if (seen.map(SeenReplacement::member).orElse(false)) {
            return List.of(new PlanDue(
                    "Repair the new node",
                    "nodetool repair --full",
                    "it has joined, and lacks what the plan did not bring"));
        }
        List<PlanDue> due = new ArrayList<>();
        boolean started =
                plan.hasReached(StepAction.START_WITHOUT_JOINING) || plan.hasReached(StepAction.START_BOOTSTRAP);
        boolean epochs = plan.draft().cluster().epoch() != null;
        // From 6.0 on a node outside the ring is registered with the cluster, too.
        boolean known = seen.map(SeenReplacement::pending).orElse(false)
                || plan.hasReached(StepAction.START_IN_SURVEY)
                || plan.hasReached(StepAction.START_REPLACING)
                || plan.hasReached(StepAction.START_BOOTSTRAP)
                || (epochs && started);
        if (started) {
            due.add(new PlanDue(
                    "Stop the replacement's Cassandra, and empty its data directories",
                    null,
                    "it holds a part of the data; started again, it could join with it"));
        }
        if (known) {
            due.add(new PlanDue(
                    "Remove the replacement from the ring",
                    seen.map(each -> each.removal(plan)).orElseGet(() -> SeenReplacement.likelyRemoval(plan)),
                    "until then, writes at QUORUM of its ranges fail, and no other node can join"));
        }
        return List.copyOf(due);
    }
}
