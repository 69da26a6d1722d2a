/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.placement;

import io.idaeus.sidecar.ring.TokenRange;
import io.idaeus.sidecar.ring.TokenRanges;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** A ring, and the replicas of each of its ranges. Immutable. */
public final class PlacedRing {
    private final TokenRing ring;
    // By index of the range: indexes of nodes, in the order in which a walk takes them.
    private final int[][] replicas;

    private PlacedRing(TokenRing ring, int[][] replicas) {
        this.ring = ring;
        this.replicas = replicas;
    }

    public static PlacedRing of(TokenRing ring, Placement placement) {
        Placement.Walk walk = placement.over(ring.nodes());
        int[][] replicas = new int[ring.size()][];
        int[] taken = new int[ring.nodes().size()];
        for (int i = 0; i < replicas.length; i++) {
            walk.begin();
            int count = 0;
            for (int steps = 0; steps < ring.size() && !walk.isComplete(); steps++) {
                int node = ring.ownerIndex((i + steps) % ring.size());
                if (walk.take(node)) {
                    taken[count++] = node;
                }
            }
            replicas[i] = Arrays.copyOf(taken, count);
        }
        return new PlacedRing(ring, replicas);
    }

    public TokenRing ring() {
        return ring;
    }

    /** The replicas of the range with this index. */
    public List<RingNode> replicas(int index) {
        return Arrays.stream(replicas[index]).mapToObj(ring.nodes()::get).toList();
    }

    /** The replicas of a token. */
    public List<RingNode> replicasOf(long token) {
        return replicas(ring.indexOf(token));
    }

    /** The ranges of a node, as the ring cuts them. */
    public List<TokenRange> rangesOf(RingNode node) {
        int wanted = ring.nodes().indexOf(node);
        return IntStream.range(0, replicas.length)
                .filter(i -> Arrays.stream(replicas[i]).anyMatch(replica -> replica == wanted))
                .mapToObj(ring::range)
                .toList();
    }

    /** How much of the ring each node replicates: 1 is all of it, so that the sum is the number of replicas. */
    public Map<RingNode, Double> shares() {
        double[] shares = new double[ring.nodes().size()];
        for (int i = 0; i < replicas.length; i++) {
            double share = TokenRanges.of(ring.range(i)).share();
            for (int node : replicas[i]) {
                shares[node] += share;
            }
        }
        Map<RingNode, Double> found = new LinkedHashMap<>();
        for (int i = 0; i < shares.length; i++) {
            found.put(ring.nodes().get(i), shares[i]);
        }
        return found;
    }
}
