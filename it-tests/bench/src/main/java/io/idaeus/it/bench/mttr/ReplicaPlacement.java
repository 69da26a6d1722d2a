/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.mttr;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Which nodes hold a token, with SimpleStrategy, on a ring whose nodes own about as much as each other. */
final class ReplicaPlacement {
    static final int REPLICAS = 3;
    private static final int TOKENS = 16;
    private static final int REGULAR_NODES = 4;
    private static final double WHOLE_RING = Math.pow(2, 64);

    private final NavigableMap<Long, Integer> owners;

    private ReplicaPlacement(NavigableMap<Long, Integer> owners) {
        this.owners = owners;
    }

    /** (left, right], which wraps around where left is greater. */
    record Range(long left, long right) {}

    /** One token of each node, in random order, in every sixteenth of the ring. */
    static ReplicaPlacement regular(long seed) {
        Random random = new Random(seed);
        NavigableMap<Long, Integer> owners = new TreeMap<>();
        double slot = WHOLE_RING / (TOKENS * REGULAR_NODES);
        List<Integer> nodes = new ArrayList<>(List.of(0, 1, 2, 3));
        for (int group = 0; group < TOKENS; group++) {
            Collections.shuffle(nodes, random);
            for (int i = 0; i < REGULAR_NODES; i++) {
                double within = 0.25 + random.nextDouble() / 2;
                owners.put((long) (Long.MIN_VALUE + (group * REGULAR_NODES + i + within) * slot), nodes.get(i));
            }
        }
        return new ReplicaPlacement(owners);
    }

    /** One token of each node, evenly spaced. */
    static ReplicaPlacement even(int nodes) {
        NavigableMap<Long, Integer> owners = new TreeMap<>();
        for (int node = 0; node < nodes; node++) {
            owners.put((long) (Long.MIN_VALUE + (node + 0.5) * WHOLE_RING / nodes), node);
        }
        return new ReplicaPlacement(owners);
    }

    int nodes() {
        return 1 + Collections.max(owners.values());
    }

    /** For {@code initial_token}: one comma-separated list for each node. */
    String[] tokens() {
        String[] tokens = new String[nodes()];
        for (int node = 0; node < tokens.length; node++) {
            int owner = node;
            tokens[node] = owners.entrySet().stream()
                    .filter(entry -> entry.getValue() == owner)
                    .map(entry -> Long.toString(entry.getKey()))
                    .collect(Collectors.joining(","));
        }
        return tokens;
    }

    /** In the order of the ring. */
    List<Integer> replicas(long token) {
        List<Integer> replicas = new ArrayList<>();
        Map.Entry<Long, Integer> at = owners.ceilingEntry(token);
        while (replicas.size() < REPLICAS) {
            at = at == null ? owners.firstEntry() : at;
            if (!replicas.contains(at.getValue())) {
                replicas.add(at.getValue());
            }
            at = owners.higherEntry(at.getKey());
        }
        return replicas;
    }

    /** The ranges that the node holds. */
    List<Range> ranges(int node) {
        List<Range> ranges = new ArrayList<>();
        long left = owners.lastKey();
        for (long right : owners.keySet()) {
            if (replicas(right).contains(node)) {
                ranges.add(new Range(left, right));
            }
            left = right;
        }
        return ranges;
    }

    /** The part of the ring that the node holds. */
    double share(int node) {
        return ranges(node).stream()
                        .mapToDouble(range -> {
                            double width = (double) range.right() - range.left();
                            return width < 0 ? width + WHOLE_RING : width;
                        })
                        .sum()
                / WHOLE_RING;
    }
}
