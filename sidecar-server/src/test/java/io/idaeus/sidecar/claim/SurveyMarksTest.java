/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.claim;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SurveyMarksTest {
    private static final Instant PROCESS = Instant.parse("2026-01-01T00:00:00Z");
    private static final Instant LATER = PROCESS.plusSeconds(60);

    @TempDir
    private Path state;

    private SurveyMarks marks;

    @BeforeEach
    void open() {
        marks = SurveyMarks.open(state, Clock.systemUTC());
    }

    @Test
    void aProcessThatNobodyToldHasNotEntered() {
        assertThat(marks.has(PROCESS)).isFalse();
        assertThat(marks.of(PROCESS)).isEmpty();
    }

    @Test
    void aCallThatIsUnderWayTellsNothing() {
        marks.called(PROCESS);
        assertThat(marks.has(PROCESS)).isFalse();

        marks.ended(PROCESS, null);
        assertThat(marks.has(PROCESS)).isTrue();
        assertThat(marks.has(LATER)).isFalse();
    }

    /** The call goes on in Cassandra, and its end is heard by nobody: only the other nodes tell more. */
    @Test
    void afterARestartOfTheSidecarItMayHaveEntered() {
        marks.called(PROCESS);
        open();
        assertThat(marks.has(PROCESS)).isTrue();
        assertThat(marks.of(PROCESS))
                .hasValueSatisfying(mark -> assertThat(mark.ended()).isFalse());
    }

    @Test
    void theSameHoldsWhereItsAnswerWasLost() {
        marks.called(PROCESS);
        marks.lost();
        assertThat(marks.has(PROCESS)).isTrue();
    }

    @Test
    void aRefusalOutlivesTheSidecar() {
        marks.called(PROCESS);
        marks.ended(PROCESS, "other nodes join");
        open();
        assertThat(marks.has(PROCESS)).isFalse();
        assertThat(marks.of(PROCESS)).hasValueSatisfying(mark -> {
            assertThat(mark.isRefused()).isTrue();
            assertThat(mark.refusal()).isEqualTo("other nodes join");
        });
    }

    @Test
    void aNewProcessIsNotTheOldOne() {
        marks.called(PROCESS);
        marks.ended(PROCESS, "other nodes join");
        marks.called(LATER);
        marks.ended(LATER, null);
        assertThat(marks.has(LATER)).isTrue();
        assertThat(marks.of(PROCESS)).isEmpty();
    }
}
