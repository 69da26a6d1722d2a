/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.start;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class RingDelayTest {
    @Test
    void theLastOptionCountsAndThereIsADefault() {
        assertThat(StartOptions.ringDelay(List.of())).isEqualTo(Duration.ofSeconds(30));
        assertThat(StartOptions.ringDelay(List.of(
                        "-Dcassandra.ring_delay_ms=30000", "-Dcassandra.x=1", "-Dcassandra.ring_delay_ms=2500")))
                .isEqualTo(Duration.ofMillis(2_500));
        assertThat(StartOptions.ringDelay(List.of("-Dcassandra.ring_delay_ms=soon")))
                .isEqualTo(Duration.ofSeconds(30));
    }
}
