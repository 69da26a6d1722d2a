/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.connection;

import java.time.Duration;

/** A point in time on the monotonic clock. */
record Deadline(long nanoTime) {
    static Deadline in(Duration time) {
        return new Deadline(System.nanoTime() + time.toNanos());
    }

    long nanosLeft() {
        return Math.max(0, nanoTime - System.nanoTime());
    }
}
