/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.waiting;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.util.function.LongSupplier;

/** A monotonic clock that starts at the time of day. */
public final class SteadyClock extends Clock {
    private final Instant start;
    private final ZoneId zone;
    private final LongSupplier nanoTime;
    private final long startNanos;

    public SteadyClock(Clock timeOfDay, LongSupplier nanoTime) {
        this(timeOfDay.instant(), timeOfDay.getZone(), nanoTime, nanoTime.getAsLong());
    }

    private SteadyClock(Instant start, ZoneId zone, LongSupplier nanoTime, long startNanos) {
        this.start = start;
        this.zone = zone;
        this.nanoTime = nanoTime;
        this.startNanos = startNanos;
    }

    @Override
    public Instant instant() {
        return start.plusNanos(nanoTime.getAsLong() - startNanos);
    }

    @Override
    public ZoneId getZone() {
        return zone;
    }

    @Override
    public Clock withZone(ZoneId other) {
        return new SteadyClock(start, other, nanoTime, startNanos);
    }
}
