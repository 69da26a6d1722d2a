/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve;

import io.idaeus.sidecar.wire.MinRate;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The average rate at which a peer must read a response. A peer that announces less than the server's minimum ({@link
 * MinRate}) must read half of what it announces, over a longer interval.
 */
record RequiredReadRate(double bytesPerSecond, long nanos) {
    private static final Pattern RATE = Pattern.compile("[1-9]\\d{0,14}");
    // More than the kernels on both sides buffer, so that their buffers do not matter.
    private static final long BUFFERED_BYTES = 16L << 20;

    // For so long a peer can hold a connection without reading.
    private static final long MAX_NANOS = TimeUnit.HOURS.toNanos(1);

    /** @param announced the header's value; ignored unless it is bytes per second, {@link MinRate#LEAST} or more */
    static RequiredReadRate of(ServeSettings settings, @Nullable String announced) {
        long minimum = settings.minBytesPerSecond();
        long nanos = settings.minRateWindow().toNanos();
        long rate = announced != null && RATE.matcher(announced).matches() ? Long.parseLong(announced) : minimum;
        if (rate >= minimum || rate < MinRate.LEAST) {
            return new RequiredReadRate((double) minimum, nanos);
        }
        long interval = Math.min(MAX_NANOS, BUFFERED_BYTES * TimeUnit.SECONDS.toNanos(1) / rate);
        return new RequiredReadRate(rate / 2.0, Math.max(nanos, interval));
    }
}
