/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.transfer.TransferSample;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class SampleSeriesTest {
    private static final Instant START = Instant.parse("2026-01-02T03:04:05Z");

    private final SampleSeries series = new SampleSeries();

    @Test
    void theFirstCallOnlyBegins() {
        series.add(START, 1_000, null);
        assertThat(series.view().samples()).isEmpty();
    }

    @Test
    void aSampleIsWhatCameSinceTheOneBefore() {
        series.add(START, 0, null);
        series.add(START.plusSeconds(1), 500, 800L);
        series.add(START.plusMillis(3000), 2_500, null);
        assertThat(series.view().samples())
                .containsExactly(
                        new TransferSample(START.plusSeconds(1), 500, 800L),
                        new TransferSample(START.plusSeconds(3), 1_000, null));
        assertThat(series.view().intervalSeconds()).isEqualTo(1);
    }

    @Test
    void aShortTransferHasOneSample() {
        series.add(START, 0, null);
        series.end(START.plusMillis(200), 100, null);
        assertThat(series.view().samples()).containsExactly(new TransferSample(START.plusMillis(200), 500, null));
    }

    @Test
    void theEndAddsASampleOfWhatIsLeftUnlessThatIsTooShortToBeARate() {
        SampleSeries longer = new SampleSeries();
        for (SampleSeries each : List.of(series, longer)) {
            each.add(START, 0, null);
            each.add(START.plusSeconds(1), 1_000, null);
        }
        series.end(START.plusMillis(1_002), 2_000, null);
        longer.end(START.plusMillis(1_500), 2_000, null);
        TransferSample first = new TransferSample(START.plusSeconds(1), 1_000, null);
        assertThat(series.view().samples()).containsExactly(first);
        assertThat(longer.view().samples())
                .containsExactly(first, new TransferSample(START.plusMillis(1_500), 2_000, null));
    }

    @Test
    void aCounterThatBeganAgainGivesNoNegativeThroughput() {
        series.add(START, 5_000, null);
        series.add(START.plusSeconds(1), 100, null);
        series.add(START.plusSeconds(2), 300, null);
        assertThat(series.view().samples()).containsExactly(new TransferSample(START.plusSeconds(2), 200, null));
    }

    @Test
    void aLongTransferHasFewerSamplesThanTheBoundOverItsWholeLife() {
        int seconds = 20_000;
        for (int i = 0; i <= seconds; i++) {
            series.add(START.plusSeconds(i), i * 100L, 1_000L);
        }
        assertThat(series.view().samples())
                .hasSizeLessThan(SampleSeries.MOST)
                .hasSizeGreaterThan(SampleSeries.MOST / 3)
                .allMatch(sample -> sample.bytesPerSecond() == 100);
        assertThat(series.view().samples().get(0).at()).isBefore(START.plusSeconds(100));
        assertThat(series.view().intervalSeconds()).isEqualTo(64);
    }
}
