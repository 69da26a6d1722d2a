/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.placement;

import io.idaeus.sidecar.ring.TokenRange;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The ranges that nodes take over as they join a ring one after the other. The ranges of the second are those of the
 * ring with the first, which may be the loser of some of them.
 */
public final class Growth {
    /**
     * A range that a node gets.
     *
     * @param range as the ring with all nodes up to this one cuts it
     * @param losers as {@link Takeover} has them
     * @param origins members of the ring before anybody joined, from whom the range came by way of these losers; none where
     *     it came to one of them without a loser
     */
    public record Gain(TokenRange range, List<RingNode> losers, List<RingNode> origins) {
        public Gain {
            losers = List.copyOf(losers);
            origins = List.copyOf(origins);
        }

        /** Whether a node that joined before loses it. */
        public boolean isChained() {
            return !losers.equals(origins);
        }
    }

    private final Map<RingNode, List<Gain>> gains;
    private final PlacedRing before;
    private final PlacedRing after;

    private Growth(PlacedRing before, PlacedRing after, Map<RingNode, List<Gain>> gains) {
        this.before = before;
        this.after = after;
        this.gains = gains;
    }

    /**
     * @param joining the tokens of each new node, in the order in which they join
     * @param ring not empty
     * @throws IllegalArgumentException where a token is taken; or where a range changes hands without a new node
     */
    public static Growth of(TokenRing ring, Map<RingNode, ? extends Collection<Long>> joining, Placement placement) {
        if (ring.size() == 0) {
            throw new IllegalArgumentException("the ring is empty (expected: nodes that others can join)");
        }
        PlacedRing before = PlacedRing.of(ring, placement);
        PlacedRing now = before;
        Map<RingNode, List<Gain>> gains = new LinkedHashMap<>();
        for (Map.Entry<RingNode, ? extends Collection<Long>> entry : joining.entrySet()) {
            RingNode newcomer = entry.getKey();
            PlacedRing next = PlacedRing.of(now.ring().with(newcomer, entry.getValue()), placement);
            List<Gain> its = new ArrayList<>();
            for (Takeover takeover : Takeover.of(now, next, newcomer)) {
                its.add(new Gain(takeover.range(), takeover.losers(), origins(takeover, gains)));
            }
            gains.put(newcomer, List.copyOf(its));
            now = next;
        }
        return new Growth(before, now, gains);
    }

    // A node that joined before has all of the range from one of its own: rings are only ever divided.
    private static List<RingNode> origins(Takeover takeover, Map<RingNode, List<Gain>> gains) {
        Set<RingNode> origins = new LinkedHashSet<>();
        for (RingNode loser : takeover.losers()) {
            List<Gain> earlier = gains.get(loser);
            if (earlier == null) {
                origins.add(loser);
            } else {
                earlier.stream()
                        .filter(gain -> gain.range().contains(takeover.range().right()))
                        .forEach(gain -> origins.addAll(gain.origins()));
            }
        }
        return List.copyOf(origins);
    }

    /** The ranges that a node gets when it joins; empty where it owns nothing. */
    public List<Gain> of(RingNode newcomer) {
        return gains.getOrDefault(newcomer, List.of());
    }

    /** The ring that they join. */
    public PlacedRing before() {
        return before;
    }

    /** The ring once all have joined. */
    public PlacedRing after() {
        return after;
    }
}
