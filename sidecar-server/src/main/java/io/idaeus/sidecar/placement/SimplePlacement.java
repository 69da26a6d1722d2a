/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.placement;

import java.util.BitSet;
import java.util.List;

/**
 * {@code SimpleStrategy}: the next nodes along the ring, wherever they stand.
 *
 * @param replicas of each range
 */
public record SimplePlacement(int replicas) implements Placement {
    @Override
    public Walk over(List<RingNode> nodes) {
        int wanted = Math.min(replicas, nodes.size());
        BitSet taken = new BitSet(nodes.size());
        return new Walk() {
            @Override
            public void begin() {
                taken.clear();
            }

            @Override
            public boolean take(int node) {
                if (isComplete() || taken.get(node)) {
                    return false;
                }
                taken.set(node);
                return true;
            }

            @Override
            public boolean isComplete() {
                return taken.cardinality() >= wanted;
            }
        };
    }
}
