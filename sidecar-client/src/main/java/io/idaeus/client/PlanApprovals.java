/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.client;

import io.idaeus.api.Plan;
import io.idaeus.api.PlanDestination;
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
}
