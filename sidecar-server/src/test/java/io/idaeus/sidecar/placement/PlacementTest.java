/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.placement;

import static io.idaeus.sidecar.placement.Rings.node;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.idaeus.sidecar.ring.TokenRange;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Cases that the oracle does not cover; RingOracleIT compares with Cassandra's own classes. */
class PlacementTest {
    private static final RingNode A1 = new RingNode("a1", "dc1", "r1");
    private static final RingNode B1 = new RingNode("b1", "dc1", "r1");
    private static final RingNode C2 = new RingNode("c2", "dc1", "r2");
    private static final RingNode D = new RingNode("d", "dc2", "r1");

    private static final TokenRing RING = ring(A1, B1, C2, D);

    // Tokens 0, 10, 20, …
    private static TokenRing ring(RingNode... nodes) {
        Map<RingNode, List<Long>> tokens = new LinkedHashMap<>();
        for (RingNode node : nodes) {
            tokens.put(node, List.of(10L * tokens.size()));
        }
        return TokenRing.of(tokens);
    }

    @Test
    void theFirstOfEachRackComesBeforeAnotherOfTheSame() {
        PlacedRing placed = PlacedRing.of(RING, new NetworkTopology(Map.of("dc1", 2)));

        assertThat(placed.replicas(0)).containsExactly(A1, C2);
        assertThat(placed.replicas(1)).containsExactly(B1, C2);
        assertThat(placed.replicas(2)).containsExactly(C2, A1);
        assertThat(placed.replicas(3)).as("begins in the other data centre").containsExactly(A1, C2);
    }

    @Test
    void racksAreRepeatedWhereThereAreFewerThanReplicas() {
        PlacedRing placed = PlacedRing.of(RING, new NetworkTopology(Map.of("dc1", 3, "dc2", 1)));

        assertThat(placed.replicas(0)).containsExactly(A1, B1, C2, D);
    }

    @Test
    void fewerNodesThanReplicasHaveEverything() {
        PlacedRing placed = PlacedRing.of(RING, new NetworkTopology(Map.of("dc1", 5, "dc2", 3, "dc3", 2)));

        assertThat(placed.replicas(1)).containsExactlyInAnyOrder(A1, B1, C2, D);
        assertThat(PlacedRing.of(RING, new SimplePlacement(9)).replicas(0)).hasSize(4);
    }

    @Test
    void aKeyspaceWithoutReplicasHasNone() {
        assertThat(PlacedRing.of(RING, new NetworkTopology(Map.of())).replicas(0))
                .isEmpty();
        assertThat(PlacedRing.of(RING, new SimplePlacement(0)).replicas(0)).isEmpty();
    }

    @Test
    void theSimpleStrategyKnowsNoPlaces() {
        PlacedRing placed = PlacedRing.of(RING, new SimplePlacement(2));

        assertThat(placed.replicas(2)).containsExactly(C2, D);
        assertThat(placed.replicasOf(31)).containsExactly(A1, B1);
        assertThat(placed.rangesOf(D)).containsExactly(new TokenRange(10, 20), new TokenRange(20, 30));
    }

    @Test
    void sharesSumUpToTheReplicas() {
        Random random = new Random(1);
        TokenRing ring = Rings.random(random, 9, 3, 16);
        Map<RingNode, Double> shares =
                PlacedRing.of(ring, new NetworkTopology(Map.of("dc1", 3))).shares();

        assertThat(shares.values().stream().mapToDouble(each -> each).sum()).isCloseTo(3, within(1e-9));
        assertThat(Imbalance.of(shares)).isGreaterThan(1);
        assertThat(Imbalance.of(Map.of(node("a", "r1"), 0.5, node("b", "r1"), 0.5, node("c", "r2"), 3.0)))
                .as("rack by rack")
                .isEqualTo(1);
    }

    /** By the definition, not by the way of the walk. */
    @Test
    void asManyRacksAsThereCanBe() {
        Random random = new Random(2);
        for (int run = 0; run < 300; run++) {
            TokenRing ring = Rings.anywhere(random);
            Map<String, Integer> factors = Map.of("dc0", random.nextInt(5), "dc1", random.nextInt(4));
            PlacedRing placed = PlacedRing.of(ring, new NetworkTopology(factors));
            for (int i = 0; i < ring.size(); i++) {
                for (String datacenter : Set.of("dc0", "dc1", "dc2")) {
                    List<RingNode> here = ring.nodes().stream()
                            .filter(node -> node.datacenter().equals(datacenter))
                            .toList();
                    List<RingNode> replicas =
                            placed.replicas(i).stream().filter(here::contains).toList();
                    int wanted = Math.min(factors.getOrDefault(datacenter, 0), here.size());
                    assertThat(replicas).doesNotHaveDuplicates().hasSize(wanted);
                    assertThat(racks(replicas))
                            .hasSize(Math.min(wanted, racks(here).size()));
                }
            }
        }
    }

    private static Set<String> racks(List<RingNode> nodes) {
        return nodes.stream().map(RingNode::rack).collect(Collectors.toSet());
    }

    @Test
    void theRangesOfAllNodesAreTheRing() {
        TokenRing ring = Rings.random(new Random(3), 5, 2, 4);
        PlacedRing placed = PlacedRing.of(ring, new SimplePlacement(1));

        assertThat(ring.nodes().stream().flatMap(node -> placed.rangesOf(node).stream()))
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, ring.size()).mapToObj(ring::range).toList());
    }
}
