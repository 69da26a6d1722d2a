/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.attempt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idaeus.api.ProblemType;
import io.idaeus.api.plan.PlanWait.Cause;
import io.idaeus.sidecar.plan.record.StepOutcome;
import io.idaeus.sidecar.problem.ProblemException;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WaitsTest {
    @Test
    void oneIsToldAsItIs() {
        StepOutcome.Waiting one = StepOutcome.waiting(Cause.BUSY, "a ".repeat(2_000), "wait");

        assertThat(new Waits().asOne()).isEmpty();
        assertThat(new Waits().and(one).look(Optional::empty).asOne()).contains(one);
    }

    @Test
    void severalAreOneWithTheCauseOfTheFirst() {
        assertThat(new Waits()
                        .and(StepOutcome.waiting(Cause.NODE_DOWN, "a is down", "start it"))
                        .look(() -> Optional.of(StepOutcome.waiting(Cause.BUSY, "b is busy", "wait")))
                        .and(StepOutcome.waiting(Cause.NODE_DOWN, "c is down", "start it"))
                        .asOne())
                .contains(StepOutcome.waiting(Cause.NODE_DOWN, "a is down; b is busy; c is down", "start it; wait"));
    }

    @Test
    void ofManyTheOthersAreCountedAndLongOnesCut() {
        Waits waits = new Waits();
        IntStream.range(0, Waits.NAMED + 2)
                .forEach(i -> waits.and(StepOutcome.waiting(Cause.BUSY, i + " why".repeat(1_000), "do " + i)));

        assertThat(waits.asOne()).get().isInstanceOfSatisfying(StepOutcome.Waiting.class, all -> {
            assertThat(all.detail())
                    .startsWith("0 why")
                    .endsWith("; and 2 more")
                    .hasSizeLessThan(6_000);
            assertThat(all.remedy()).isEqualTo("do 0; do 1; do 2; do 3; do 4; and 2 more");
        });
    }

    @Test
    void aQuestionThatFailsHidesNothing() {
        assertThat(new Waits()
                        .look(() -> {
                            throw new ProblemException(ProblemType.PEER_UNREACHABLE, "a does not answer");
                        })
                        .and(StepOutcome.waiting(Cause.BUSY, "b is busy", "wait"))
                        .asOne())
                .contains(StepOutcome.waiting(
                        Cause.NODE_DOWN,
                        "a does not answer; b is busy",
                        "remove the cause; the plan then continues by itself; wait"));
        ProblemException superseded = new ProblemException(ProblemType.CLAIM_SUPERSEDED, "fence 2");
        assertThatThrownBy(() -> new Waits().look(() -> {
                    throw superseded;
                }))
                .isSameAs(superseded);
    }
}
