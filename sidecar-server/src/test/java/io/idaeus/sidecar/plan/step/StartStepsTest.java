/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.step;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.ProblemType;
import io.idaeus.api.plan.PlanDestination;
import io.idaeus.api.plan.PlanStart;
import io.idaeus.api.plan.PlanWait.Cause;
import io.idaeus.api.plan.PlanWay;
import io.idaeus.sidecar.plan.draft.Draft;
import io.idaeus.sidecar.plan.record.StepOutcome;
import io.idaeus.sidecar.plan.run.AnsweringRing;
import io.idaeus.sidecar.plan.run.PlanScene;
import io.idaeus.sidecar.plan.way.StepAction;
import io.idaeus.sidecar.start.StartOptions;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class StartStepsTest {
    /** Drafts of earlier builds have the number in a line for cassandra.yaml alone. */
    @Test
    void theNumberOfTokensOfAnOlderDraftIsReadFromItsYaml() throws IOException {
        try (PlanScene plan = PlanScene.replacement(PlanWay.SURVEY).runsOutside()) {
            PlanStart first = plan.plan.draft().destinations().get(0).starts().get(0);
            assertThat(first.numTokens()).isEqualTo(8);
            assertThat(plan.attempt(StepAction.START_WITHOUT_JOINING)).isInstanceOf(StepOutcome.Done.class);

            plan.plan = plan.plan.withDraft(older(plan.plan.draft(), List.of("# num_tokens: 4", "num_tokens: 8")));
            assertThat(plan.attempt(StepAction.START_WITHOUT_JOINING)).isInstanceOf(StepOutcome.Done.class);

            plan.plan = plan.plan.withDraft(older(plan.plan.draft(), List.of("num_tokens: 4")));
            assertThat(plan.attempt(StepAction.START_WITHOUT_JOINING))
                    .isInstanceOfSatisfying(StepOutcome.Waiting.class, waiting -> {
                        assertThat(waiting.cause()).isEqualTo(Cause.WRONG_START);
                        assertThat(waiting.detail()).isEqualTo("num_tokens is 8 (expected: 4)");
                    });
        }
    }

    @Test
    void theReplacementIsNotStartedBeforeEveryNodeHasSeenTheDeathForLongEnough() throws IOException {
        try (PlanScene plan =
                PlanScene.replacement(PlanWay.SURVEY).runsOutside().isFilled()) {
            plan.nodes.downFor(PlanScene.DEAD, 59_999L);
            assertThat(plan.attempt(StepAction.START_IN_SURVEY))
                    .isInstanceOfSatisfying(StepOutcome.Running.class, running -> assertThat(running.detail())
                            .contains("may only pause", "127.9.1.2 for 59 s", "expected: 60 s"));

            // The operator has stopped it already.
            plan.running = null;
            assertThat(plan.attempt(StepAction.START_IN_SURVEY)).isInstanceOf(StepOutcome.Running.class);

            plan.nodes.downFor(PlanScene.DEAD, 60_000L);
            assertThat(plan.attempt(StepAction.START_IN_SURVEY))
                    .isInstanceOfSatisfying(StepOutcome.Waiting.class, waiting -> {
                        assertThat(waiting.cause()).isEqualTo(Cause.OPERATOR);
                        assertThat(waiting.remedy()).contains(String.join(" ", StartOptions.SHORT_DELAYS));
                    });
        }
    }

    @Test
    void aSidecarThatDoesNotTellOrDoesNotAnswerIsNamed() throws IOException {
        try (PlanScene plan =
                PlanScene.replacement(PlanWay.SURVEY).runsOutside().isFilled()) {
            plan.nodes.downFor(PlanScene.DEAD, null);
            assertThat(plan.attempt(StepAction.START_IN_SURVEY))
                    .isInstanceOfSatisfying(StepOutcome.Waiting.class, waiting -> {
                        assertThat(waiting.detail()).contains("do not tell for how long", "127.9.1.2");
                        assertThat(waiting.remedy()).contains("--join-delays cassandra");
                    });

            plan.nodes.downFor(PlanScene.DEAD, 60_000L);
            plan.ring.set(
                    "127.9.1.2",
                    (method, path, keyspace, body) -> AnsweringRing.problem(ProblemType.CASSANDRA_UNAVAILABLE, "down"));
            assertThat(plan.attempt(StepAction.START_IN_SURVEY))
                    .isInstanceOfSatisfying(StepOutcome.Waiting.class, waiting -> assertThat(waiting.cause())
                            .isEqualTo(Cause.NODE_DOWN));
        }
    }

    /** From then on the others may forget it. */
    @Test
    void sinceWhenTheReplacementIsSilentIsRecordedUntilItIsHeardOfAgain() throws IOException {
        try (PlanScene plan =
                PlanScene.replacement(PlanWay.SURVEY).runsOutside().isFilled()) {
            int start = plan.steps(StepAction.START_IN_SURVEY).get(0);
            plan.attempt(start);
            assertThat(plan.plan.steps().get(start).silentSince()).isNull();

            plan.running = null;
            plan.attempt(start);
            plan.later(Duration.ofSeconds(10)).attempt(start);
            assertThat(plan.plan.steps().get(start).silentSince()).isEqualTo(plan.begun);

            plan.runsInSurvey().attempt(start);
            assertThat(plan.plan.steps().get(start).silentSince()).isEqualTo(plan.begun);

            plan.runsOutside().attempt(start);
            assertThat(plan.plan.steps().get(start).silentSince()).isNull();
        }
    }

    /** It was started wrongly, and has ended by itself. The others call it UP for some seconds more. */
    @Test
    void theReplacementThatHasJustEndedIsNotAskedHowItSeesTheRing() throws IOException {
        try (PlanScene plan =
                PlanScene.replacement(PlanWay.SURVEY).runsOutside().isFilled()) {
            plan.nodes.beginsToJoin(AnsweringRing.NEWCOMER, PlanScene.NEW, "r3");
            plan.running = null;

            assertThat(plan.attempt(StepAction.START_IN_SURVEY))
                    .isInstanceOfSatisfying(StepOutcome.Waiting.class, waiting -> {
                        assertThat(waiting.cause()).isEqualTo(Cause.OPERATOR);
                        assertThat(waiting.remedy()).contains("nodetool drain");
                    });
        }
    }

    private static Draft older(Draft draft, List<String> yaml) {
        PlanDestination only = draft.destinations().get(0);
        List<PlanStart> starts = only.starts().stream()
                .map(start -> new PlanStart(start.name(), start.jvmOptions(), yaml, start.removed(), null))
                .toList();
        return draft.withDestinations(List.of(new PlanDestination(
                only.sidecar(),
                only.hostId(),
                only.address(),
                only.datacenter(),
                only.rack(),
                only.bytes(),
                only.bytesNeeded(),
                only.bytesPeak(),
                only.bytesFree(),
                only.sources(),
                starts,
                only.lifecycle())));
    }
}
