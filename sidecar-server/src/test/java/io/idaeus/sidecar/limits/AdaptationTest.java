/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.AdaptiveSettings;
import io.idaeus.api.LimitState;
import io.idaeus.api.RateRange;
import io.idaeus.sidecar.cassandra.NodeLoad;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AdaptationTest {
    private static final RateRange RANGE = new RateRange(100_000, 2_100_000);
    private static final AdaptiveSettings BOUNDS = new AdaptiveSettings(null, RANGE, 10L, 50_000L, 3L);
    private static final LoadSample WELL = seen(10, 3, 50_000);

    @ParameterizedTest
    @CsvSource({
        "11, 0, 0, 11 compactions are pending (bound: 10)",
        "0, 4, 0, 4 messages were dropped since the last look (bound: 3)",
        "0, 0, 50001, read latency p99 is 50.0 ms (bound: 50.0 ms)",
    })
    void eachTroubleHalvesTheRate(long compactions, long dropped, double latency, String reason) {
        assertThat(next(2_000_000, seen(compactions, dropped, latency)))
                .isEqualTo(new Adaptation(1_000_000, LimitState.BACKING_OFF, reason));
    }

    @Test
    void allTroublesAreTold() {
        assertThat(next(2_000_000, seen(11, 4, 60_000)).reason())
                .isEqualTo("11 compactions are pending (bound: 10); 4 messages were dropped since the last look"
                        + " (bound: 3); read latency p99 is 60.0 ms (bound: 50.0 ms)");
    }

    @Test
    void itNeverGoesBelowTheFloor() {
        assertThat(next(100_001, seen(11, 0, 0)).rate()).isEqualTo(100_000);
        assertThat(next(1, seen(11, 0, 0)).rate()).isEqualTo(100_000);
    }

    @Test
    void whileAllIsWellItComesBackInEqualSteps() {
        assertThat(next(100_000, WELL))
                .isEqualTo(new Adaptation(200_000, LimitState.COMING_BACK, "Cassandra is well again"));
        long rate = 100_000;
        for (int look = 0; look < 20; look++) {
            rate = next(rate, WELL).rate();
        }
        assertThat(rate).isEqualTo(2_100_000);
        assertThat(next(rate, WELL)).isEqualTo(new Adaptation(rate, LimitState.AT_CEILING, "Cassandra is well"));
    }

    @Test
    void whoCannotBeAskedHasTheFloor() {
        assertThat(next(2_000_000, new LoadSample.Silent("no answer")))
                .isEqualTo(new Adaptation(100_000, LimitState.UNKNOWN, "Cassandra cannot be asked: no answer"));
    }

    @Test
    void aLatencyOfNoReadsIsNoTrouble() {
        assertThat(next(2_100_000, seen(0, 0, Double.NaN)).state()).isEqualTo(LimitState.AT_CEILING);
    }

    @Test
    void whatHasNoBoundIsNotLookedAt() {
        AdaptiveSettings none = new AdaptiveSettings(null, RANGE, null, null, null);
        assertThat(Adaptation.next(RANGE, none, 2_100_000, seen(999, 999, 9e9)).state())
                .isEqualTo(LimitState.AT_CEILING);
    }

    @Test
    void aFloorThatIsTheCeilingStays() {
        RateRange narrow = new RateRange(70_000, 70_000);
        assertThat(Adaptation.next(narrow, BOUNDS, 70_000, WELL).rate()).isEqualTo(70_000);
        assertThat(Adaptation.next(narrow, BOUNDS, 70_000, seen(11, 0, 0)).rate())
                .isEqualTo(70_000);
    }

    private static Adaptation next(long rate, LoadSample look) {
        return Adaptation.next(RANGE, BOUNDS, rate, look);
    }

    private static LoadSample seen(long compactions, long dropped, double latency) {
        return new LoadSample.Seen(new NodeLoad(compactions, 0, latency), dropped);
    }
}
