/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.plan.PlanKind;
import io.idaeus.api.plan.PlanRequest;
import io.idaeus.api.plan.PlanWay;
import io.idaeus.sidecar.plan.draft.Draft;
import io.idaeus.sidecar.plan.facts.RingFixture;
import io.idaeus.sidecar.plan.kind.PlanDrafter;
import io.idaeus.sidecar.plan.way.PlannedStep;
import io.idaeus.sidecar.plan.way.StepAction;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PlanRecordTest {
    private static final String A = "http://10.0.2.1:9043";
    private static final String B = "http://10.0.2.2:9043";

    /** Two nodes are filled side by side, and then the cluster is looked at. */
    private static final PlanRecord PLAN = plan(
            new PlannedStep(StepAction.CHECK, null, null),
            new PlannedStep(StepAction.FILL, A, null),
            new PlannedStep(StepAction.FILL, B, null),
            new PlannedStep(StepAction.DELTA, A, null),
            new PlannedStep(StepAction.DELTA, B, null),
            new PlannedStep(StepAction.VERIFY, null, null),
            new PlannedStep(StepAction.JOIN, A, null));

    private static PlanRecord plan(PlannedStep... steps) {
        PlanRequest request = PlanRequest.builder(PlanKind.REPLACE)
                .dead("10.0.1.3")
                .destinations(List.of(RingFixture.NEW))
                .way(PlanWay.SURVEY)
                .writes(Map.of())
                .build();
        Draft draft = PlanDrafter.draft(
                        request,
                        RingFixture.nodes(4)
                                .keyspace("shop", 3)
                                .down("10.0.1.3")
                                .facts(RingFixture.NEW))
                .withSteps(List.of(steps));
        return PlanRecord.drafted("p1", "http://c:9043", draft, Instant.EPOCH);
    }

    @Test
    void aStepGoesBackToOneAtItsOwnDestination() {
        assertThat(PLAN.earlier(4, StepAction.FILL)).isEqualTo(2);
        assertThat(PLAN.earlier(3, StepAction.FILL)).isEqualTo(1);
        assertThat(PLAN.earlier(6, StepAction.FILL)).isEqualTo(1);
        assertThat(PLAN.earlier(4, StepAction.JOIN))
                .as("none is the first step")
                .isZero();
    }

    @Test
    void stepsThatAreTakenAtTheSameTimeHaveTheirTurnTogether() {
        PlanRecord plan = plan(
                new PlannedStep(StepAction.CHECK, null, null),
                new PlannedStep(StepAction.FILL, A, null),
                new PlannedStep(StepAction.FILL, B, null, true),
                new PlannedStep(StepAction.VERIFY, null, null));
        StepRecord done = StepRecord.PENDING.done("", Instant.EPOCH);

        assertThat(plan.turn()).containsExactly(0);
        assertThat(plan.withStep(0, done).turn()).containsExactly(1, 2);
        assertThat(plan.withStep(0, done).withStep(1, done).turn()).containsExactly(2);
        assertThat(plan.withStep(0, done).withStep(2, done).turn()).containsExactly(1);
        assertThat(plan.withSteps(List.of(done, done, done, done)).turn()).isEmpty();
    }

    @Test
    void whatWasDoneAtOtherDestinationsStays() {
        assertThat(PLAN.stepsAfter(1, 6)).containsExactly(3, 5, 6);
        assertThat(PLAN.stepsAfter(2, 4)).containsExactly(4);
        assertThat(PLAN.stepsAfter(6, 6)).isEmpty();
    }
}
