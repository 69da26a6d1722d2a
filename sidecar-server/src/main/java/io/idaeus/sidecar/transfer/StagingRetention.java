/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * How long what ended transfers left in staging is kept. Measured by the monotonic clock: a change of the time of day
 * does not matter. Thread-safe.
 */
final class StagingRetention {
    private final Duration retention;
    private final LongSupplier nanoTime;
    private final Map<String, Long> endNanos = new ConcurrentHashMap<>();

    StagingRetention(Duration retention, LongSupplier nanoTime) {
        this.retention = retention;
        this.nanoTime = nanoTime;
    }

    /** The first call counts. */
    void ended(String transfer) {
        endNanos.computeIfAbsent(transfer, unseen -> nanoTime.getAsLong() + retention.toNanos());
    }

    /** For one that ended in an earlier process: what is left is by the time of day, and at most the whole. */
    void endedEarlier(String transfer, Instant at, Instant now) {
        Duration left = retention.minus(Duration.between(at, now));
        Duration capped = left.compareTo(retention) < 0 ? left : retention;
        endNanos.putIfAbsent(transfer, nanoTime.getAsLong() + capped.toNanos());
    }

    void forget(String transfer) {
        endNanos.remove(transfer);
    }

    boolean isOver(String transfer) {
        Long end = endNanos.get(transfer);
        return end != null && end - nanoTime.getAsLong() <= 0;
    }
}
