/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.step;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.plan.PlanDue;
import io.idaeus.sidecar.ring.TokenRange;
import io.idaeus.sidecar.ring.TokenRanges;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class OwnedNowTest {
    private static OwnedNow owned(TokenRanges planned, TokenRanges found) {
        return new OwnedNow("shop", planned, found);
    }

    private static TokenRanges ranges(String... ranges) {
        return TokenRanges.of(Arrays.stream(ranges).map(TokenRange::parse).toList());
    }

    @Test
    void theSameTokensInOtherRangesAreWhatWasPlanned() {
        OwnedNow now = owned(ranges("1:9", "20:1"), ranges("1:5", "5:9", "20:1"));

        assertThat(now.due("10.0.0.9")).isEmpty();
        assertThat(now.describe()).startsWith("shop: the node owns what was planned");
    }

    @Test
    void whatAnotherNodeHasTakenOverLeavesNothingToDo() {
        OwnedNow now = owned(ranges("1:9", "20:30"), ranges("1:5", "20:30"));

        assertThat(now.due("10.0.0.9")).isEmpty();
        assertThat(now.describe()).startsWith("shop: the ring has changed since the node joined");
    }

    @Test
    void whatTheNodeHasGainedIsToBeRepaired() {
        assertThat(owned(ranges("1:9"), ranges("1:9", "20:30")).due("10.0.0.9")).hasValueSatisfying(due -> {
            assertThat(due.what()).isEqualTo("Repair shop on 10.0.0.9");
            assertThat(due.command()).isEqualTo("nodetool repair --full shop");
        });
        assertThat(owned(ranges("1:9"), ranges("5:30")).due("10.0.0.9"))
                .map(PlanDue::command)
                .hasValue("nodetool repair --full shop");
    }
}
