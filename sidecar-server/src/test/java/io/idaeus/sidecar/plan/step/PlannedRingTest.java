/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.step;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class PlannedRingTest {
    @Test
    void theSameRangesInAnotherOrderAreNoDifference() {
        assertThat(PlannedRing.difference(List.of("1:2", "5:1"), List.of("5:1", "1:2")))
                .isEmpty();
    }

    @Test
    void aRangeThatIsSplitIsGoneAndTheDeadNodeHasOneOfItsParts() {
        assertThat(PlannedRing.difference(List.of("1:9", "20:30"), List.of("5:9", "20:30")))
                .hasValue("1 of the plan are gone and 1 are new, for instance 1:9");
    }

    @Test
    void rangesThatTheDeadNodeHasLostOrWonAreADifference() {
        assertThat(PlannedRing.difference(List.of("1:9", "20:30"), List.of("20:30")))
                .hasValueSatisfying(words -> assertThat(words).contains("1 of the plan are gone"));
        assertThat(PlannedRing.difference(List.of("20:30"), List.of("1:9", "20:30")))
                .hasValueSatisfying(words -> assertThat(words).contains("1 are new", "1:9"));
    }
}
