/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.PlanDue;
import io.idaeus.api.PlanKind;
import io.idaeus.api.PlanRequest;
import io.idaeus.api.PlanWay;
import io.idaeus.sidecar.plan.draft.PlanDrafter;
import io.idaeus.sidecar.plan.draft.RingFixture;
import io.idaeus.sidecar.plan.way.StepAction;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class UndoTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final String ASSASSINATE = "nodetool assassinate 10.0.9.9";
    private static final String ABORT = "nodetool abortbootstrap --ip 10.0.9.9";

    private static PlanRecord plan(String version, PlanWay way) {
        PlanRequest request = new PlanRequest(
                PlanKind.REPLACE,
                "10.0.1.3",
                List.of(RingFixture.NEW),
                null,
                null,
                way,
                Map.of(),
                null,
                null,
                null,
                null,
                null);
        RingFixture ring =
                RingFixture.nodes(4).version(version).keyspace("shop", 3).down("10.0.1.3");
        return PlanRecord.drafted("p1", "http://c:9043", PlanDrafter.draft(request, ring.facts(RingFixture.NEW)), NOW)
                .approved(NOW, null);
    }

    private static PlanRecord at(PlanRecord plan, StepAction action) {
        PlanRecord next = plan;
        for (int i = 0; i < plan.steps().size(); i++) {
            if (plan.draft().steps().get(i).action() == action) {
                return next.withStep(i, StepRecord.PENDING.begun(NOW));
            }
            next = next.withStep(i, StepRecord.PENDING.done("", NOW));
        }
        throw new IllegalArgumentException(action + " is not in " + plan.draft().steps());
    }

    private static Optional<SeenReplacement> seen(boolean pending, boolean member) {
        return Optional.of(new SeenReplacement("10.0.9.9", pending, member, true));
    }

    private static List<String> commands(PlanRecord plan, Optional<SeenReplacement> seen) {
        return Undo.of(plan, seen).stream()
                .map(PlanDue::command)
                .map(String::valueOf)
                .toList();
    }

    @Test
    void nothingIsLeftOfAPlanWhoseReplacementHasNotStarted() {
        PlanRecord plan = plan("5.0.9", PlanWay.SURVEY);
        assertThat(Undo.of(plan, seen(false, false))).isEmpty();
        assertThat(Undo.of(at(plan, StepAction.CHECK), Optional.empty())).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = {"START_WITHOUT_JOINING", "FILL", "DECLARE"})
    void outsideTheRingItIsStoppedAndWiped(StepAction action) {
        assertThat(Undo.of(at(plan("5.0.9", PlanWay.SURVEY), action), seen(false, false)))
                .singleElement()
                .satisfies(due -> assertThat(due.what()).contains("Stop", "empty its data directories"));
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

    @Test
    void cassandrasOwnBootstrapIsEndedAsASurveyIs() {
        assertThat(commands(at(plan("5.0.9", PlanWay.BOOTSTRAP), StepAction.START_BOOTSTRAP), seen(true, false)))
                .containsExactly("null", ASSASSINATE);
    }
}
