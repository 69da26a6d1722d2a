/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.plans;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.idaeus.api.plan.PlanState;
import io.idaeus.api.plan.PlanWait.Cause;
import io.idaeus.it.harness.cassandra.CassandraVersion;
import io.idaeus.it.harness.cassandra.NodeReadiness;
import io.idaeus.it.harness.cassandra.NodeStart;
import io.idaeus.it.harness.process.CommandResult;
import io.idaeus.it.planfaults.PlanPromises;
import io.idaeus.it.planfaults.PlanScene;
import io.idaeus.it.planfaults.WrongOptions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Replacements whose Cassandra is started as the plan does not say, on one ring. */
@Tag("plans")
@Timeout(600)
class WrongStartsIT {
    private static final Duration FIRST_START = Duration.ofMinutes(2);
    private static final Duration JOINED = Duration.ofMinutes(2);

    private static PlanScene scene;

    @BeforeAll
    static void openScene() {
        scene = PlanScene.open(CassandraVersion.selected());
    }

    @AfterEach
    void settle() {
        scene.settle();
    }

    @AfterAll
    static void closeScene() {
        scene.close();
    }

    /** As docs/replace.md says, row by row. */
    @ParameterizedTest
    @EnumSource(WrongOptions.class)
    void aSupervisorThatStartsTheReplacementWronglyIsNoticedAndUndone(WrongOptions wrong) {
        assumeThat(wrong.isWrongOn(CassandraVersion.selected()))
                .withFailMessage("not on Cassandra %s: it is what the plan says there", CassandraVersion.selected())
                .isTrue();
        PlanDriver replacement = scene.replacement();
        replacement.approve();
        replacement.driveTo(wrong.step());
        assertThat(wrong.run(scene, replacement)).isEmpty();
    }

    /** An operator forgot an option, and puts it right before the plan has noticed. */
    @Test
    void aMemberThatIsStartedInSurveyIsToldToJoin() {
        PlanDriver replacement = scene.replacement();
        replacement.approve();
        replacement.driveTo(Step.START_IN_SURVEY);
        List<String> survey =
                replacement.plan().destinations().get(0).starts().get(1).jvmOptions();
        scene.firstSidecar().pause();
        replacement.launchWrongly(survey.stream()
                .filter(option -> !option.contains("write_survey"))
                .toList());
        replacement.node().awaitReady(NodeReadiness.NORMAL, JOINED);
        replacement.launchWrongly(survey);
        scene.firstSidecar().resume();
        replacement.awaitWaiting(PlanScene.REPORTED, Cause.WRONG_START, "has joined before", "nodetool join");
        DeadRing.await("it has joined", () -> hasJoined(replacement.node().nodetool("join")));
        assertThat(new PlanPromises(scene, replacement)
                        .completed(replacement.driveToEnd())
                        .broken())
                .isEmpty();
    }

    // Before the end of its start a first call fails, and takes effect all the same.
    private static boolean hasJoined(CommandResult join) {
        return join.exitCode() == 0 || (join.stdout() + join.stderr()).contains("already joined");
    }

    /** Mistakes that nobody could see when the plan was made: the new node had not started yet. */
    @Test
    void aReplacementThatIsConfiguredWronglyIsNoticedByItsFirstStart() {
        PlanDriver elsewhere = scene.replacement(scene.secondNode());
        elsewhere.approve();
        elsewhere.driveTo(Step.START_WITHOUT_JOINING);
        elsewhere.launch(NodeStart.withoutJoining());
        elsewhere.awaitWaiting(FIRST_START, Cause.WRONG_START, "rack r2 (expected: datacenter1, r1)", "empty its data");
        assertThat(elsewhere.cancelAndUndo().state()).isEqualTo(PlanState.CANCELLED);
        scene.settle();

        PlanDriver replacement = scene.replacement();
        replacement.approve();
        replacement.driveTo(Step.START_WITHOUT_JOINING);
        replacement.launch(NodeStart.withoutJoining()
                .yaml("seed_provider", PlanScene.seeds(replacement.node(), scene.firstNode())));
        replacement.awaitWaiting(FIRST_START, Cause.WRONG_START, "among its own seeds", "empty its data");
        replacement.node().stop();
        replacement.node().wipe();
        replacement.launch(NodeStart.withoutJoining().yaml("num_tokens", 3));
        replacement.awaitWaiting(FIRST_START, Cause.WRONG_START, "num_tokens is 3", "empty its data");
        replacement.node().stop();
        replacement.node().wipe();
        replacement.launch(NodeStart.withoutJoining());
        assertThat(replacement.driveTo(Step.DECLARE).state()).isEqualTo(PlanState.RUNNING);
        assertThat(replacement.cancelAndUndo().state()).isEqualTo(PlanState.CANCELLED);
    }
}
