/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.placement;

import static io.idaeus.sidecar.placement.Rings.node;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** RingOracleIT compares with Cassandra's allocator. */
class TokenAllocatorTest {
    /** Grown from nodes with random tokens. */
    @ParameterizedTest
    @CsvSource({"3, 3, 16", "3, 1, 16", "2, 1, 16", "3, 6, 8", "3, 2, 16", "1, 1, 8"})
    void nodesShareEvenly(int replicas, int racks, int tokens) {
        Placement placement = new NetworkTopology(Map.of("dc1", replicas));
        Random random = new Random(1);
        TokenRing ring = Rings.random(random, Math.max(racks, replicas), racks, tokens);
        for (int i = ring.nodes().size(); i < 20; i++) {
            RingNode newcomer = node("n" + i, "r" + i % racks);
            List<Long> chosen = TokenAllocator.allocate(ring, newcomer, tokens, placement);
            ring = ring.with(newcomer, chosen);

            assertThat(chosen).hasSize(tokens).isSorted();
        }
        assertThat(Imbalance.of(PlacedRing.of(ring, placement).shares())).isBetween(1.0, 1.09);
    }

    @Test
    void oneTokenHalvesTheLargestRange() {
        TokenRing ring = TokenRing.of(
                Map.of(node("a", "r0"), List.of(0L), node("b", "r0"), List.of(100L), node("c", "r0"), List.of(1000L)));

        assertThat(TokenAllocator.allocate(ring, node("new", "r0"), 1, new SimplePlacement(1)))
                .as("half of what is not between 0 and 1,000")
                .containsExactly(Long.MIN_VALUE + 500);
    }

    /** Whether it is the first of its rack, or there are fewer nodes than replicas: it gets everything. */
    @ParameterizedTest
    @CsvSource({"r9, 3", "r0, 5"})
    void aNodeThatGetsTheWholeRingHasTokensAtEqualDistances(String rack, int replicas) {
        TokenRing ring = Rings.random(new Random(2), 4, 2, 4);
        List<Long> tokens =
                TokenAllocator.allocate(ring, node("new", rack), 4, new NetworkTopology(Map.of("dc1", replicas)));

        for (int i = 1; i < tokens.size(); i++) {
            assertThat(tokens.get(i) - tokens.get(i - 1)).isBetween((1L << 62) - 10, (1L << 62) + 10);
        }
        assertThat(tokens).hasSize(4);
    }

    @Test
    void theFirstNodeOfADataCentreHasTokensToo() {
        TokenRing nobody = Rings.random(new Random(2), 4, 2, 4).within("dc2");

        assertThat(TokenAllocator.allocate(
                        nobody, new RingNode("new", "dc2", "r0"), 4, new NetworkTopology(Map.of("dc2", 3))))
                .hasSize(4);
    }

    @Test
    void aTokenOfAnotherNodeIsNotTaken() {
        Placement placement = new NetworkTopology(Map.of("dc1", 2));
        RingNode newcomer = node("new", "r1");
        long wanted = TokenAllocator.allocate(
                        TokenRing.of(Map.of(node("a", "r0"), List.of(1L))), newcomer, 2, placement)
                .get(0);
        TokenRing taken = TokenRing.of(Map.of(node("a", "r0"), List.of(wanted, wanted + 1)));

        assertThat(TokenAllocator.allocate(taken, newcomer, 2, placement))
                .contains(wanted + 2)
                .doesNotContain(wanted, wanted + 1);
    }

    /** Two data centres that grow alike. */
    @Test
    void aTokenOfAnotherDataCentreIsNotTaken() {
        Placement placement = new NetworkTopology(Map.of("dc1", 3, "dc2", 3));
        TokenRing ring = TokenRing.of(Map.of());
        for (int i = 0; i < 10; i++) {
            RingNode newcomer = new RingNode("n" + i, "dc" + (1 + i % 2), "r0");
            ring = ring.with(newcomer, TokenAllocator.allocate(ring, newcomer, 8, placement));
        }

        assertThat(ring.size()).isEqualTo(80);
    }

    @ParameterizedTest
    @CsvSource({"3, 1, 16", "3, 3, 16", "2, 1, 8", "3, 2, 16"})
    void aDataCentreThatGrowsFromNothingIsEven(int replicas, int racks, int tokens) {
        Placement placement = new NetworkTopology(Map.of("dc1", replicas));
        TokenRing ring = TokenRing.of(Map.of());
        for (int i = 0; i < 4 * racks + 3; i++) {
            RingNode newcomer = node("n" + i, "r" + i % racks);
            ring = ring.with(newcomer, TokenAllocator.allocate(ring, newcomer, tokens, placement));
        }

        assertThat(Imbalance.of(PlacedRing.of(ring, placement).shares())).isBetween(1.0, 1.12);
    }

    /** Nearly every walk goes as far as the one token of the third rack. */
    @Test
    void aLopsidedRingIsNoObstacle() {
        Random random = new Random(5);
        TokenRing ring = TokenRing.of(Map.of(
                node("a", "r0"), Rings.tokens(random, 128),
                node("b", "r1"), Rings.tokens(random, 128),
                node("c", "r2"), List.of(0L)));

        assertThat(TokenAllocator.allocate(ring, node("new", "r0"), 128, new NetworkTopology(Map.of("dc1", 3))))
                .doesNotHaveDuplicates()
                .hasSize(128);
    }

    @Test
    void aNodeHasATokenAtLeast() {
        TokenRing ring = Rings.random(new Random(2), 4, 2, 4);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> TokenAllocator.allocate(ring, node("new", "r0"), 0, new SimplePlacement(1)))
                .withMessage("0 tokens (expected: 1 or more)");
    }

    @Test
    void aRingWithoutRoomBetweenItsTokensHasSomeElsewhere() {
        Map<RingNode, List<Long>> crowded =
                new TreeMap<>((one, other) -> one.id().compareTo(other.id()));
        crowded.put(node("a", "r0"), List.of(0L, 2L, 4L));
        crowded.put(node("b", "r0"), List.of(1L, 3L, 5L));

        assertThat(TokenAllocator.allocate(TokenRing.of(crowded), node("new", "r0"), 64, new SimplePlacement(1)))
                .doesNotHaveDuplicates()
                .hasSize(64);
    }

    /** So that a plan can be drafted again. */
    @Test
    void theSameRingGivesTheSameTokens() {
        TokenRing ring = Rings.random(new Random(3), 6, 3, 16);
        Placement placement = new NetworkTopology(Map.of("dc1", 3));

        assertThat(TokenAllocator.allocate(ring, node("new", "r1"), 16, placement))
                .isEqualTo(TokenAllocator.allocate(ring, node("new", "r1"), 16, placement));
    }

    @Test
    void aRingOfAThousandNodesWithManyTokensIsNoObstacle() {
        Random random = new Random(4);
        TokenRing ring = Rings.random(random, 1000, 3, 64);
        Placement placement = new NetworkTopology(Map.of("dc1", 3));
        RingNode newcomer = node("new", "r0");
        List<Long> tokens = TokenAllocator.allocate(ring, newcomer, 64, placement);
        Map<RingNode, Double> shares =
                PlacedRing.of(ring.with(newcomer, tokens), placement).shares();
        double mean = 3.0 / 3 / 334;

        assertThat(shares.getOrDefault(newcomer, 0.0)).isBetween(0.8 * mean, 1.3 * mean);
    }
}
