/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idaeus.api.ProblemType;
import io.idaeus.api.node.CassandraProcess.Phase;
import io.idaeus.api.plan.PlanStart;
import io.idaeus.api.plan.PlanStep;
import io.idaeus.api.plan.PlanWait.Cause;
import io.idaeus.sidecar.plan.record.StepOutcome;
import io.idaeus.sidecar.plan.run.AnsweringRing;
import io.idaeus.sidecar.plan.run.PlanScene;
import io.idaeus.sidecar.plan.way.PlannedStep;
import io.idaeus.sidecar.plan.way.StepAction;
import io.idaeus.sidecar.start.StartOptions;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Cassandra 6.0 enters write survey in the process that stands outside the ring. */
class EnterSurveyTest {
    private static final String CALLED = "POST /v1/claims/p1/survey";
    private PlanScene plan;

    @BeforeEach
    void start() throws IOException {
        plan = PlanScene.onCall();
    }

    @AfterEach
    void stop() {
        plan.close();
    }

    private StepOutcome attempt() {
        return plan.attempt(StepAction.ENTER_SURVEY);
    }

    private StepOutcome.Waiting waiting(StepOutcome outcome) {
        assertThat(outcome).isInstanceOf(StepOutcome.Waiting.class);
        return (StepOutcome.Waiting) outcome;
    }

    @Test
    void thereIsOneStartBeforeTheLast() {
        List<PlanStart> starts = plan.plan.draft().destinations().get(0).starts();

        assertThat(starts).hasSize(2);
        assertThat(starts.get(0).jvmOptions())
                .contains(
                        StartOptions.OUTSIDE,
                        StartOptions.SURVEY,
                        StartOptions.KEEP_PROGRESS,
                        StartOptions.replacing(PlanScene.DEAD))
                .doesNotContainAnyElementsOf(StartOptions.SHORT_DELAYS);
        assertThat(starts.get(1).removed())
                .containsExactlyElementsOf(starts.get(0).jvmOptions());
        assertThat(plan.plan.draft().steps())
                .filteredOn(step -> step.action().kind() == PlanStep.Kind.OPERATOR)
                .extracting(PlannedStep::start)
                .containsExactly(0, 1);
        assertThat(plan.steps(StepAction.START_IN_SURVEY)).isEmpty();
    }

    @Test
    void itIsCalledOutsideTheRingAndEndsInSurvey() {
        plan.runsOnCall(Phase.NOT_JOINED);
        assertThat(attempt()).isInstanceOf(StepOutcome.Running.class);
        assertThat(plan.commands()).containsExactly(CALLED);

        plan.runsOnCall(Phase.SURVEY);
        assertThat(attempt()).isInstanceOf(StepOutcome.Done.class);
        assertThat(plan.commands()).isEmpty();
    }

    @Test
    void itIsNotCalledWhileTheDeadNodeMayOnlyPause() {
        plan.runsOnCall(Phase.NOT_JOINED).nodes.downFor(PlanScene.DEAD, 119_000L);

        assertThat(attempt()).isInstanceOfSatisfying(StepOutcome.Running.class, running -> assertThat(running.detail())
                .contains("may only pause"));
        assertThat(plan.commands()).isEmpty();
    }

    /** Every other node would have to be upgraded, and 6.0 waits for nothing in any case. */
    @Test
    void sidecarsThatDoNotTellAreNoReasonToWait() {
        plan.runsOnCall(Phase.NOT_JOINED).nodes.downFor(PlanScene.DEAD, null);

        assertThat(attempt()).isInstanceOf(StepOutcome.Running.class);
        assertThat(plan.commands()).containsExactly(CALLED);
    }

    @Test
    void aRefusalIsShownAndTriedAgain() {
        plan.runsOnCall(Phase.NOT_JOINED)
                .refusals
                .put("survey", AnsweringRing.problem(ProblemType.CASSANDRA_REFUSED, "a range is locked"));
        assertThat(plan.steps(StepAction.ENTER_SURVEY)).hasSize(1);
        assertThatThrownBy(this::attempt).hasMessageContaining("a range is locked");

        plan.refusals.clear();
        assertThat(attempt()).isInstanceOf(StepOutcome.Running.class);
    }

    @Test
    void aNodeThatWasToldToJoinBeforeItWasFilledIsNoticed() {
        plan.runsOnCall(Phase.SURVEY);

        StepOutcome.Waiting found = waiting(plan.attempt(StepAction.FILL));
        assertThat(found.cause()).isEqualTo(Cause.WRONG_START);
        assertThat(found.remedy()).contains("stop it now");
    }

    /** Its process is another one. Whether it needs to be told is for its sidecar to say. */
    @ParameterizedTest
    @EnumSource(
            value = Phase.class,
            names = {"NOT_JOINED", "OTHER"})
    void aNodeThatWasStartedAgainIsToldAgain(Phase phase) {
        plan.runsOnCall(phase);

        assertThat(plan.attempt(StepAction.DELTA))
                .isInstanceOfSatisfying(
                        StepOutcome.Back.class, back -> assertThat(back.to()).isEqualTo(StepAction.ENTER_SURVEY));
        assertThat(attempt()).isInstanceOf(StepOutcome.Running.class);
        assertThat(plan.commands()).containsExactly(CALLED);
    }

    /** Its place is kept in the metadata, where a start outside the ring cannot take it up. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void oneThatDiesDuringTheCallDoesNotStartOutsideTheRingAgain(boolean announced) {
        plan.runsOnCall(Phase.NOT_JOINED).diesDuring("/survey", announced);

        StepOutcome.Waiting died = waiting(attempt());

        assertThat(died.cause()).isEqualTo(Cause.NODE_DOWN);
        assertThat(died.remedy())
                .startsWith("start it again with the same options, but without " + StartOptions.OUTSIDE);
    }

    @Test
    void aNodeThatDoesNotAnswerIsWaitedFor() {
        assertThat(waiting(attempt()).cause()).isEqualTo(Cause.NODE_DOWN);
        assertThat(plan.commands()).isEmpty();
    }
}
