/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve;

import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The rate at which a peer must read a response, as an average over an interval. A peer with a rate limit of its own
 * announces it in the request ({@link io.idaeus.sidecar.wire.MinRate}). Where that is below this server's minimum, the peer
 * must read at half of it, over a longer interval.
 *
 * @param nanos the interval
 */
record RequiredReadRate(double bytesPerSecond, long nanos) {
    private static final Pattern RATE = Pattern.compile("[1-9]\\d{0,14}");
    /** More than the kernels of both sides buffer: over an interval that long their buffers do not matter. */
    private static final long BUFFERED_BYTES = 16L << 20;

    /** For so long a peer can hold a connection without reading. */
    private static final long MAX_NANOS = TimeUnit.HOURS.toNanos(1);

    /** @param announced the header's value; ignored where it is not a number of bytes per second */
    static RequiredReadRate of(ServeSettings settings, @Nullable String announced) {
        long minimum = settings.minBytesPerSecond();
        long nanos = settings.stallTimeout().toNanos();
        long rate = announced != null && RATE.matcher(announced).matches() ? Long.parseLong(announced) : minimum;
        if (rate >= minimum) {
            return new RequiredReadRate((double) minimum, nanos);
        }
        long interval = Math.min(MAX_NANOS, BUFFERED_BYTES * TimeUnit.SECONDS.toNanos(1) / rate);
        return new RequiredReadRate(rate / 2.0, Math.max(nanos, interval));
    }
}
