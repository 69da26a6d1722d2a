/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.idaeus.api.ProblemType;
import io.idaeus.api.node.CassandraProcess;
import io.idaeus.api.node.CassandraProcess.Phase;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.start.StartOptions;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where Cassandra is told to enter write survey, and where it is too late for that. */
class SurveyEntryTest {
    private static final Instant STARTED = Instant.parse("2026-01-02T03:04:05Z");
    private static final Instant CALLED = STARTED.plusSeconds(60);
    private static final List<String> BOTH = List.of(StartOptions.OUTSIDE, StartOptions.SURVEY);

    private static CassandraProcess running(String version, String mode, Phase phase, List<String> options) {
        return new CassandraProcess(
                version, STARTED, options, mode, phase, "id", "127.0.0.9", "dc1", "r1", 8, List.of(), 0, 0L);
    }

    private static Optional<SurveyMarks.Mark> called(boolean ended, @Nullable String refusal) {
        return Optional.of(new SurveyMarks.Mark(STARTED, CALLED, ended, refusal));
    }

    private static void refused(
            ProblemType type, String message, CassandraProcess running, Optional<SurveyMarks.Mark> mark) {
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> SurveyEntry.needsCall(running, mark, CALLED))
                .matches(e -> e.type() == type)
                .withMessageContaining(message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"4.0.19", "5.0.9", "6.0-alpha2"})
    void itIsToldWhileItStandsOutsideTheRing(String version) {
        assertThat(SurveyEntry.needsCall(
                        running(version, "STARTING", Phase.NOT_JOINED, BOTH), Optional.empty(), CALLED))
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource({"JOINING, SURVEY", "JOINING, STARTING", "JOINING_FAILED, SURVEY"})
    void itIsNotToldOnceItIsThereOrStarts(String mode, Phase phase) {
        assertThat(SurveyEntry.needsCall(running("6.0-alpha2", mode, phase, BOTH), called(true, null), CALLED))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"4.0.19", "5.0.9", "6.0-alpha2"})
    void itIsNotToldWhileAnEarlierCallMayGoOn(String version) {
        assertThat(SurveyEntry.needsCall(
                        running(version, "JOINING", Phase.OTHER, BOTH),
                        called(false, null),
                        CALLED.plus(SurveyEntry.UNHEARD)))
                .isFalse();
    }

    /** Its sidecar was started again, or has waited for as long as JMX lets it: nobody hears of its end. */
    @ParameterizedTest
    @ValueSource(strings = {"4.0.19", "5.0.9", "6.0-alpha2"})
    void aCallThatNobodyHearsOfIsNotWaitedForForEver(String version) {
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> SurveyEntry.needsCall(
                        running(version, "JOINING", Phase.OTHER, BOTH),
                        called(false, null),
                        CALLED.plus(SurveyEntry.UNHEARD).plusMillis(1)))
                .withMessageContaining("nodetool netstats");
    }

    /** Nothing was called in this process, so that nothing goes on in it. */
    @ParameterizedTest
    @CsvSource({
        "4.0.19, STARTING, 'cancel the plan, do what is left to undo, and make a new one'",
        "6.0-alpha2, JOINING, 'start it again with the same options, but without'"
    })
    void oneThatBeganToJoinInAnEarlierProcessMustStartInsideTheRing(String version, String mode, String remedy) {
        refused(ProblemType.ILLEGAL_STATE, remedy, running(version, mode, Phase.OTHER, BOTH), Optional.empty());
    }

    @ParameterizedTest
    @ValueSource(strings = {"4.0.19", "5.0.9", "6.0-alpha2"})
    void aBootstrapThatDidNotEndIsNotWaitedForWithoutAWord(String version) {
        String resume = "nodetool bootstrap resume";
        refused(
                ProblemType.CASSANDRA_REFUSED,
                resume,
                running(version, "JOINING", Phase.OTHER, BOTH),
                called(true, null));
        refused(
                ProblemType.CASSANDRA_REFUSED,
                resume,
                running(version, "JOINING_FAILED", Phase.OTHER, BOTH),
                called(true, null));
        refused(
                ProblemType.CASSANDRA_REFUSED,
                resume,
                running(version, "JOINING", Phase.OTHER, List.of(StartOptions.SURVEY)),
                Optional.empty());
    }

    @Test
    void only60IsToldAgainInAProcessThatRefused() {
        String refusal = "other nodes join";

        assertThat(SurveyEntry.needsCall(
                        running("6.0-alpha2", "STARTING", Phase.NOT_JOINED, BOTH), called(true, refusal), CALLED))
                .isTrue();
        refused(
                ProblemType.CASSANDRA_REFUSED,
                refusal,
                running("5.0.9", "STARTING", Phase.NOT_JOINED, BOTH),
                called(true, refusal));
        refused(
                ProblemType.CASSANDRA_REFUSED,
                "its result is unknown",
                running("5.0.9", "STARTING", Phase.NOT_JOINED, BOTH),
                called(false, null));
    }

    @Test
    void aMemberAndOneThatWasNotStartedForItAreRefused() {
        refused(
                ProblemType.ILLEGAL_STATE,
                "the node is NORMAL",
                running("5.0.9", "NORMAL", Phase.NORMAL, BOTH),
                Optional.empty());
        for (String missing : BOTH) {
            refused(
                    ProblemType.ILLEGAL_STATE,
                    "expected: also " + missing,
                    running(
                            "5.0.9",
                            "STARTING",
                            Phase.NOT_JOINED,
                            BOTH.stream()
                                    .filter(option -> !option.equals(missing))
                                    .toList()),
                    Optional.empty());
        }
    }
}
