/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.plans;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.idaeus.api.Finding;
import io.idaeus.api.ProblemType;
import io.idaeus.api.plan.AcceptedFinding;
import io.idaeus.api.plan.Plan;
import io.idaeus.api.plan.PlanDue;
import io.idaeus.api.plan.PlanRequest;
import io.idaeus.api.plan.PlanState;
import io.idaeus.api.plan.PlanStep;
import io.idaeus.api.plan.PlanWait.Cause;
import io.idaeus.client.PlanApprovals;
import io.idaeus.client.PlansClient;
import io.idaeus.client.SidecarException;
import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.it.harness.cassandra.CassandraVersion;
import io.idaeus.it.harness.cassandra.NodeSstables;
import io.idaeus.it.harness.cassandra.NodeStart;
import io.idaeus.it.harness.cassandra.SstableDamage;
import io.idaeus.it.harness.sidecar.SidecarProcess;
import io.idaeus.it.planfaults.PlanPromises;
import io.idaeus.it.planfaults.PlanScene;
import io.idaeus.it.planfaults.RewordedPlans;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Replacements in survey while something dies, or is done wrongly, on one ring. {@code make test-faults PLANS=} draws
 * faults and steps.
 */
@Tag("plans")
@Timeout(600)
class PlanFaultsIT {
    private static final Duration NODETOOL = Duration.ofMinutes(1);

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

    @Test
    void sidecarsThatAreKilledCostNothingAndAnOptionLeftBehindIsNoticed() throws IOException {
        PlanDriver replacement = scene.replacement();
        replacement.approve();
        for (Step step : List.of(Step.START_WITHOUT_JOINING, Step.FILL, Step.AWAIT_SURVEY, Step.DELTA)) {
            awaitBegun(replacement.driveTo(step), step);
            restartInOtherWords(scene.firstSidecar());
        }
        replacement.sidecar().kill9();
        replacement.sidecar().startUnready();
        awaitBegun(replacement.driveTo(Step.START_PLAINLY), Step.START_PLAINLY);
        restartInOtherWords(scene.firstSidecar());
        replacement.launchWrongly(List.of("-Dcassandra.join_ring=false"));
        replacement.awaitWaiting(PlanScene.REPORTED, null, "join_ring=false is still there");
        Plan ended = replacement.driveToEnd();
        assertCompleted(replacement, ended);
        assertEachStepBeganOnce(ended, scene.firstSidecar());
    }

    /** Nothing is decided by what was written for people. */
    private static void restartInOtherWords(SidecarProcess coordinator) {
        coordinator.kill9();
        assertThat(RewordedPlans.at(coordinator)).isPositive();
        coordinator.start();
    }

    // The coordinator says so in its log after it has written it down.
    private static void awaitBegun(Plan plan, Step step) {
        DeadRing.await(step + " is in the log", () -> begun(plan, scene.firstSidecar())
                .containsKey(String.valueOf(step.of(plan).number())));
    }

    private static Map<String, Long> begun(Plan plan, SidecarProcess coordinator) throws IOException {
        return Files.readString(coordinator.log())
                .lines()
                .filter(line -> line.contains("plan " + plan.id() + ": step ") && line.contains(" begins"))
                .map(line -> line.replaceAll(".*: step (\\d+) .*", "$1"))
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    }

    private static void assertEachStepBeganOnce(Plan plan, SidecarProcess coordinator) throws IOException {
        Map<String, Long> begun = begun(plan, coordinator);
        assertThat(begun.keySet())
                .containsExactlyInAnyOrderElementsOf(plan.steps().stream()
                        .map(step -> String.valueOf(step.number()))
                        .toList());
        assertThat(begun.values()).allMatch(count -> count == 1);
    }

    @Test
    void aReplacementThatDiesInSurveyIsReportedAndGoesOnAndTheCoordinatorThatWasReplacedStops() {
        PlanDriver replacement = scene.replacement();
        replacement.approve();
        replacement.driveTo(Step.FILL);
        scene.firstSidecar().pause();
        replacement.adopt(scene.secondSidecar());
        scene.firstSidecar().resume();
        replacement.driveTo(Step.DELTA);
        DeadRing.await(
                "the first coordinator stops", () -> replacement.stateAt(scene.firstSidecar()) == PlanState.SUPERSEDED);
        replacement.node().kill9();
        replacement.awaitWaiting(
                PlanScene.REPORTED,
                Cause.NODE_DOWN,
                "nodetool ",
                replacement.node().address());
        replacement.relaunch();
        assertCompleted(replacement, replacement.driveToEnd());
    }

    @Test
    void aDeadNodeThatAnswersWhileTheReplacementIsPendingEndsThePlan() {
        PlanDriver replacement = scene.replacement();
        replacement.approve();
        replacement.driveTo(Step.AWAIT_SURVEY);
        // The plan waits for it: otherwise the new node may join while the dead one starts.
        scene.secondSidecar().pause();
        scene.dead().start();
        scene.secondSidecar().resume();
        Plan ended = replacement.driveToEnd();
        assertThat(Objects.requireNonNull(ended.problem()).detail()).contains("answers again");
        replacement.undo(ended);
        assertUndone(replacement, ended, PlanState.FAILED, "UP NORMAL");
    }

    @Test
    void aPlanIsRefusedWithTheReason() {
        PlansClient plans = scene.ring().plans();
        PlanDriver replacement = scene.replacement();
        PlanDriver seed = scene.replacement(scene.secondNode());
        PlanRequest request = replacement.request();
        assertThat(findings(
                        plans,
                        request.toBuilder().dead(scene.secondNode().address()).build()))
                .contains("DEAD_NODE_UP");
        assertThat(findings(plans, with(request, scene.secondSidecar()))).contains("ALREADY_JOINED");
        try (SidecarProcess there = scene.ring().beside(scene.dead()).build()) {
            there.startUnready();
            assertThat(findings(plans, with(request, there))).contains("SAME_ADDRESS");
        }

        seed.launch(NodeStart.withoutJoining().yaml("seed_provider", PlanScene.seeds(seed.node(), scene.firstNode())));
        DeadRing.await("the findings about the new node, whose Cassandra starts", () -> findings(plans, seed.request())
                .containsAll(List.of("OTHER_PLACE", "REPLACEMENT_IS_SEED")));

        scene.secondSidecar().kill9();
        assertThat(findings(plans, request)).contains("TOO_FEW_SOURCES", "NO_SIDECAR");
        scene.secondSidecar().start();

        // Once the sidecar that was restarted answers.
        Plan stale = replacement.planned();
        scene.cql().execute("ALTER TABLE shop.users WITH gc_grace_seconds = 1");
        try {
            assertThatExceptionOfType(SidecarException.class)
                    .isThrownBy(() -> plans.approve(stale.id(), stale.digest()))
                    .matches(e -> e.is(ProblemType.PLAN_CHANGED))
                    .withMessageContaining("schema version");
            assertThat(findings(plans, request)).contains("GC_GRACE_TOO_SHORT");
        } finally {
            scene.cql().execute("ALTER TABLE shop.users WITH gc_grace_seconds = 864000");
        }

        replacement.approve();
        PlansClient others = scene.ring().client(scene.secondSidecar()).plans();
        assertThat(findings(others, request)).contains("NODE_CLAIMED");
        assertThat(replacement.cancelAndUndo().state()).isEqualTo(PlanState.CANCELLED);
        assertThat(findings(others, request)).doesNotContain("NODE_CLAIMED");
    }

    @Test
    void aPlanThatIsCancelledInSurveyLeavesTheDeadNodeAsTheReplica() {
        PlanDriver replacement = scene.replacement();
        replacement.approve();
        replacement.driveTo(Step.DELTA);
        assertThat(scene.isPending(replacement.node())).isTrue();
        Plan ended = replacement.cancelAndUndo();
        assertUndone(replacement, ended, PlanState.CANCELLED, "DOWN NORMAL");
    }

    /** Nobody could see it when the plan was made. */
    @Test
    void aFindingThatTransfersWaitForIsAcceptedWhileThePlanRuns() {
        PlanDriver replacement = scene.replacement();
        replacement.approve();
        replacement.driveTo(Step.START_WITHOUT_JOINING);
        scene.cql().execute("ALTER TABLE shop.users WITH gc_grace_seconds = 0");
        try {
            replacement.driveToWaiting(Cause.TRANSFER, "NO_GC_GRACE");
            Plan waiting = replacement.plan();
            PlansClient plans = scene.ring().plans();
            assertThatExceptionOfType(SidecarException.class)
                    .isThrownBy(() -> plans.accept(waiting.id(), waiting.digest(), "HEADER_MISMATCH"))
                    .matches(e -> e.is(ProblemType.INVALID_REQUEST))
                    .withMessageContaining("NO_GC_GRACE");
            assertThatExceptionOfType(SidecarException.class)
                    .isThrownBy(() -> plans.accept(waiting.id(), "another", "NO_GC_GRACE"))
                    .matches(e -> e.is(ProblemType.PLAN_CHANGED));

            Plan accepted = PlanApprovals.accept(scene.ring().client(scene.firstSidecar()), waiting, "NO_GC_GRACE");
            plans.accept(waiting.id(), waiting.digest(), "NO_GC_GRACE");

            assertThat(accepted.digest()).isEqualTo(waiting.digest());
            assertThat(accepted.accepted()).extracting(AcceptedFinding::code).containsExactly("NO_GC_GRACE");
            assertThat(accepted.due()).extracting(PlanDue::what).anyMatch(what -> what.contains("NO_GC_GRACE"));
            replacement.driveTo(Step.DECLARE);
            assertThat(replacement.cancelAndUndo().state()).isEqualTo(PlanState.CANCELLED);
        } finally {
            scene.cql().execute("ALTER TABLE shop.users WITH gc_grace_seconds = 864000");
        }
    }

    @Test
    void aFullDiskIsWaitedForWithItsRemedy() {
        PlanDriver replacement = scene.replacementWithDisk();
        replacement.approve();
        replacement.driveTo(Step.START_WITHOUT_JOINING);
        scene.disk().fill();
        replacement.driveToWaiting(Cause.TRANSFER, scene.disk().root().toString());
        scene.disk().empty();
        assertCompleted(replacement, replacement.driveToEnd());
    }

    /** Two replicas are live, and the plan merges each range from both. */
    @Test
    void anSstableThatIsCorruptAtASourceIsWaitedForUntilItIsMended() {
        CassandraNode source = scene.secondNode();
        source.nodetool(NODETOOL, "disableautocompaction", "shop", "users").orThrow();
        source.flush("shop", "users");
        Path data = NodeSstables.in(source.tableDirectories("shop", "users").get(0))
                .get(0)
                .component("Data.db");
        // Cassandra has mapped the file: it keeps the whole one.
        SstableDamage.detach(data);
        SstableDamage.flipByte(data, 20);
        PlanDriver replacement = scene.replacement();
        try {
            replacement.approve();
            replacement.driveToWaiting(Cause.TRANSFER, "it does not count as a source of their tokens");
            assertThat(replacement.plan().steps())
                    .extracting(PlanStep::waiting)
                    .filteredOn(Objects::nonNull)
                    .anySatisfy(waiting -> {
                        assertThat(waiting.detail()).contains("shop.users ", source.address());
                        assertThat(waiting.remedy()).contains("nodetool scrub shop users at ", source.address());
                    });
        } finally {
            SstableDamage.flipByte(data, 20);
            source.nodetool(NODETOOL, "enableautocompaction", "shop", "users").orThrow();
        }
        assertCompleted(replacement, replacement.driveToEnd());
    }

    @Test
    void aRingThatChangesIsWaitedForBeforeTheReplacementIsPending() {
        PlanDriver replacement = scene.replacement();
        replacement.approve();
        replacement.driveTo(Step.FILL);
        // The other node may take longer to begin than the fill to end.
        replacement.pause();
        CassandraNode joining = scene.ring().joiningNode();
        try {
            replacement.resume();
            replacement.driveToWaiting(Cause.CLUSTER_CHANGING, joining.address() + " is JOINING");
        } finally {
            scene.ring().remove(joining);
        }
        assertCompleted(replacement, replacement.driveToEnd());
    }

    @Test
    void aRingThatChangesAfterTheJoinDoesNotKeepThePlanFromItsEnd() {
        PlanDriver replacement = scene.replacement();
        replacement.approve();
        Plan before = replacement.driveTo(Step.START_PLAINLY);
        CassandraNode joined = scene.joinedNode();
        Plan ended;
        try {
            ended = replacement.driveToEnd();
        } finally {
            scene.decommission(joined);
        }
        assertThat(ended.due()).isEqualTo(before.due());
        assertThat(Step.VERIFY.of(ended).detail()).contains("shop: the ring has changed since the node joined");
        assertCompleted(replacement, ended);
    }

    private static void assertCompleted(PlanDriver replacement, Plan ended) {
        assertThat(new PlanPromises(scene, replacement).completed(ended).broken())
                .isEmpty();
    }

    private static void assertUndone(PlanDriver replacement, Plan ended, PlanState state, String deadNode) {
        assertThat(new PlanPromises(scene, replacement)
                        .undone(ended, state, deadNode)
                        .broken())
                .isEmpty();
    }

    private static List<String> findings(PlansClient plans, PlanRequest request) {
        return PlanDriver.drafted(plans, request, plan -> true).findings().stream()
                .filter(finding -> finding.severity() != Finding.Severity.NOTE)
                .map(Finding::code)
                .toList();
    }

    private static PlanRequest with(PlanRequest request, SidecarProcess destination) {
        return request.toBuilder()
                .destinations(List.of(destination.restUri().toString()))
                .build();
    }
}
