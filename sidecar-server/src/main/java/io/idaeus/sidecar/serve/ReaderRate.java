/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve;

import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How fast a response must be read, on average over how long. A reader that keeps to a limit of its own says in its request
 * what it will at least manage; where that is less than this server's minimum, it is held to half of it, and over a time in
 * which the kernels' buffers on both sides do not matter: they take and give megabytes at once.
 *
 * @param bytesPerSecond a reader that is slower is dropped
 * @param nanos over which that is measured
 */
record ReaderRate(double bytesPerSecond, long nanos) {
    private static final Pattern RATE = Pattern.compile("[1-9]\\d{0,14}");
    private static final long BUFFERED_BYTES = 16L << 20;

    /** Nobody holds a connection longer than that by reading nothing. */
    private static final long LONGEST_NANOS = TimeUnit.HOURS.toNanos(1);

    /** @param promise the header's value; what is no number of bytes a second is passed over */
    static ReaderRate of(ServeSettings settings, @Nullable String promise) {
        long minimum = settings.minBytesPerSecond();
        long nanos = settings.stallTimeout().toNanos();
        long promised = promise != null && RATE.matcher(promise).matches() ? Long.parseLong(promise) : minimum;
        if (promised >= minimum) {
            return new ReaderRate((double) minimum, nanos);
        }
        long unbuffered = Math.min(LONGEST_NANOS, BUFFERED_BYTES * TimeUnit.SECONDS.toNanos(1) / promised);
        return new ReaderRate(promised / 2.0, Math.max(nanos, unbuffered));
    }
}
