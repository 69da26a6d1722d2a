/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.placement;

import java.util.Map;
import java.util.stream.Collectors;

/** How unevenly a ring is shared. */
public final class Imbalance {
    private Imbalance() {}

    /**
     * The most that a node of a rack replicates, over the mean of that rack: of the rack where that is worst. 1 where the nodes
     * of each rack have the same.
     *
     * @param shares by node, of one data centre
     */
    public static double of(Map<RingNode, Double> shares) {
        return shares.entrySet().stream()
                .collect(Collectors.groupingBy(
                        entry -> entry.getKey().rack(), Collectors.summarizingDouble(Map.Entry::getValue)))
                .values()
                .stream()
                .filter(rack -> rack.getSum() > 0)
                .mapToDouble(rack -> rack.getMax() / rack.getAverage())
                .max()
                .orElse(1);
    }
}
