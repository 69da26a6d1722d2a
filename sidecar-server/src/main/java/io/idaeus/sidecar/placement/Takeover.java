/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.placement;

import io.idaeus.sidecar.ring.TokenRange;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A range that a node gets when it joins.
 *
 * @param range as the ring with the new node cuts it
 * @param losers replicas of it before that are none afterwards; where it is one, whatever the replicas of the range agreed on
 *     before, they agree on once the new node has what that one had
 */
public record Takeover(TokenRange range, List<RingNode> losers) {
    public Takeover {
        losers = List.copyOf(losers);
    }

    /**
     * The ranges that a node gets.
     *
     * @param after the ring of {@code before}, and the new node
     * @throws IllegalArgumentException where a range changes hands without the new node
     */
    public static List<Takeover> of(PlacedRing before, PlacedRing after, RingNode newcomer) {
        List<Takeover> found = new ArrayList<>();
        for (int i = 0; i < after.ring().size(); i++) {
            TokenRange range = after.ring().range(i);
            List<RingNode> now = after.replicas(i);
            List<RingNode> losers = new ArrayList<>(before.replicasOf(range.right()));
            Set<RingNode> gainers = new HashSet<>(now);
            losers.forEach(gainers::remove);
            losers.removeAll(now);
            boolean gained = gainers.remove(newcomer);
            if (!gainers.isEmpty() || (!gained && !losers.isEmpty())) {
                throw new IllegalArgumentException("range " + range + " changes hands from " + losers + " to " + gainers
                        + " when " + newcomer.id() + " joins (expected: only to the new node)");
            }
            if (gained) {
                found.add(new Takeover(range, losers));
            }
        }
        return List.copyOf(found);
    }
}
