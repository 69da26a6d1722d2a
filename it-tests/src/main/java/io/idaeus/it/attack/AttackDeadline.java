/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.attack;

import java.time.Duration;

/** A moment, by the monotonic clock. */
record AttackDeadline(long nanoTime) {
    static AttackDeadline in(Duration time) {
        return new AttackDeadline(System.nanoTime() + time.toNanos());
    }

    /** One at least. */
    long secondsLeft() {
        return Math.max(1, Duration.ofNanos(nanoTime - System.nanoTime()).toSeconds());
    }

    boolean isOver() {
        return System.nanoTime() - nanoTime >= 0;
    }
}
