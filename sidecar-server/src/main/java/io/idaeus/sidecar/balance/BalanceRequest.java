/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.balance;

import java.util.List;

/**
 * Who needs what, and who has it.
 *
 * @param smallestPiece bytes. A range is cut, so that two sources share it, only where each piece has at least as many;
 *     {@link Long#MAX_VALUE} cuts none
 */
public record BalanceRequest(
        List<SourceNode> sources, List<DestinationNode> destinations, List<Demand> demands, long smallestPiece) {
    public BalanceRequest {
        sources = List.copyOf(sources);
        destinations = List.copyOf(destinations);
        demands = List.copyOf(demands);
    }
}
