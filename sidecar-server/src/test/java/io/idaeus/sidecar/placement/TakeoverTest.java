/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.placement;

import static io.idaeus.sidecar.placement.Rings.node;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.idaeus.sidecar.ring.TokenRange;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TakeoverTest {
    private static final Placement THREE = new NetworkTopology(Map.of("dc1", 3));

    private static List<Takeover> joined(TokenRing ring, RingNode newcomer, Placement placement, List<Long> tokens) {
        return Takeover.of(
                PlacedRing.of(ring, placement), PlacedRing.of(ring.with(newcomer, tokens), placement), newcomer);
    }

    @Test
    void eachRangeHasOneLoser() {
        Random random = new Random(1);
        for (int run = 0; run < 200; run++) {
            int racks = 1 + random.nextInt(5);
            TokenRing ring = Rings.random(random, Math.max(4, racks) + random.nextInt(6), racks, 1 + random.nextInt(8));
            RingNode newcomer = node("new", "r" + random.nextInt(racks));
            List<Long> tokens = Rings.tokens(random, 1 + random.nextInt(8));

            List<Takeover> takeovers = joined(ring, newcomer, THREE, tokens);

            assertThat(takeovers).isNotEmpty().allSatisfy(takeover -> assertThat(takeover.losers())
                    .hasSize(1));
            assertThat(takeovers.stream().map(Takeover::range))
                    .containsExactlyElementsOf(
                            PlacedRing.of(ring.with(newcomer, tokens), THREE).rangesOf(newcomer));
        }
    }

    @Test
    void aReplicaOfTheSameRackLosesWhereRacksAreAsManyAsReplicas() {
        TokenRing ring = Rings.random(new Random(2), 6, 3, 4);

        assertThat(joined(ring, node("new", "r1"), THREE, List.of(1L, 1L << 60)))
                .allSatisfy(
                        takeover -> assertThat(takeover.losers().get(0).rack()).isEqualTo("r1"));
    }

    @Test
    void nobodyLosesWhereThereAreTooFewNodes() {
        TokenRing ring = Rings.random(new Random(3), 2, 1, 4);

        assertThat(joined(ring, node("new", "r0"), THREE, List.of(1L)))
                .hasSize(ring.size() + 1)
                .allSatisfy(takeover -> assertThat(takeover.losers()).isEmpty());
    }

    @Test
    void theFirstNodeOfARackGetsTheWholeRing() {
        TokenRing ring = Rings.random(new Random(4), 6, 2, 4);

        assertThat(joined(ring, node("new", "r2"), THREE, List.of(1L)))
                .hasSize(ring.size() + 1)
                .allSatisfy(takeover -> assertThat(takeover.losers()).hasSize(1));
    }

    @Test
    void nothingIsTakenWhereItsDataCentreHasNoReplicas() {
        TokenRing ring = Rings.random(new Random(5), 4, 2, 4);

        assertThat(joined(ring, new RingNode("new", "dc2", "r0"), THREE, List.of(1L)))
                .isEmpty();
    }

    @Test
    void theLoserOfASecondMayBeTheFirst() {
        TokenRing ring = TokenRing.of(Map.of(node("a", "r0"), List.of(0L), node("b", "r0"), List.of(100L)));
        Placement one = new SimplePlacement(1);
        RingNode first = node("first", "r0");
        RingNode second = node("second", "r0");

        List<Takeover> afterFirst = joined(ring.with(first, List.of(50L)), second, one, List.of(25L));

        assertThat(afterFirst).containsExactly(new Takeover(new TokenRange(0, 25), List.of(first)));
    }

    @Test
    void ringsThatDifferInMoreAreRefused() {
        TokenRing ring = Rings.random(new Random(6), 5, 1, 4);
        RingNode newcomer = node("new", "r0");
        PlacedRing before = PlacedRing.of(ring, THREE);
        PlacedRing after =
                PlacedRing.of(ring.with(newcomer, List.of(1L)).with(node("other", "r0"), List.of(1L << 61)), THREE);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> Takeover.of(before, after, newcomer))
                .withMessageContaining("when new joins (expected: only to the new node)");
    }
}
