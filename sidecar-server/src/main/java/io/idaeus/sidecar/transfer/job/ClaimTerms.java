/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.job;

import static java.util.Objects.requireNonNull;

import io.idaeus.api.node.CassandraProcess.Phase;
import io.idaeus.sidecar.ring.TokenRange;
import io.idaeus.sidecar.ring.TokenRanges;
import java.util.List;

/**
 * The terms that a plan adds to its transfers. No other request can.
 *
 * @param plan id
 * @param owned {@code left:right} each; they count as this node's
 * @param phases of the node in which the transfer may run
 * @param since ids of earlier transfers of the plan; what they imported does not move again
 */
public record ClaimTerms(String plan, List<String> owned, List<Phase> phases, List<String> since) {
    public ClaimTerms {
        requireNonNull(plan, "plan");
        owned = List.copyOf(owned);
        phases = List.copyOf(phases);
        since = List.copyOf(since);
    }

    /** Whether both are the same work of the same plan: {@code since} grows while the plan runs. */
    public boolean isSameWork(ClaimTerms other) {
        return plan.equals(other.plan) && owned.equals(other.owned) && phases.equals(other.phases);
    }

    public TokenRanges ownedTokens() {
        return TokenRanges.of(owned.stream().map(TokenRange::parse).toList());
    }
}
