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

/** What is left to undo of a plan that ends before JOIN. */
final class Undo {
    private Undo() {}

    static List<PlanDue> of(PlanRecord plan) {
        if (plan.draft().request().kind() != PlanKind.REPLACE || plan.approvedAt() == null) {
            return List.of();
        }
        List<PlanDue> due = new ArrayList<>();
        boolean started =
                plan.hasReached(StepAction.START_WITHOUT_JOINING) || plan.hasReached(StepAction.START_BOOTSTRAP);
        boolean epochs = plan.draft().cluster().epoch() != null;
        // From 6.0 on a node outside the ring is registered with the cluster, too.
        boolean known = plan.hasReached(StepAction.START_IN_SURVEY)
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
            String address = plan.draft().destinations().get(0).address();
            String node = address == null ? "ADDRESS" : address;
            due.add(new PlanDue(
                    "Remove the replacement from the ring",
                    (epochs ? "nodetool abortbootstrap --ip " : "nodetool assassinate ") + node,
                    "until then, writes at QUORUM of its ranges fail, and no other node can join"));
        }
        return List.copyOf(due);
    }
}
