/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequiredReadRateTest {
    private final ServeSettings settings = Settings.timed(Duration.ofSeconds(60), Duration.ofSeconds(30));
    private final RequiredReadRate usual = new RequiredReadRate(
            settings.minBytesPerSecond(), settings.minRateWindow().toNanos());

    @Test
    void withoutAnAnnouncementTheMinimumApplies() {
        assertThat(RequiredReadRate.of(settings, null)).isEqualTo(usual);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "65536",
                "999999999999999",
                "0",
                "-5",
                "1.5",
                "1e3",
                "",
                " 7",
                "fast",
                "9999999999999999",
                "1",
                "1023"
            })
    void anInvalidHighOrTinyAnnouncementIsIgnored(String announced) {
        assertThat(RequiredReadRate.of(settings, announced)).isEqualTo(usual);
    }

    @Test
    void aSlowPeerMustReadAtHalfItsAnnouncementOverAnIntervalThatOutlastsTheBuffers() {
        assertThat(RequiredReadRate.of(settings, "16384"))
                .isEqualTo(new RequiredReadRate(8192, TimeUnit.SECONDS.toNanos((16 << 20) / 16384)));
    }

    @Test
    void theIntervalIsAnHourAtMost() {
        assertThat(RequiredReadRate.of(settings, "1024"))
                .isEqualTo(new RequiredReadRate(512, TimeUnit.HOURS.toNanos(1)));
    }
}
