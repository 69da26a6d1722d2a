/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli.command;

import java.util.concurrent.CancellationException;

/** Backoff between attempts: 250 ms, doubled each time up to 2 s. */
public final class Pause {

    private static final long LONGEST_MILLIS = 2_000;
    private static final long FIRST_MILLIS = 250;

    private long millis = FIRST_MILLIS;

    public void sleep() {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
            CancellationException cancelled = new CancellationException("Interrupted between attempts");
            cancelled.initCause(interrupt);
            throw cancelled;
        }
        millis = Math.min(2 * millis, LONGEST_MILLIS);
    }
}
