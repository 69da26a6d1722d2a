/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.plan.PlanDestination;
import io.idaeus.api.plan.PlanDue;
import io.idaeus.api.plan.PlanKind;
import io.idaeus.api.plan.PlanRequest;
import io.idaeus.api.plan.PlanWay;
import io.idaeus.sidecar.plan.attempt.SeenNewcomer;
import io.idaeus.sidecar.plan.draft.Draft;
import io.idaeus.sidecar.plan.facts.RingFixture;
import io.idaeus.sidecar.plan.kind.PlanDrafter;
import io.idaeus.sidecar.plan.record.PlanRecord;
import io.idaeus.sidecar.plan.record.StepRecord;
import io.idaeus.sidecar.plan.way.PlannedStep;
import io.idaeus.sidecar.plan.way.StepAction;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class UndoTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final String ASSASSINATE = "nodetool assassinate 10.0.9.9";
    private static final String SECOND = "http://10.0.9.10:9043";
    private static final String ABORT = "nodetool abortbootstrap --ip 10.0.9.9";

    private static PlanRecord plan(String version, PlanWay way) {
        PlanRequest request = PlanRequest.builder(PlanKind.REPLACE)
                .dead("10.0.1.3")
                .destinations(List.of(RingFixture.NEW))
                .way(way)
                .writes(Map.of())
                .build();
        RingFixture ring =
                RingFixture.nodes(4).version(version).keyspace("shop", 3).down("10.0.1.3");
        return PlanRecord.drafted("p1", "http://c:9043", PlanDrafter.draft(request, ring.facts(RingFixture.NEW)), NOW)
                .approved(NOW, null);
    }

    private static PlanRecord at(PlanRecord plan, StepAction action) {
        return at(plan, step -> step.action() == action);
    }

    private static PlanRecord at(PlanRecord plan, Predicate<PlannedStep> which) {
        PlanRecord next = plan;
        for (int i = 0; i < plan.steps().size(); i++) {
            if (which.test(plan.draft().steps().get(i))) {
                return next.withStep(i, StepRecord.PENDING.begun(NOW));
            }
            next = next.withStep(i, StepRecord.PENDING.done("", NOW));
        }
        throw new IllegalArgumentException("no such step in " + plan.draft().steps());
    }

    private static Optional<SeenNewcomer> seen(boolean pending, boolean member) {
        return Optional.of(new SeenNewcomer("10.0.9.9", pending, member, true));
    }

    private static List<PlanDue> undo(PlanRecord plan, Optional<SeenNewcomer> seen) {
        return Undo.of(plan, newcomer -> seen);
    }

    private static List<String> commands(PlanRecord plan, Optional<SeenNewcomer> seen) {
        return undo(plan, seen).stream()
                .map(PlanDue::command)
                .map(String::valueOf)
                .toList();
    }

    @Test
    void nothingIsLeftOfAPlanWhoseReplacementHasNotStarted() {
        PlanRecord plan = plan("5.0.9", PlanWay.SURVEY);
        assertThat(undo(plan, seen(false, false))).isEmpty();
        assertThat(undo(at(plan, StepAction.CHECK), Optional.empty())).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = {"START_WITHOUT_JOINING", "FILL", "DECLARE"})
    void outsideTheRingItIsStoppedAndWiped(StepAction action) {
        assertThat(undo(at(plan("5.0.9", PlanWay.SURVEY), action), seen(false, false)))
                .singleElement()
                .satisfies(due -> assertThat(due.what()).contains("Stop", "empty its data directories"));
    }

    /** Otherwise they would not hear of its next start. */
    @Test
    void oneThatTheOthersHaveForgottenIsNotAssassinated() {
        List<PlanDue> due = undo(at(plan("5.0.9", PlanWay.SURVEY), StepAction.START_IN_SURVEY), seen(false, false));

        assertThat(due).extracting(PlanDue::command).containsExactly(null, "nodetool gossipinfo");
        assertThat(due.get(1).why()).contains(ASSASSINATE, "where none does, do not");
    }

    @Test
    void on6AlsoOneOutsideTheRingIsRegistered() {
        assertThat(commands(at(plan("6.0.0", PlanWay.SURVEY), StepAction.FILL), seen(false, false)))
                .containsExactly("null", ABORT);
        assertThat(commands(at(plan("6.0.0", PlanWay.SURVEY), StepAction.DELTA), seen(true, false)))
                .containsExactly("null", ABORT);
    }

    @ParameterizedTest
    @EnumSource(names = {"START_IN_SURVEY", "AWAIT_SURVEY", "DELTA"})
    void aPendingOneIsRemovedFromTheRing(StepAction action) {
        assertThat(commands(at(plan("5.0.9", PlanWay.SURVEY), action), seen(true, false)))
                .containsExactly("null", ASSASSINATE);
        assertThat(commands(at(plan("5.0.9", PlanWay.SURVEY), action), Optional.empty()))
                .containsExactly("null", ASSASSINATE);
    }

    @Test
    void oneThatBeganToJoinByItselfIsRemovedToo() {
        assertThat(commands(at(plan("5.0.9", PlanWay.SURVEY), StepAction.FILL), seen(true, false)))
                .containsExactly("null", ASSASSINATE);
    }

    @Test
    void oneThatHasJoinedIsRepairedAndNotRemoved() {
        assertThat(commands(at(plan("5.0.9", PlanWay.DIRECT), StepAction.START_REPLACING), seen(false, true)))
                .containsExactly("nodetool repair --full");
    }

    private static PlanRecord expansion(String... added) {
        PlanRequest request = PlanRequest.builder(PlanKind.EXPAND)
                .destinations(List.of(added))
                .build();
        RingFixture ring = RingFixture.nodes(4).inOneRack("dc1").keyspace("shop", 3);
        return PlanRecord.drafted("p1", "http://c:9043", PlanDrafter.draft(request, ring.facts(added)), NOW)
                .approved(NOW, null);
    }

    /** The first has all its data, and would hibernate at its next start; the ring does not know the other yet. */
    @Test
    void betweenTwoJoinsTheFirstIsStartedPlainlyAndTheSecondIsWiped() {
        PlanRecord plan = at(expansion(RingFixture.NEW, SECOND), step -> step.is(StepAction.DECLARE, SECOND));

        assertThat(plan.hasJoined()).isFalse();
        assertThat(Undo.of(plan, newcomer -> seen(false, newcomer.sidecar().equals(RingFixture.NEW))))
                .extracting(PlanDue::what)
                .satisfiesExactly(
                        what -> assertThat(what).isEqualTo("Restart the new node without the options of the plan"),
                        what -> assertThat(what)
                                .isEqualTo("Stop the new node's Cassandra, and empty its data directories"),
                        what -> assertThat(what).startsWith("Clean up the nodes that have lost ranges: "));
    }

    @Test
    void oneThatIsAddedAndInSurveyIsRemovedFromTheRing() {
        PlanRecord plan = at(expansion(RingFixture.NEW), StepAction.DELTA);

        assertThat(commands(plan, seen(true, false))).containsExactly("null", ASSASSINATE);
    }

    @Test
    void cassandrasOwnBootstrapIsEndedAsASurveyIs() {
        assertThat(commands(at(plan("5.0.9", PlanWay.BOOTSTRAP), StepAction.START_BOOTSTRAP), seen(true, false)))
                .containsExactly("null", ASSASSINATE);
    }

    /** The command for the nodes that are left names the same keyspaces as the plan. */
    @Test
    void aCleanupNamesTheNodesThatItHasNotFinished() {
        PlanRequest request =
                PlanRequest.builder(PlanKind.CLEANUP).keyspaces(List.of("shop")).build();
        String[] members = {"http://10.0.1.1:9043", "http://10.0.1.2:9043", "http://10.0.1.3:9043"};
        RingFixture ring = RingFixture.nodes(3).keyspace("shop", 2);
        PlanRecord plan =
                PlanRecord.drafted("p1", "http://c:9043", PlanDrafter.draft(request, ring.facts(members)), NOW);
        assertThat(undo(plan, Optional.empty())).isEmpty();

        assertThat(undo(
                        at(plan.approved(NOW, null), step -> step.is(StepAction.CLEAN_UP_MEMBER, members[1])),
                        Optional.empty()))
                .singleElement()
                .satisfies(due -> {
                    assertThat(due.what())
                            .isEqualTo("Clean up the nodes that this plan has not finished: " + members[1] + ", "
                                    + members[2]);
                    assertThat(due.command())
                            .isEqualTo("idaeus plan cleanup --with " + members[1] + " --with " + members[2]
                                    + " --keyspace shop");
                });
    }

    @Test
    void aCleanupAlsoNamesTheNodesThatItLeavesOut() {
        PlanRequest request = PlanRequest.builder(PlanKind.CLEANUP).build();
        RingFixture ring = RingFixture.nodes(2).keyspace("shop", 2).down("10.0.1.2");
        PlanRecord plan = PlanRecord.drafted(
                        "p1", "http://c:9043", PlanDrafter.draft(request, ring.facts("http://10.0.1.1:9043")), NOW)
                .approved(NOW, null);

        assertThat(undo(at(plan, StepAction.CLEAN_UP_MEMBER), Optional.empty()))
                .extracting(PlanDue::what)
                .containsExactly(
                        "Clean up the nodes that this plan has not finished: http://10.0.1.1:9043",
                        "Clean up the nodes that this plan leaves out: 10.0.1.2");
    }

    @Test
    void aNodeThatIsDoneIsLeftWhileAnotherIsUndone() {
        PlanRecord plan = withSecond(plan("5.0.9", PlanWay.SURVEY));
        PlanRecord second = at(plan, step -> step.is(StepAction.START_WITHOUT_JOINING, SECOND));

        assertThat(Undo.of(second, newcomer -> seen(false, newcomer.sidecar().equals(RingFixture.NEW))))
                .extracting(PlanDue::what)
                .startsWith("Stop the replacement's Cassandra, and empty its data directories");
    }

    /** Until the second joins, too. */
    @Test
    void aPlanIsCancelledWhileNoneOfItsNodesIsJoining() {
        PlanRecord plan = withSecond(plan("5.0.9", PlanWay.SURVEY));

        assertThat(at(plan, step -> step.is(StepAction.DELTA, RingFixture.NEW)).hasJoined())
                .isFalse();
        assertThat(at(plan, step -> step.is(StepAction.JOIN, RingFixture.NEW)).hasJoined())
                .isTrue();
        assertThat(at(plan, step -> step.is(StepAction.CLEANUP, RingFixture.NEW))
                        .hasJoined())
                .isTrue();
        assertThat(at(plan, step -> step.is(StepAction.FILL, SECOND)).hasJoined())
                .isFalse();
        assertThat(at(plan, step -> step.is(StepAction.JOIN, SECOND)).hasJoined())
                .isTrue();
    }

    // As a kind of plan would have it that brings two nodes, one after the other.
    private static PlanRecord withSecond(PlanRecord plan) {
        Draft draft = plan.draft();
        PlanDestination first = draft.destinations().get(0);
        PlanDestination second = new PlanDestination(
                SECOND,
                null,
                null,
                first.datacenter(),
                first.rack(),
                0,
                0,
                0,
                0,
                List.of(),
                first.starts(),
                first.lifecycle());
        Stream<PlannedStep> more = draft.steps().stream()
                .filter(step -> step.destination() != null)
                .map(step -> new PlannedStep(step.action(), SECOND, step.start()));
        Draft both = draft.withDestinations(List.of(first, second))
                .withSteps(Stream.concat(draft.steps().stream(), more).toList());
        return PlanRecord.drafted("p1", "http://c:9043", both, NOW).approved(NOW, null);
    }
}
