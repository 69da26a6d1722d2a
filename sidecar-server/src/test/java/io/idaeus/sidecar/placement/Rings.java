/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.placement;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Rings for tests. */
final class Rings {
    private Rings() {}

    static RingNode node(String id, String rack) {
        return new RingNode(id, "dc1", rack);
    }

    /** Nodes of one data centre with random tokens, rack by rack. */
    static TokenRing random(Random random, int nodes, int racks, int tokens) {
        Map<RingNode, List<Long>> ring = new LinkedHashMap<>();
        for (int i = 0; i < nodes; i++) {
            ring.put(node("n" + i, "r" + i % racks), tokens(random, tokens));
        }
        return TokenRing.of(ring);
    }

    /** In up to three data centres of up to four racks each. */
    static TokenRing anywhere(Random random) {
        Map<RingNode, List<Long>> ring = new LinkedHashMap<>();
        int nodes = 1 + random.nextInt(12);
        int datacenters = 1 + random.nextInt(3);
        int racks = 1 + random.nextInt(4);
        for (int i = 0; i < nodes; i++) {
            RingNode node = new RingNode("n" + i, "dc" + random.nextInt(datacenters), "r" + random.nextInt(racks));
            ring.put(node, tokens(random, 1 + random.nextInt(8)));
        }
        return TokenRing.of(ring);
    }

    static List<Long> tokens(Random random, int count) {
        List<Long> tokens = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            tokens.add(random.nextLong());
        }
        return tokens;
    }
}
