/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.compare.job;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** How fast a comparison has been since it went on. Thread-safe. */
final class RunRate {
    private static final long KNOWN_AFTER_SECONDS = 5;

    private long began;
    private double share;

    synchronized void begin(double shareDone) {
        began = System.nanoTime();
        share = shareDone;
    }

    /** In seconds; null where it is not known. */
    synchronized @Nullable Long timeLeft(double shareDone) {
        double seconds = (System.nanoTime() - began) / (double) TimeUnit.SECONDS.toNanos(1);
        return seconds < KNOWN_AFTER_SECONDS || shareDone <= share
                ? null
                : (Long) Math.round(seconds / (shareDone - share) * (1 - shareDone));
    }
}
