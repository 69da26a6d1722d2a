/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.balance;

import java.util.List;

/** Who needs what, and who has it. */
public record BalanceRequest(List<SourceNode> sources, List<DestinationNode> destinations, List<Demand> demands) {
    public BalanceRequest {
        sources = List.copyOf(sources);
        destinations = List.copyOf(destinations);
        demands = List.copyOf(demands);
    }
}
