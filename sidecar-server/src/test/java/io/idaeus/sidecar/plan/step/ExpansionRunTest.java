/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.step;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.node.CassandraProcess.Phase;
import io.idaeus.api.plan.PlanWait.Cause;
import io.idaeus.api.transfer.TransferState;
import io.idaeus.sidecar.plan.attempt.StepContext;
import io.idaeus.sidecar.plan.record.StepOutcome;
import io.idaeus.sidecar.plan.record.WrittenTo;
import io.idaeus.sidecar.plan.run.AnsweringRing;
import io.idaeus.sidecar.plan.run.PlanScene;
import io.idaeus.sidecar.plan.way.StepAction;
import io.idaeus.sidecar.ring.TokenRange;
import io.idaeus.sidecar.ring.TokenRanges;
import io.idaeus.sidecar.start.StartOptions;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A node that joins a ring which nobody leaves. */
class ExpansionRunTest {
    private static final String CALLED = "POST /v1/claims/p1/survey";

    private PlanScene plan;

    private PlanScene scene(String version) throws IOException {
        plan = PlanScene.expansion(version);
        return plan;
    }

    @AfterEach
    void stop() {
        plan.close();
    }

    private static StepOutcome.Waiting waiting(StepOutcome outcome) {
        assertThat(outcome).isInstanceOf(StepOutcome.Waiting.class);
        return (StepOutcome.Waiting) outcome;
    }

    @ParameterizedTest
    @ValueSource(strings = {"4.0.19", "4.1.10", "5.0.9", "6.0-alpha2"})
    void itEntersSurveyInTheProcessThatRuns(String version) throws IOException {
        scene(version).runsOnCall(Phase.NOT_JOINED);
        assertThat(plan.attempt(StepAction.ENTER_SURVEY)).isInstanceOf(StepOutcome.Running.class);
        assertThat(plan.commands()).containsExactly(CALLED);

        plan.runsOnCall(Phase.SURVEY);
        assertThat(plan.attempt(StepAction.ENTER_SURVEY)).isInstanceOf(StepOutcome.Done.class);
        assertThat(plan.commands()).isEmpty();
    }

    /** Up to 5.0 one of two that join at once is spent, or both get what neither was filled for. */
    @ParameterizedTest
    @ValueSource(strings = {"4.0.19", "5.0.9", "6.0-alpha2"})
    void itDoesNotJoinBesideAnother(String version) throws IOException {
        scene(version).runsOnCall(Phase.NOT_JOINED).nodes.beginsToJoin("other", "127.9.1.7", "r1");

        StepOutcome.Waiting found = waiting(plan.attempt(StepAction.ENTER_SURVEY));
        assertThat(found.cause()).isEqualTo(Cause.CLUSTER_CHANGING);
        assertThat(found.detail()).contains("127.9.1.7 is JOINING");
        assertThat(plan.commands()).isEmpty();
    }

    /** Every node is asked, not the coordinator's alone. */
    @Test
    void whatOneNodeAloneSeesKeepsItToo() throws IOException {
        scene("5.0.9").runsOnCall(Phase.NOT_JOINED);
        plan.seesAnotherJoin("127.9.1.2", "127.9.1.7");

        StepOutcome.Waiting found = waiting(plan.attempt(StepAction.ENTER_SURVEY));
        assertThat(found.detail()).contains("127.9.1.2 sees that node 127.9.1.7 is JOINING");
        assertThat(plan.commands()).isEmpty();
    }

    /** It may have changed after the ranges were declared, while the step waited for another node. */
    @ParameterizedTest
    @EnumSource(names = {"DECLARE", "ENTER_SURVEY"})
    void aRingThatLostANodeIsNotTheOneOfThePlan(StepAction step) throws IOException {
        scene("5.0.9").runsOnCall(Phase.NOT_JOINED).nodes.leaves("127.9.1.4");

        StepOutcome.Waiting found = waiting(plan.attempt(step));
        assertThat(plan.commands()).isEmpty();
        assertThat(found.cause()).isEqualTo(Cause.CLUSTER_CHANGING);
        assertThat(found.detail()).contains("the ranges of shop that the node takes over have changed");
    }

    /** It would call itself a member, and join without a bootstrap. */
    @ParameterizedTest
    @ValueSource(strings = {"4.0.19", "4.1.10", "5.0.9"})
    void oneThatIsStartedOutsideAgainIsNotToldAgain(String version) throws IOException {
        scene(version).runsOnCall(Phase.NOT_JOINED);

        StepOutcome.Waiting found = waiting(plan.attempt(StepAction.DELTA));
        assertThat(found.cause()).isEqualTo(Cause.WRONG_START);
        assertThat(found.remedy()).contains("without " + StartOptions.OUTSIDE);
        assertThat(plan.commands()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "4.0.19, nodetool assassinate",
        "5.0.9, nodetool assassinate",
        "6.0-alpha2, nodetool abortbootstrap --ip"
    })
    void aDeadOneComesBackWithoutTheOptionThatKeepsItOutside(String version, String removal) throws IOException {
        scene(version);

        StepOutcome.Waiting found = waiting(plan.attempt(StepAction.DELTA));
        assertThat(found.cause()).isEqualTo(Cause.NODE_DOWN);
        assertThat(found.detail()).contains("need all other replicas");
        assertThat(found.remedy()).contains("without " + StartOptions.OUTSIDE, removal + " " + PlanScene.NEW);
    }

    /** The options that the plan shows are those of a start outside the ring. */
    @Test
    void oneThatIsStartedWithoutWriteSurveyIsToldWhichOptionsToUse() throws IOException {
        scene("5.0.9").runs(Phase.OTHER);

        StepOutcome.Waiting found = waiting(plan.attempt(StepAction.DELTA));
        assertThat(found.cause()).isEqualTo(Cause.WRONG_START);
        assertThat(found.remedy())
                .contains("with the options of its OPERATOR step, but without " + StartOptions.OUTSIDE);
    }

    /** It has saved nothing yet. */
    @Test
    void oneThatDiesBeforeItIsToldToJoinIsStartedAsItWas() throws IOException {
        scene("5.0.9");

        StepOutcome.Waiting found = waiting(plan.attempt(StepAction.ENTER_SURVEY));

        assertThat(found.cause()).isEqualTo(Cause.NODE_DOWN);
        assertThat(found.remedy())
                .startsWith("wait until the other nodes have forgotten it")
                .contains("as it was started");
    }

    /** It may have saved its tokens: outside the ring it would hibernate, and be refused afterwards. */
    @Test
    void oneThatDiesBeforeItHasToldTheOthersIsNotToStandOutsideAgain() throws IOException {
        scene("5.0.9").runsOnCall(Phase.NOT_JOINED).diesDuring("/survey", false);

        StepOutcome.Waiting found = waiting(plan.attempt(StepAction.ENTER_SURVEY));

        assertThat(found.cause()).isEqualTo(Cause.NODE_DOWN);
        assertThat(found.remedy())
                .startsWith("wait until the other nodes have forgotten it")
                .contains("but without " + StartOptions.OUTSIDE, "cancel the plan");
        assertThat(waiting(plan.attempt(StepAction.ENTER_SURVEY)).remedy()).isEqualTo(found.remedy());
    }

    /** It would join with what another ring would have given it. */
    @Test
    void oneThatDiesIsNotToBeStartedInARingThatHasChanged() throws IOException {
        scene("5.0.9").runsOnCall(Phase.NOT_JOINED).diesDuring("/survey", false);
        waiting(plan.attempt(StepAction.ENTER_SURVEY));
        plan.nodes.leaves("127.9.1.4");

        StepOutcome.Waiting found = waiting(plan.attempt(StepAction.ENTER_SURVEY));
        assertThat(found.cause()).isEqualTo(Cause.CLUSTER_CHANGING);
        assertThat(found.detail()).contains("the ranges of shop that the node takes over have changed");
    }

    /** The metadata of the cluster keeps how far it is. */
    @Test
    void on60NobodyHasToForgetIt() throws IOException {
        scene("6.0-alpha2").runsOnCall(Phase.NOT_JOINED).diesDuring("/survey", false);

        assertThat(waiting(plan.attempt(StepAction.ENTER_SURVEY)).remedy())
                .isEqualTo("start it again with the same options, but without " + StartOptions.OUTSIDE);
    }

    /** Its tokens are its own: it looks like a member that has them. */
    @Test
    void on60OneThatDiedOnceItHadRegisteredItsTokensIsStartedAgain() throws IOException {
        scene("6.0-alpha2").runsOnCall(Phase.NOT_JOINED).diesDuring("/survey", false);
        List<String> tokens =
                Objects.requireNonNull(plan.plan.draft().destinations().get(0).tokens());
        plan.nodes.registers(
                AnsweringRing.NEWCOMER,
                PlanScene.NEW,
                "r1",
                tokens.stream().map(Long::valueOf).toList());

        StepOutcome.Waiting found = waiting(plan.attempt(StepAction.ENTER_SURVEY));

        assertThat(found.cause()).isEqualTo(Cause.NODE_DOWN);
        assertThat(found.remedy())
                .isEqualTo("start it again with the same options, but without " + StartOptions.OUTSIDE);
        assertThat(plan.context(plan.steps(StepAction.ENTER_SURVEY).get(0))
                        .askAboutNewcomer()
                        .member())
                .as("what is left to undo is not a repair")
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource({"ENTER_SURVEY, NOT_JOINED, /survey", "JOIN, SURVEY, /join"})
    void oneThatDiesOnceTheOthersKnowIsNotToStandOutsideAgain(StepAction step, Phase phase, String call)
            throws IOException {
        scene("5.0.9").runsOnCall(phase);
        plan.plan = plan.plan.withStep(
                plan.steps(StepAction.AWAIT_SURVEY).get(0),
                plan.plan
                        .steps()
                        .get(plan.steps(StepAction.AWAIT_SURVEY).get(0))
                        .withWrittenTo(new WrittenTo(plan.begun, plan.begun)));
        plan.diesDuring(call, true);

        StepOutcome.Waiting found = waiting(plan.attempt(step));

        assertThat(found.cause()).isEqualTo(Cause.NODE_DOWN);
        assertThat(found.remedy())
                .startsWith("start it again with the same options, but without " + StartOptions.OUTSIDE);
    }

    /** Outside the ring, or in write survey, it would stay down for the others. */
    @Test
    void aMemberThatDiesIsStartedPlainly() throws IOException {
        scene("5.0.9");
        int join = plan.steps(StepAction.JOIN).get(0);
        plan.plan = plan.plan.withStep(join, plan.plan.steps().get(join).done("it has joined", plan.begun));

        StepOutcome.Waiting found = waiting(plan.attempt(StepAction.AWAIT_NORMAL));

        assertThat(found.cause()).isEqualTo(Cause.NODE_DOWN);
        assertThat(found.remedy()).isEqualTo("start it again as any other node, without the options of the plan");
    }

    /** The ranges of the second node are planned for the ring with the first one. */
    @Test
    void aSecondNodeWhoseTransferFailsDoesNotTakeTheRingForChanged() throws IOException {
        plan = PlanScene.passingOn().runsOnCall(Phase.NOT_JOINED);
        int fill = plan.steps(StepAction.FILL).get(1);
        plan.attempt(fill);
        plan.isEnded(TransferState.FAILED);

        StepOutcome.Waiting found = waiting(plan.attempt(fill));

        assertThat(found.detail()).contains("failed").doesNotContain("have changed");
    }

    @Test
    void aFirstNodeWhoseTransferFailsSaysThatTheRingHasChanged() throws IOException {
        scene("5.0.9").runsOnCall(Phase.NOT_JOINED);
        plan.attempt(StepAction.FILL);
        plan.isEnded(TransferState.FAILED);
        plan.nodes.leaves("127.9.1.4");

        StepOutcome.Waiting found = waiting(plan.attempt(StepAction.FILL));

        assertThat(found.detail()).contains("have changed");
    }

    @Test
    void whatANodeHasPassedOnIsNotItsOwnAtTheEnd() throws IOException {
        plan = PlanScene.passingOn();
        String first = plan.plan.draft().destinations().get(0).sidecar();
        TokenRanges passedOn = TokenRanges.of(plan.plan.draft().ranges().stream()
                .filter(range -> first.equals(range.from()))
                .map(range -> TokenRange.parse(range.range()))
                .toList());

        StepContext context = plan.context(plan.steps(StepAction.VERIFY).get(0));
        TokenRanges planned = OwnedNow.of(context, "shop", "nobody").planned();

        assertThat(context.step().destination()).isEqualTo(first);
        assertThat(passedOn.isEmpty()).isFalse();
        assertThat(planned.isEmpty()).isFalse();
        assertThat(planned.intersect(passedOn).isEmpty()).isTrue();
    }
}
