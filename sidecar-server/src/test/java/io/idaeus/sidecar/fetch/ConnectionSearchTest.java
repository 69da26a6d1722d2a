/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.idaeus.sidecar.fetch.ConnectionSearch.Change;
import io.idaeus.sidecar.fetch.ConnectionSearch.Reason;
import io.idaeus.sidecar.fetch.ConnectionSearch.Sample;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ConnectionSearchTest {
    private static final double MB = 1e6;
    private static final Duration LONG = Duration.ofMillis(80);
    private static final long MUCH = 1L << 40;

    private final List<Change> changes = new ArrayList<>();
    private final List<Integer> times = new ArrayList<>();
    private ConnectionSearch search = new ConnectionSearch(4, 16);
    private int second;
    private double bytes;
    private long losses;

    // The properties of the path.
    private IntToDoubleFunction rate = connections -> 5 * MB * connections;
    private int lossesPerSecond = 1;
    private @Nullable Duration roundTrip = LONG;
    private long left = MUCH;
    private boolean comparable = true;

    @Test
    void connectionsAreDoubledWhileThatIsFaster() {
        run(60);

        assertThat(search.connections()).isEqualTo(16);
        assertThat(changes)
                .extracting(Change::to, Change::reason)
                .containsExactly(
                        tuple(8, Reason.LOSSES),
                        tuple(8, Reason.FASTER),
                        tuple(16, Reason.LOSSES),
                        tuple(16, Reason.FASTER));
        assertThat(search.isOver()).isTrue();
    }

    @Test
    void aChangeCarriesBothRates() {
        run(25);

        assertThat(changes.get(1).before()).isEqualTo(20 * MB);
        assertThat(changes.get(1).after()).isEqualTo(40 * MB);
    }

    @Test
    void moreConnectionsThanAllowedAreNotTried() {
        search = new ConnectionSearch(4, 7);
        run(60);

        assertThat(search.connections()).isEqualTo(7);
    }

    @Test
    void anInitialNumberAboveTheBoundStays() {
        search = new ConnectionSearch(8, 4);
        run(60);

        assertThat(search.connections()).isEqualTo(8);
        assertThat(search.isOver()).isTrue();
        assertThat(changes).isEmpty();
    }

    @Test
    void withoutLossesNothingChanges() {
        lossesPerSecond = 0;
        run(300);

        assertThat(changes).isEmpty();
    }

    @Test
    void aSingleLossIsNoEvidence() {
        lossesPerSecond = 0;
        run(5);
        losses++;
        run(60);

        assertThat(changes).isEmpty();
    }

    @Test
    void lossesOfSlowStartAreNoEvidence() {
        run(1);
        lossesPerSecond = 0;
        run(60);

        assertThat(changes).isEmpty();
    }

    @Test
    void aShortRoundTripChangesNothing() {
        roundTrip = Duration.ofMillis(4);
        run(60);
        roundTrip = null;
        run(60);

        assertThat(changes).isEmpty();
    }

    @Test
    void nothingChangesShortlyBeforeTheEnd() {
        left = (long) (9 * 20 * MB);
        run(60);

        assertThat(changes).isEmpty();
    }

    @Test
    void nothingChangesWhileSomethingElseLimitsTheRate() {
        comparable = false;
        run(60);
        assertThat(changes).isEmpty();

        comparable = true;
        run(20);
        assertThat(changes).isNotEmpty();
    }

    @Test
    void connectionsThatDoNotPayAreGivenUp() {
        rate = connections -> 20 * MB * (connections > 4 ? 1.14 : 1);
        run(20);

        assertThat(search.connections()).isEqualTo(4);
        assertThat(changes).extracting(Change::reason).containsExactly(Reason.LOSSES, Reason.NOT_FASTER);
    }

    @Test
    void theNextTrialsWaitLongerAndLonger() {
        rate = connections -> 20 * MB;
        run(3000);

        List<Integer> pauses = new ArrayList<>();
        for (int i = 1; i + 1 < times.size(); i += 2) {
            pauses.add(times.get(i + 1) - times.get(i));
        }
        assertThat(pauses.get(0)).isBetween(30, 40);
        assertThat(pauses.get(1)).isBetween(60, 70);
        assertThat(pauses.get(2)).isBetween(120, 130);
        assertThat(pauses.get(pauses.size() - 1)).isBetween(600, 610);
    }

    @Test
    void theRateIsMeasuredAfterSlowStart() {
        // New connections move nothing for three seconds.
        rate = connections -> connections == 4 || second - times.get(times.size() - 1) > 3 ? 5 * MB * connections : 0;
        run(20);

        assertThat(changes).extracting(Change::reason).startsWith(Reason.LOSSES, Reason.FASTER);
    }

    @Test
    void longerRoundTripsTakeLongerWindows() {
        run(60);
        int first = times.get(0);
        reset();
        roundTrip = Duration.ofMillis(200);
        run(60);

        assertThat(first).isBetween(8, 10);
        assertThat(times.get(0)).isBetween(16, 19);
    }

    @Test
    void aRefusalEndsTheSearchAtTheEarlierNumber() {
        runUntilTrial();

        Change change = search.refused(nanos());
        run(1000);

        assertThat(change).isNotNull();
        assertThat(change.reason()).isEqualTo(Reason.REFUSED);
        assertThat(search.connections()).isEqualTo(4);
        assertThat(search.isOver()).isTrue();
        assertThat(changes).hasSize(1);
    }

    @Test
    void aRefusalBetweenTrialsChangesNothing() {
        run(3);
        assertThat(search.refused(nanos())).isNull();

        run(60);
        assertThat(search.connections()).isEqualTo(16);
    }

    @Test
    void aTrialThatCannotBeComparedIsGivenUp() {
        runUntilTrial();
        comparable = false;
        run(1);

        assertThat(search.connections()).isEqualTo(4);
        assertThat(changes).extracting(Change::reason).containsExactly(Reason.LOSSES, Reason.LIMITED);
    }

    private void runUntilTrial() {
        for (int i = 0; i < 60 && changes.isEmpty(); i++) {
            run(1);
        }
        assertThat(search.connections()).isEqualTo(8);
    }

    private void run(int seconds) {
        for (int i = 0; i < seconds; i++) {
            second++;
            bytes += rate.applyAsDouble(search.connections());
            losses += lossesPerSecond;
            Change change = search.next(new Sample(nanos(), (long) bytes, left, comparable, roundTrip, losses));
            if (change != null) {
                changes.add(change);
                times.add(second);
            }
        }
    }

    private void reset() {
        search = new ConnectionSearch(4, 16);
        changes.clear();
        times.clear();
        second = 0;
    }

    private long nanos() {
        return Duration.ofSeconds(second).toNanos();
    }
}
