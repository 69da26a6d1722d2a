/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.waiting;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class SteadyClockTest {
    private Instant timeOfDay = Instant.parse("2026-01-01T00:00:00Z");
    private long nanos = 5;
    private final InstantSource source = () -> timeOfDay;
    private final Clock clock = new SteadyClock(source.withZone(ZoneOffset.UTC), () -> nanos);

    @Test
    void itGoesOnEvenlyThoughTheTimeOfDayJumps() {
        nanos += 1_500_000_000;
        timeOfDay = Instant.parse("2027-01-01T00:00:00Z");
        assertThat(clock.instant()).isEqualTo("2026-01-01T00:00:01.5Z");

        timeOfDay = Instant.parse("2020-01-01T00:00:00Z");
        nanos += 1;
        assertThat(clock.withZone(ZoneOffset.ofHours(2)).instant()).isEqualTo("2026-01-01T00:00:01.500000001Z");
    }
}
