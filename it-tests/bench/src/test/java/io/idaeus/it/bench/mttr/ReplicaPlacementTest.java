/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.mttr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.idaeus.it.bench.mttr.ReplicaPlacement.Range;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ReplicaPlacementTest {
    private final ReplicaPlacement placement = ReplicaPlacement.regular(1);

    @Test
    void eachTokenHasThreeReplicasAndEachNodeAboutThreeQuartersOfTheRing() {
        assertThat(Stream.of(Long.MIN_VALUE, -1L, 0L, 1L, Long.MAX_VALUE))
                .allSatisfy(token ->
                        assertThat(placement.replicas(token)).hasSize(3).doesNotHaveDuplicates());
        assertThat(IntStream.range(0, 4).mapToDouble(placement::share).sum()).isEqualTo(3, within(1e-9));
        assertThat(IntStream.range(0, 4).mapToDouble(placement::share).boxed())
                .allSatisfy(share -> assertThat(share).isBetween(0.65, 0.85));
    }

    @Test
    void evenlySpacedTokensGiveSixNodesHalfOfTheRingEach() {
        ReplicaPlacement even = ReplicaPlacement.even(6);

        assertThat(even.nodes()).isEqualTo(6);
        assertThat(even.tokens()).hasSize(6).doesNotHaveDuplicates();
        assertThat(IntStream.range(0, 6).mapToDouble(even::share).boxed())
                .allSatisfy(share -> assertThat(share).isEqualTo(0.5, within(1e-9)));
        assertThat(even.ranges(5))
                .extracting(range -> even.replicas(range.right()))
                .containsExactlyInAnyOrder(List.of(3, 4, 5), List.of(4, 5, 0), List.of(5, 0, 1));
    }

    @Test
    void aRangeIsHeldFromAfterItsLeftTokenToItsRightOne() {
        String[] tokens = placement.tokens();
        assertThat(tokens).hasSize(4).allSatisfy(list -> assertThat(list.split(",", -1))
                .hasSize(16));

        for (int node = 0; node < 4; node++) {
            List<Range> ranges = placement.ranges(node);
            for (Range range : ranges) {
                assertThat(placement.replicas(range.right())).contains(node);
                assertThat(placement.replicas(range.left() + 1)).contains(node);
            }
            for (String own : tokens[node].split(",", -1)) {
                assertThat(placement.replicas(Long.parseLong(own)).get(0)).isEqualTo(node);
            }
        }
    }
}
