/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.placement;

import static io.idaeus.sidecar.placement.Rings.node;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.idaeus.sidecar.ring.TokenRange;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TokenRingTest {
    private static final RingNode A = node("a", "r1");
    private static final RingNode B = node("b", "r2");

    @Test
    void aTokenEndsTheRangeAfterTheOneBefore() {
        TokenRing ring = TokenRing.of(map(A, List.of(30L, -10L), B, List.of(5L)));

        assertThat(IntStream.range(0, ring.size()).mapToObj(ring::range))
                .containsExactly(new TokenRange(30, -10), new TokenRange(-10, 5), new TokenRange(5, 30));
        assertThat(IntStream.range(0, ring.size()).mapToObj(ring::owner)).containsExactly(A, B, A);
    }

    @Test
    void aTokenIsInTheRangeThatItsSuccessorEnds() {
        TokenRing ring = TokenRing.of(map(A, List.of(30L, -10L), B, List.of(5L)));

        assertThat(ring.indexOf(Long.MIN_VALUE)).isZero();
        assertThat(ring.indexOf(-10)).isZero();
        assertThat(ring.indexOf(-9)).isEqualTo(1);
        assertThat(ring.indexOf(30)).isEqualTo(2);
        assertThat(ring.indexOf(31)).as("beyond the last token").isZero();
        assertThat(ring.indexOf(Long.MAX_VALUE)).isZero();
    }

    @Test
    void oneTokenHasTheWholeRing() {
        TokenRing ring = TokenRing.of(Map.of(A, List.of(7L)));

        assertThat(ring.range(0).isFullRing()).isTrue();
        assertThat(ring.indexOf(8)).isZero();
    }

    @Test
    void aNodeThatJoinsDividesRanges() {
        TokenRing ring = TokenRing.of(Map.of(A, List.of(0L))).with(B, List.of(100L));

        assertThat(ring.nodes()).containsExactly(A, B);
        assertThat(ring.range(1)).isEqualTo(new TokenRange(0, 100));
        assertThat(ring.within("dc1").size()).isEqualTo(2);
        assertThat(ring.within("dc2").size()).isZero();
    }

    @Test
    void whatIsNoRingIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TokenRing.of(map(A, List.of(1L), B, List.of(1L))))
                .withMessage("token 1 of b is one of a already (expected: each token once)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TokenRing.of(Map.of(A, List.of(1L, 1L))))
                .withMessage("token 1 of a is one of a already (expected: each token once)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TokenRing.of(Map.of(A, List.of())))
                .withMessage("a has no tokens (expected: one or more)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TokenRing.of(map(A, List.of(1L), node("a", "r2"), List.of(2L))))
                .withMessageContaining("have one id (expected: one for each node)");
        TokenRing ring = TokenRing.of(Map.of(A, List.of(1L)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ring.with(A, List.of(2L)))
                .withMessage("a is in the ring already (expected: another node)");
    }

    private static Map<RingNode, List<Long>> map(
            RingNode one, List<Long> its, RingNode other, List<Long> tokensOfOther) {
        Map<RingNode, List<Long>> map = new LinkedHashMap<>();
        map.put(one, its);
        map.put(other, tokensOfOther);
        return map;
    }
}
