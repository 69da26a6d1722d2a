/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.limits.AdaptiveSettings;
import io.idaeus.api.limits.LimitState;
import io.idaeus.api.limits.RateRange;
import io.idaeus.sidecar.cassandra.node.NodeLoad;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AdaptationTest {
    private static final RateRange RANGE = new RateRange(100_000, 2_100_000);
    private static final AdaptiveSettings THRESHOLDS = new AdaptiveSettings(null, RANGE, 10L, 50_000L, 3L);
    private static final LoadSample HEALTHY = sample(10, 3, 50_000);

    @ParameterizedTest
    @CsvSource({
        "11, 0, 0, 11 compactions are pending (expected: at most 10)",
        "0, 4, 0, 4 messages were dropped since the last sample (expected: at most 3)",
        "0, 0, 50001, read latency p99 is 50.0 ms (expected: at most 50.0 ms)",
    })
    void eachExceededBoundHalvesTheRate(long compactions, long dropped, double latency, String reason) {
        assertThat(next(2_000_000, sample(compactions, dropped, latency)))
                .isEqualTo(new Adaptation(1_000_000, LimitState.BACKING_OFF, reason));
    }

    @Test
    void theReasonNamesEveryExceededBound() {
        assertThat(next(2_000_000, sample(11, 4, 60_000)).reason())
                .isEqualTo(
                        "11 compactions are pending (expected: at most 10); 4 messages were dropped since the last sample"
                                + " (expected: at most 3); read latency p99 is 60.0 ms (expected: at most 50.0 ms)");
    }

    @Test
    void theRateNeverFallsBelowTheFloor() {
        assertThat(next(100_001, sample(11, 0, 0)).rate()).isEqualTo(100_000);
        assertThat(next(1, sample(11, 0, 0)).rate()).isEqualTo(100_000);
    }

    @Test
    void withinAllBoundsTheRateRecoversInEqualSteps() {
        assertThat(next(100_000, HEALTHY))
                .isEqualTo(new Adaptation(
                        200_000, LimitState.RECOVERING, "Cassandra is within all bounds; the limit is rising"));
        long rate = 100_000;
        for (int i = 0; i < 20; i++) {
            rate = next(rate, HEALTHY).rate();
        }
        assertThat(rate).isEqualTo(2_100_000);
        assertThat(next(rate, HEALTHY))
                .isEqualTo(new Adaptation(rate, LimitState.AT_CEILING, "Cassandra is within all bounds"));
    }

    @Test
    void withoutALoadSampleTheRateIsTheFloor() {
        assertThat(next(2_000_000, new LoadSample.Unavailable("no answer")))
                .isEqualTo(new Adaptation(100_000, LimitState.UNKNOWN, "Cassandra's load is unknown: no answer"));
    }

    @Test
    void aNodeWithoutReadsHasNoReadLatencyToExceed() {
        assertThat(next(2_100_000, sample(0, 0, Double.NaN)).state()).isEqualTo(LimitState.AT_CEILING);
    }

    @Test
    void anUnsetBoundIsNeverExceeded() {
        AdaptiveSettings none = new AdaptiveSettings(null, RANGE, null, null, null);
        assertThat(Adaptation.next(RANGE, none, 2_100_000, sample(999, 999, 9e9))
                        .state())
                .isEqualTo(LimitState.AT_CEILING);
    }

    @Test
    void aFloorEqualToTheCeilingKeepsTheRate() {
        RateRange narrow = new RateRange(70_000, 70_000);
        assertThat(Adaptation.next(narrow, THRESHOLDS, 70_000, HEALTHY).rate()).isEqualTo(70_000);
        assertThat(Adaptation.next(narrow, THRESHOLDS, 70_000, sample(11, 0, 0)).rate())
                .isEqualTo(70_000);
    }

    private static Adaptation next(long rate, LoadSample sample) {
        return Adaptation.next(RANGE, THRESHOLDS, rate, sample);
    }

    private static LoadSample sample(long compactions, long dropped, double latency) {
        return new LoadSample.Measured(new NodeLoad(compactions, 0, latency), dropped);
    }
}
