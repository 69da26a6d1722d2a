/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.run;

import io.idaeus.api.PlanDestination;
import io.idaeus.api.PlanDue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What is left to undo of a plan that ends before JOIN. */
final class Undo {
    private Undo() {}

    /** @param seen the replacement, if the coordinator's node answers */
    static List<PlanDue> of(PlanRecord plan, Optional<SeenReplacement> seen) {
        if (plan.approvedAt() == null) {
            return List.of();
        }
        return plan.draft()
                .replaced()
                .map(replaced -> of(plan, replaced.by(), seen))
                .orElse(List.of());
    }

    private static List<PlanDue> of(PlanRecord plan, PlanDestination replacement, Optional<SeenReplacement> seen) {
        if (seen.map(SeenReplacement::member).orElse(false)) {
            return List.of(new PlanDue(
                    "Repair the new node",
                    "nodetool repair --full",
                    "it has joined, and lacks what the plan did not bring"));
        }
        List<PlanDue> due = new ArrayList<>();
        boolean started = plan.hasReached(step -> step.start() != null, replacement.sidecar());
        boolean epochs = plan.draft().cluster().epoch() != null;
        // From 6.0 on a node outside the ring is registered with the cluster, too.
        boolean known = seen.map(SeenReplacement::pending).orElse(false)
                || plan.hasReached(step -> step.action().announces(), replacement.sidecar())
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
                    seen.map(each -> each.removal(plan))
                            .orElseGet(() -> SeenReplacement.likelyRemoval(plan, replacement)),
                    "until then, writes at QUORUM of its ranges fail, and no other node can join"));
        }
        return List.copyOf(due);
    }
}
