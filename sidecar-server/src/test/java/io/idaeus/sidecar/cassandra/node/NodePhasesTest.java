/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.node.CassandraProcess.Phase;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class NodePhasesTest {
    private static final String NOT_JOINING = "-Dcassandra.join_ring=false";
    private static final String SURVEY = "-Dcassandra.write_survey=true";

    @Test
    void aMemberOfTheRingIsNormalWhateverItsOptionsSay() {
        assertThat(phase("NORMAL", true, false, "COMPLETED")).isEqualTo(Phase.NORMAL);
        assertThat(phase("NORMAL", true, false, "COMPLETED", NOT_JOINING)).isEqualTo(Phase.NORMAL);
        assertThat(phase("NORMAL", true, false, "COMPLETED", SURVEY)).isEqualTo(Phase.NORMAL);
    }

    @Test
    void aStartThatIsNotCompleteIsStarting() {
        assertThat(phase("STARTING", false, false, "NEEDS_BOOTSTRAP", NOT_JOINING))
                .isEqualTo(Phase.STARTING);
        assertThat(phase("JOINING", false, false, null, SURVEY)).isEqualTo(Phase.STARTING);
        assertThat(phase("JOINING", false, true, "IN_PROGRESS", SURVEY)).isEqualTo(Phase.STARTING);
        assertThat(phase("JOINING_FAILED", false, true, "COMPLETED", SURVEY)).isEqualTo(Phase.STARTING);
        assertThat(phase("NORMAL", false, false, null)).isEqualTo(Phase.STARTING);
    }

    @Test
    void aNodeThatWasToldNotToJoinIsNotJoined() {
        assertThat(phase("STARTING", true, false, "NEEDS_BOOTSTRAP", NOT_JOINING))
                .isEqualTo(Phase.NOT_JOINED);
        assertThat(phase("STARTING", true, false, null, "-Dcassandra.join_ring=true", NOT_JOINING))
                .isEqualTo(Phase.NOT_JOINED);
        assertThat(phase("STARTING", true, false, null, NOT_JOINING, "-Dcassandra.join_ring=TRUE"))
                .isEqualTo(Phase.OTHER);
    }

    @Test
    void aMemberThatWasToldNotToJoinAgainIsNotOneThatOwnsNothing() {
        assertThat(NodePhases.of(
                        new NodePhases.Start("STARTING", true, true, false, "COMPLETED", List.of(NOT_JOINING)), false))
                .isEqualTo(Phase.OTHER);
    }

    @Test
    void aWriteSurveyLeftBehindIsNoSurvey() {
        assertThat(phase("STARTING", true, false, "COMPLETED", SURVEY)).isEqualTo(Phase.OTHER);
    }

    @Test
    void surveyBeginsWithTheEndOfTheBootstrap() {
        assertThat(phase("JOINING", true, false, null, SURVEY)).isEqualTo(Phase.SURVEY);
        assertThat(phase("JOINING", true, false, "IN_PROGRESS", SURVEY)).isEqualTo(Phase.SURVEY);
        assertThat(phase("JOINING", true, true, "IN_PROGRESS", SURVEY)).isEqualTo(Phase.OTHER);
        assertThat(phase("JOINING", true, false, "IN_PROGRESS")).isEqualTo(Phase.OTHER);
    }

    @Test
    void in60SurveyLooksLikeAJoinThatFailedAfterTheBootstrap() {
        assertThat(phase("JOINING_FAILED", true, true, "COMPLETED", SURVEY)).isEqualTo(Phase.SURVEY);
        assertThat(phase("JOINING_FAILED", true, true, "COMPLETED", NOT_JOINING, SURVEY))
                .isEqualTo(Phase.SURVEY);
        assertThat(NodePhases.of(
                        new NodePhases.Start("JOINING_FAILED", true, true, false, "COMPLETED", List.of(SURVEY)), false))
                .isEqualTo(Phase.NORMAL);
        assertThat(phase("JOINING_FAILED", true, true, "IN_PROGRESS", SURVEY)).isEqualTo(Phase.OTHER);
        assertThat(phase("JOINING_FAILED", true, true, null, SURVEY)).isEqualTo(Phase.OTHER);
        assertThat(phase("JOINING_FAILED", true, true, "COMPLETED")).isEqualTo(Phase.OTHER);
    }

    @Test
    void in60SurveyLooksLikeABootstrapThatIsCompleteAfterARestart() {
        assertThat(phase("JOINING", true, true, "COMPLETED", SURVEY)).isEqualTo(Phase.SURVEY);
    }

    /** It is pending everywhere: tried on 6.0-alpha2. */
    @Test
    void in60ThatHoldsForARestartOutsideTheRingToo() {
        assertThat(phase("JOINING", true, true, "COMPLETED", NOT_JOINING, SURVEY))
                .isEqualTo(Phase.SURVEY);
        assertThat(phase("JOINING", true, true, "IN_PROGRESS", NOT_JOINING, SURVEY))
                .isEqualTo(Phase.OTHER);
    }

    @Test
    void aNodeThatAnOperatorLetsJoinIsNotInSurvey() {
        assertThat(phase("JOINING", true, false, null, NOT_JOINING, SURVEY)).isEqualTo(Phase.OTHER);
    }

    /** Up to 5.0: only who told it to knows. */
    @Test
    void aNodeThatThePlanTookIntoSurveyIsThere() {
        for (String bootstrap : Arrays.asList(null, "IN_PROGRESS")) {
            assertThat(entered(false, bootstrap, NOT_JOINING, SURVEY)).isEqualTo(Phase.SURVEY);
            assertThat(entered(true, bootstrap, NOT_JOINING, SURVEY)).isEqualTo(Phase.OTHER);
            assertThat(entered(false, bootstrap, NOT_JOINING)).isEqualTo(Phase.OTHER);
        }
    }

    private static Phase entered(boolean bootstrapping, @Nullable String bootstrap, String... options) {
        return NodePhases.of(
                new NodePhases.Start("JOINING", true, false, bootstrapping, bootstrap, List.of(options)), true);
    }

    @Test
    void theAddressToReplaceIsAmongTheOptions() {
        assertThat(NodePhases.replaced(List.of("-Dcassandra.replace_address_first_boot=10.0.0.4")))
                .contains("10.0.0.4");
        assertThat(NodePhases.replaced(List.of("-Dcassandra.replace_address=10.0.0.4:7000")))
                .contains("10.0.0.4");
        assertThat(NodePhases.replaced(List.of(SURVEY))).isEmpty();
    }

    @Test
    void everythingElseIsOther() {
        for (String mode : List.of("LEAVING", "MOVING", "DRAINING", "DRAINED", "DECOMMISSIONED")) {
            assertThat(phase(mode, true, false, "COMPLETED", SURVEY)).as(mode).isEqualTo(Phase.OTHER);
            assertThat(phase(mode, false, false, null)).as(mode).isEqualTo(Phase.OTHER);
        }
    }

    private static Phase phase(
            String mode, boolean initialized, boolean bootstrapping, @Nullable String bootstrap, String... options) {
        boolean joined = mode.equals("NORMAL");
        return NodePhases.of(
                new NodePhases.Start(mode, initialized, joined, bootstrapping, bootstrap, List.of(options)), false);
    }
}
