/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.client;

import io.idaeus.api.snapshot.Manifest;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.function.Supplier;

/** Polls a manifest until it is ready, with backoff up to two seconds, for a limited time. */
record ManifestWait(Duration bound) {

    // The manifest of a small table is ready in some milliseconds, and a plan may need a thousand of them.
    private static final long FIRST_PAUSE_MILLIS = 5;
    private static final long LONGEST_PAUSE_MILLIS = 2_000;

    Manifest until(Supplier<Manifest> ask) {
        long start = System.nanoTime();
        long pause = FIRST_PAUSE_MILLIS;
        Manifest manifest = ask.get();
        while (manifest.state() != Manifest.State.READY) {
            long left = bound.toMillis() - (System.nanoTime() - start) / 1_000_000;
            if (left <= 0) {
                throw new ManifestNotReadyException(manifest, bound);
            }
            sleep(Math.min(left, pause));
            pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS);
            manifest = ask.get();
        }
        return manifest;
    }

    private static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
            CancellationException cancelled = new CancellationException("Interrupted while waiting for a manifest");
            cancelled.initCause(interrupt);
            throw cancelled;
        }
    }
}
