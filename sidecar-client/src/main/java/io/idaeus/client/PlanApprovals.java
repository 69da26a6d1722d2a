/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.client;

import io.idaeus.api.plan.Plan;
import io.idaeus.api.plan.PlanDestination;
import java.net.URI;

/** Approvals by somebody whom sidecars know: the coordinator may change nothing at a destination by itself. */
public final class PlanApprovals {
    private PlanApprovals() {}

    /**
     * Approves a plan at its destinations, then at its coordinator.
     *
     * @param digest of the plan that was read
     * @return the plan, which runs from now on
     * @throws SidecarCallException from the first that refuses or does not answer; nothing runs then
     */
    public static Plan approve(SidecarClient coordinator, String plan, String digest) {
        for (PlanDestination destination : coordinator.plans().get(plan).destinations()) {
            String address = destination.sidecar();
            coordinator.at(URI.create(address)).claims().approve(plan, digest, address);
        }
        return coordinator.plans().approve(plan, digest);
    }

    /**
     * Accepts a finding that transfers of a running plan wait for: at its destinations, then at its coordinator.
     *
     * @param plan as it was read
     * @throws SidecarCallException from the first that refuses or does not answer
     */
    public static Plan accept(SidecarClient coordinator, Plan plan, String code) {
        for (PlanDestination destination : plan.destinations()) {
            coordinator.at(URI.create(destination.sidecar())).claims().accept(plan.id(), plan.digest(), code);
        }
        return coordinator.plans().accept(plan.id(), plan.digest(), code);
    }
}
