/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.finding;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

class DraftChangeTest {
    @Test
    void isOfTheCodeOfItsFindingWhateverItsTextSays() {
        DraftChange claimed = DraftChange.of(
                PlanFindingCode.NODE_CLAIMED.about("http://a:1", "RING_CHANGING, as nobody says", Set.of()));

        assertThat(claimed.isOf(PlanFindingCode.NODE_CLAIMED)).isTrue();
        assertThat(claimed.isOf(PlanFindingCode.RING_CHANGING)).isFalse();
        assertThat(new DraftChange("NODE_CLAIMED http://a:1: of the ring", null).isOf(PlanFindingCode.NODE_CLAIMED))
                .isFalse();
    }
}
