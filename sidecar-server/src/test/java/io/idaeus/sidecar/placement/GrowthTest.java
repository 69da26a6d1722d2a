/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.placement;

import static io.idaeus.sidecar.placement.Rings.node;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.idaeus.sidecar.placement.Growth.Gain;
import io.idaeus.sidecar.ring.TokenRange;
import io.idaeus.sidecar.ring.TokenRanges;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class GrowthTest {
    private static final RingNode A = node("a", "r0");
    private static final RingNode B = node("b", "r0");
    private static final RingNode FIRST = node("first", "r0");
    private static final RingNode SECOND = node("second", "r0");

    @Test
    void whatAnEarlierOneLosesCameFromAMember() {
        TokenRing ring = TokenRing.of(Map.of(A, List.of(0L), B, List.of(100L)));

        Growth growth = Growth.of(ring, joining(FIRST, List.of(50L), SECOND, List.of(25L)), new SimplePlacement(1));

        assertThat(growth.of(FIRST)).containsExactly(new Gain(new TokenRange(0, 50), List.of(B), List.of(B)));
        assertThat(growth.of(SECOND)).containsExactly(new Gain(new TokenRange(0, 25), List.of(FIRST), List.of(B)));
        assertThat(growth.of(SECOND).get(0).isChained()).isTrue();
        assertThat(growth.of(FIRST).get(0).isChained()).isFalse();
        assertThat(growth.before().rangesOf(B)).containsExactly(new TokenRange(0, 100));
        assertThat(growth.after().rangesOf(B)).containsExactly(new TokenRange(50, 100));
    }

    /** The origins have the data of the losers, and no other node is asked. */
    @Test
    void originsAreReplicasOfTheRangeBefore() {
        Random random = new Random(1);
        for (int run = 0; run < 60; run++) {
            int racks = 1 + random.nextInt(4);
            TokenRing ring = Rings.random(random, Math.max(4, racks) + random.nextInt(4), racks, 1 + random.nextInt(6));
            Map<RingNode, List<Long>> joining = new LinkedHashMap<>();
            for (int i = 0; i < 4; i++) {
                joining.put(node("new" + i, "r" + random.nextInt(racks)), Rings.tokens(random, 1 + random.nextInt(6)));
            }
            Growth growth = Growth.of(ring, joining, new NetworkTopology(Map.of("dc1", 3)));

            joining.keySet().forEach(newcomer -> assertThat(growth.of(newcomer)).allSatisfy(gain -> {
                assertThat(gain.losers()).hasSize(1);
                assertThat(gain.origins()).hasSize(1).isSubsetOf(ring.nodes());
                assertThat(growth.before().replicasOf(gain.range().right())).containsAll(gain.origins());
            }));
            joining.keySet().forEach(newcomer -> assertThat(growth.after().rangesOf(newcomer))
                    .as("others may have taken some of it since")
                    .allSatisfy(range -> assertThat(TokenRanges.of(growth.of(newcomer).stream()
                                            .map(Gain::range)
                                            .toList())
                                    .containsAll(TokenRanges.of(range)))
                            .isTrue()));
        }
    }

    @Test
    void whereNobodyLosesNobodyIsAnOrigin() {
        TokenRing ring = TokenRing.of(Map.of(A, List.of(0L)));

        Growth growth = Growth.of(ring, joining(FIRST, List.of(50L), SECOND, List.of(25L)), new SimplePlacement(2));

        assertThat(growth.of(FIRST))
                .hasSize(2)
                .allSatisfy(gain -> assertThat(gain.losers()).isEmpty())
                .allSatisfy(gain -> assertThat(gain.origins()).isEmpty());
        assertThat(growth.of(SECOND))
                .allSatisfy(gain -> assertThat(gain.losers()).hasSize(1));
    }

    @Test
    void nobodyJoinsWithATokenOfAnother() {
        TokenRing ring = TokenRing.of(Map.of(A, List.of(0L), B, List.of(100L)));

        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        Growth.of(ring, joining(FIRST, List.of(50L), SECOND, List.of(50L)), new SimplePlacement(1)))
                .withMessage("token 50 of second is one of first already (expected: each token once)");
    }

    @Test
    void anEmptyRingIsNotJoined() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Growth.of(TokenRing.of(Map.of()), Map.of(FIRST, List.of(1L)), new SimplePlacement(1)))
                .withMessage("the ring is empty (expected: nodes that others can join)");
    }

    @Test
    void withoutNewNodesTheRingStaysAsItIs() {
        Growth growth = Growth.of(TokenRing.of(Map.of(A, List.of(0L))), Map.of(), new SimplePlacement(1));

        assertThat(growth.of(FIRST)).isEmpty();
        assertThat(growth.after()).isSameAs(growth.before());
    }

    private static Map<RingNode, List<Long>> joining(
            RingNode first, List<Long> tokens, RingNode second, List<Long> tokensOfSecond) {
        Map<RingNode, List<Long>> joining = new LinkedHashMap<>();
        joining.put(first, tokens);
        joining.put(second, tokensOfSecond);
        return joining;
    }
}
