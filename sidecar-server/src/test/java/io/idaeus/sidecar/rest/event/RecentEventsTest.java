/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rest.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idaeus.api.ProblemType;
import io.idaeus.api.operations.SidecarEvent.Cause;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.rest.event.RecentEvents.Beginning;
import io.idaeus.sidecar.rest.event.RecentEvents.Recent;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecentEventsTest {
    private static final String PROCESS = "00000000000000aa";

    private final RecentEvents events = new RecentEvents(PROCESS, 3, 100);

    @Test
    void aReaderGetsWhatCameAfterItsPosition() {
        add("a", "b", "c");

        Beginning beginning = events.begin(PROCESS + "-1");

        assertThat(beginning.reset()).isNull();
        assertThat(data(events.after(beginning.position(), 9))).containsExactly("b", "c");
        assertThat(data(events.after(beginning.position(), 1))).containsExactly("b");
        assertThat(events.after(3, 9)).isEmpty();
    }

    @Test
    void theOldestEventsGoWhenThereAreTooMany() {
        add("a", "b", "c", "d");

        assertThat(events.holdsAllAfter(0)).isFalse();
        assertThat(events.holdsAllAfter(1)).isTrue();
        assertThat(data(events.after(1, 9))).containsExactly("b", "c", "d");
        assertThat(events.begin(PROCESS + "-0").reset()).isEqualTo(Cause.ID_TOO_OLD);
        assertThat(events.begin(PROCESS + "-1").reset()).isNull();
    }

    @Test
    void theOldestEventsGoWhenTheyAreTooLong() {
        add("x".repeat(60), "y".repeat(50));

        assertThat(events.holdsAllAfter(0)).isFalse();
        assertThat(data(events.after(1, 9))).containsExactly("y".repeat(50));
    }

    @Test
    void anEventLongerThanAllIsNotKeptAndReadersBeginAnew() {
        add("x".repeat(101));

        assertThat(events.holdsAllAfter(0)).isFalse();
        assertThat(events.begin(null).current()).hasSize(1);
    }

    @Test
    void aNewStreamBeginsWithWhatHasNotEnded() {
        events.add("transfer/1", "QUEUED", "transfer", "1 queued");
        events.add("transfer/2", "QUEUED", "transfer", "2 queued");
        events.add("transfer/1", "PULLING", "transfer", "1 pulling");
        events.add("transfer/2", null, "transfer", "2 completed");

        Beginning beginning = events.begin(null);

        assertThat(beginning.reset()).isEqualTo(Cause.NO_ID);
        assertThat(data(beginning.current())).containsExactly("1 pulling");
        assertThat(beginning.position()).isEqualTo(4);
    }

    @Test
    void whatSaysTheSameIsNoNews() {
        assertThat(events.isNews("transfer/1", "QUEUED")).isTrue();
        events.add("transfer/1", "QUEUED", "transfer", "");

        assertThat(events.isNews("transfer/1", "QUEUED")).isFalse();
        assertThat(events.isNews("transfer/1", "PULLING")).isTrue();
        assertThat(events.isNews("transfer/2", "QUEUED")).isTrue();
    }

    @Test
    void anIdOfAnotherProcessBeginsAnew() {
        add("a");

        assertThat(events.begin("00000000000000bb-1").reset()).isEqualTo(Cause.RESTARTED);
    }

    @Test
    void whatIsNoIdIsRefused() {
        add("a");
        for (String wrong : List.of("", "1", "x-1", PROCESS, PROCESS + "-", PROCESS + "--1", PROCESS + "-2")) {
            assertThatThrownBy(() -> events.begin(wrong))
                    .isInstanceOfSatisfying(ProblemException.class, problem -> assertThat(problem.type())
                            .isEqualTo(ProblemType.INVALID_REQUEST))
                    .hasMessageContaining("Last-Event-ID: \"" + wrong + "\" (expected: ");
        }
    }

    private void add(String... data) {
        for (String each : data) {
            events.add("transfer/1", each, "transfer", each);
        }
    }

    private static List<String> data(List<Recent> events) {
        return events.stream().map(Recent::data).toList();
    }
}
