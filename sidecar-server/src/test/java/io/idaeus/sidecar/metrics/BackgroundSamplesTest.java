/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.sidecar.Await;
import io.micrometer.core.instrument.Tags;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class BackgroundSamplesTest {
    @Test
    void aSampleThatFailsIsTakenAgainAndStopsNoOther() {
        AtomicInteger failing = new AtomicInteger();
        AtomicInteger other = new AtomicInteger();
        try (BackgroundSamples samples = new BackgroundSamples()) {
            samples.every(Duration.ofMillis(1), "what fails", () -> {
                failing.incrementAndGet();
                throw new IllegalStateException("on purpose");
            });
            samples.every(Duration.ofMillis(1), "the other", other::incrementAndGet);
            Await.until("both again", () -> failing.get() > 2 && other.get() > 2);
        }
    }

    @Test
    void aDurationCountsInTheFirstBucketThatHoldsIt() {
        DurationHistogram durations = new DurationHistogram("idaeus.some.duration", "Something");
        durations.record(Duration.ofDays(1));
        try (PrometheusMetrics metrics = new PrometheusMetrics("test")) {
            durations.bindTo(metrics.registry());
            durations.record(Duration.ofMillis(250));
            durations.record(Duration.ofMillis(2500), Tags.empty());

            assertThat(metrics.scrape())
                    .contains("idaeus_some_duration_seconds_bucket{le=\"0.1\"} 0")
                    .contains("idaeus_some_duration_seconds_bucket{le=\"0.3\"} 1")
                    .contains("idaeus_some_duration_seconds_bucket{le=\"3.0\"} 2")
                    .contains("idaeus_some_duration_seconds_bucket{le=\"30000.0\"} 2")
                    .contains("idaeus_some_duration_seconds_count 2");
        }
    }
}
