/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.balance;

import io.idaeus.sidecar.ring.TokenRange;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * A data centre of sources, and one of destinations, with random tokens. Node {@code i} is in rack {@code i % 3}.
 *
 * @param copies of each range for each destination
 * @param distinct whether the destinations of a range take different sources
 * @param sameWeight whether every source may send at the same rate; otherwise at up to four times that
 * @param spread how much replicas of a range differ in bytes, 0 to 1
 * @param wholeFiles whether all bytes are in files that span the node
 */
record RandomRing(
        long seed,
        int sources,
        int destinations,
        int vnodes,
        int replicas,
        int wanting,
        int copies,
        boolean distinct,
        boolean sameWeight,
        double spread,
        boolean wholeFiles) {
    private static final long BYTES = 1L << 40;

    static RandomRing of(long seed, int sources, int vnodes, int replicas) {
        return new RandomRing(seed, sources, 1, vnodes, replicas, 1, 1, false, true, 0, false);
    }

    /** @param of replicas of each range among the destinations */
    RandomRing destinations(int count, int of) {
        return new RandomRing(
                seed, sources, count, vnodes, replicas, of, copies, distinct, sameWeight, spread, wholeFiles);
    }

    RandomRing copies(int value) {
        return new RandomRing(
                seed,
                sources,
                destinations,
                vnodes,
                replicas,
                wanting,
                value,
                distinct,
                sameWeight,
                spread,
                wholeFiles);
    }

    RandomRing distinctSources() {
        return new RandomRing(
                seed, sources, destinations, vnodes, replicas, wanting, copies, true, sameWeight, spread, wholeFiles);
    }

    RandomRing differentWeights() {
        return new RandomRing(
                seed, sources, destinations, vnodes, replicas, wanting, copies, distinct, false, spread, wholeFiles);
    }

    RandomRing differentReplicas(double value) {
        return new RandomRing(
                seed,
                sources,
                destinations,
                vnodes,
                replicas,
                wanting,
                copies,
                distinct,
                sameWeight,
                value,
                wholeFiles);
    }

    RandomRing inWholeFiles() {
        return new RandomRing(
                seed, sources, destinations, vnodes, replicas, wanting, copies, distinct, sameWeight, spread, true);
    }

    BalanceRequest request() {
        Random random = new Random(seed);
        List<Integer> ring = new ArrayList<>();
        for (int node = 0; node < sources + destinations; node++) {
            ring.addAll(Collections.nCopies(vnodes, node));
        }
        Collections.shuffle(ring, random);
        long[] tokens = random.longs(ring.size()).sorted().toArray();
        List<Demand> demands = new ArrayList<>();
        long[] held = new long[sources];
        for (int i = 0; i < tokens.length; i++) {
            TokenRange range = new TokenRange(tokens[Math.floorMod(i - 1, tokens.length)], tokens[i]);
            Set<Integer> from = new LinkedHashSet<>();
            Set<Integer> to = new LinkedHashSet<>();
            for (int next = 0; next < ring.size(); next++) {
                int node = ring.get((i + next) % ring.size());
                if (node < sources && from.size() < replicas) {
                    from.add(node);
                } else if (node >= sources && to.size() < wanting) {
                    to.add(node);
                }
            }
            long bytes = (long) ((range.right() - range.left()) * 0x1p-64 * BYTES);
            bytes = bytes < 0 ? bytes + BYTES : bytes;
            List<Candidate> candidates = new ArrayList<>();
            for (int node : from) {
                long here = (long) (bytes * (1 + spread * (random.nextDouble() - 0.5)));
                held[node] += here;
                candidates.add(new Candidate("s" + node, wholeFiles ? 0 : here));
            }
            demands.add(new Demand(
                    "ks",
                    range,
                    to.stream().map(node -> "d" + node).toList(),
                    candidates,
                    copies,
                    distinct ? Sharing.DISTINCT_ACROSS_REPLICAS : Sharing.INDEPENDENT));
        }
        List<SourceNode> nodes = IntStream.range(0, sources)
                .mapToObj(node -> new SourceNode(
                        "s" + node,
                        place(node),
                        sameWeight ? 1 : 1 + random.nextInt(4),
                        wholeFiles ? Map.of("ks", held[node]) : Map.of()))
                .toList();
        List<DestinationNode> wanted = IntStream.range(sources, sources + destinations)
                .mapToObj(node -> new DestinationNode("d" + node, place(node)))
                .toList();
        return new BalanceRequest(nodes, wanted, demands);
    }

    private static Locality place(int node) {
        return new Locality("dc1", "r" + node % 3);
    }
}
