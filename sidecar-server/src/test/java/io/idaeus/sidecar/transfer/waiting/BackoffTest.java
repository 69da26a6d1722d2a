/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.waiting;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BackoffTest {
    private final Backoff backoff = new Backoff(new Random(1));

    @Test
    void pausesGrowToHalfAMinuteAndNoFurther() {
        for (int failure = 0; failure < 100; failure++) {
            long ceiling = Math.min(30_000, 200L << Math.min(failure, 20));
            assertThat(backoff.next()).isBetween(Duration.ofMillis(ceiling / 2), Duration.ofMillis(ceiling));
        }
        assertThat(backoff.failures()).isEqualTo(100);
    }

    @Test
    void aSuccessStartsItAnew() {
        backoff.next();
        backoff.next();
        backoff.succeeded();

        assertThat(backoff.next()).isLessThanOrEqualTo(Duration.ofMillis(200));
    }
}
