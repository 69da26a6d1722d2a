/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.waiting;

import java.time.Duration;
import java.util.random.RandomGenerator;

/** Growing pauses between retries, with jitter. */
public final class Backoff {
    private static final Duration FIRST = Duration.ofMillis(200);
    private static final Duration LONGEST = Duration.ofSeconds(30);

    private final RandomGenerator random;
    private int failures;

    public Backoff(RandomGenerator random) {
        this.random = random;
    }

    /** Half to all of 0.2 s, 0.4 s, … 30 s. */
    public Duration next() {
        long ceiling = Math.min(LONGEST.toMillis(), FIRST.toMillis() << Math.min(failures, 20));
        failures++;
        return Duration.ofMillis(ceiling / 2 + random.nextLong(ceiling / 2 + 1));
    }

    public int failures() {
        return failures;
    }

    public void succeeded() {
        failures = 0;
    }
}
