/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.kind;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.Finding;
import io.idaeus.api.plan.JoinDelays;
import io.idaeus.api.plan.PlanKind;
import io.idaeus.api.plan.PlanRequest;
import io.idaeus.api.plan.PlanStart;
import io.idaeus.api.plan.PlanWay;
import io.idaeus.sidecar.plan.draft.Draft;
import io.idaeus.sidecar.plan.facts.RingFixture;
import io.idaeus.sidecar.plan.finding.PlanFindingCode;
import io.idaeus.sidecar.start.StartOptions;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** For how long Cassandra waits by its clocks while a node takes the place of a dead one. */
class DelayChoiceTest {
    private static final String DEAD = "10.0.1.3";
    private static final List<String> VIEWS = List.of("HAS_VIEWS");
    private static final int GRACE = 864_000;

    private static RingFixture ring() {
        return RingFixture.nodes(4).keyspace("shop", 3);
    }

    private static Draft draft(RingFixture ring, PlanWay way, @Nullable JoinDelays delays, String... accept) {
        return PlanDrafter.draft(
                PlanRequest.builder(PlanKind.REPLACE)
                        .dead(DEAD)
                        .destinations(List.of(RingFixture.NEW))
                        .way(way)
                        .writes(Map.of("*", "QUORUM"))
                        .joinDelays(delays)
                        .accept(List.of(accept))
                        .build(),
                ring.facts(RingFixture.NEW));
    }

    private static Draft survey(RingFixture ring, String... accept) {
        return draft(ring.down(DEAD), PlanWay.SURVEY, null, accept);
    }

    private static boolean hurries(Draft draft) {
        return starts(draft).get(1).jvmOptions().containsAll(StartOptions.SHORT_DELAYS);
    }

    private static List<PlanStart> starts(Draft draft) {
        return draft.destinations().get(0).starts();
    }

    private static List<String> why(Draft draft) {
        return draft.findings().stream()
                .filter(finding -> finding.code().equals(PlanFindingCode.LONG_DELAYS.name()))
                .map(Finding::detail)
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"4.0.19", "4.1.10", "5.0.9"})
    void theSecondStartIsShortAndTheLastHasNothingOfIt(String version) {
        Draft draft = survey(ring().version(version));

        assertThat(draft.refused()).as("%s", draft.findings()).isFalse();
        assertThat(hurries(draft)).isTrue();
        assertThat(starts(draft).get(0).jvmOptions()).doesNotContainAnyElementsOf(StartOptions.SHORT_DELAYS);
        assertThat(starts(draft).get(2).removed()).containsAll(StartOptions.SHORT_DELAYS);
        assertThat(why(draft)).isEmpty();
    }

    @Test
    void theEstimateIsShorterByWhatCassandraDoesNotWait() {
        Draft hurried = survey(ring());
        Draft patient = draft(ring().down(DEAD), PlanWay.SURVEY, JoinDelays.CASSANDRA);

        assertThat(patient.estimate().maxSeconds() - hurried.estimate().maxSeconds())
                .isEqualTo(83);
        assertThat(hurried.digest()).isNotEqualTo(patient.digest());
    }

    @Test
    void cassandraWaitsAsByDefaultWhereTheRequestSaysSo() {
        Draft draft = draft(ring().down(DEAD), PlanWay.SURVEY, JoinDelays.CASSANDRA);

        assertThat(hurries(draft)).isFalse();
        assertThat(why(draft)).isEmpty();
    }

    /** They prove nothing before the node is read. */
    @ParameterizedTest
    @ValueSource(strings = {"DIRECT", "BOOTSTRAP"})
    void otherWaysHaveNothingToShorten(PlanWay way) {
        Draft draft = draft(ring().down(DEAD), way, JoinDelays.SHORT);

        assertThat(starts(draft)).allSatisfy(start -> assertThat(start.jvmOptions())
                .doesNotContainAnyElementsOf(StartOptions.SHORT_DELAYS));
        assertThat(why(draft)).isEmpty();
    }

    @Test
    void aSidecarThatDoesNotTellSinceWhenItSeesTheDeathKeepsTheWaits() {
        Draft draft = draft(ring().downFor(DEAD, null), PlanWay.SURVEY, null);

        assertThat(hurries(draft)).isFalse();
        assertThat(why(draft)).singleElement().asString().contains("the sidecar of 10.0.1.1 does not tell since when");
    }

    @Test
    void aNodeWithoutASidecarKeepsTheWaits() {
        Draft draft = survey(ring().withoutSidecar("10.0.1.4"), "NO_SIDECAR", "TOO_FEW_SOURCES");

        assertThat(draft.refused()).as("%s", draft.findings()).isFalse();
        assertThat(hurries(draft)).isFalse();
        assertThat(why(draft)).singleElement().asString().contains("nobody tells since when 10.0.1.4");
    }

    @ParameterizedTest
    @CsvSource({"false,true,true", "true,true,false", "false,false,false"})
    void whatCassandraStreamsMustNotBeUsedWithLightweightTransactions(boolean used, boolean known, boolean hurries) {
        RingFixture ring = ring().keyspace("views", VIEWS, GRACE, 3);
        if (used) {
            ring.transacted();
        }
        if (!known) {
            ring.transactionsUnknown();
        }

        Draft draft = survey(ring);

        assertThat(hurries(draft)).as("%s", draft.findings()).isEqualTo(hurries);
        assertThat(why(draft))
                .hasSize(hurries ? 0 : 1)
                .allMatch(why -> why.startsWith("Cassandra streams views, and "));
    }

    /** The delta has the tables that the plan fills, and begins when every node writes to the new one. */
    @Test
    void whatThePlanFillsMayBeUsedWithThem() {
        assertThat(hurries(survey(ring().transacted()))).isTrue();
        assertThat(hurries(survey(ring().transactionsUnknown()))).isTrue();
    }
}
