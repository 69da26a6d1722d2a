/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.client;

import io.idaeus.api.transfer.Transfer;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.function.Supplier;

/**
 * Polls a transfer until it has ended, with backoff up to two seconds, for a limited time. A sidecar that does not answer is
 * asked again.
 */
record TransferPoll(Duration bound) {

    private static final long FIRST_PAUSE_MILLIS = 50;
    private static final long LONGEST_PAUSE_MILLIS = 2_000;

    Transfer await(Supplier<Transfer> ask) {
        long start = System.nanoTime();
        long pause = FIRST_PAUSE_MILLIS;
        while (true) {
            SidecarCallException failure;
            try {
                Transfer transfer = ask.get();
                if (transfer.state().isFinal()) {
                    return transfer;
                }
                failure = new TransferNotEndedException(transfer, bound);
            } catch (SidecarUnreachableException unreachable) {
                failure = unreachable;
            }
            long left = bound.toMillis() - (System.nanoTime() - start) / 1_000_000;
            if (left <= 0) {
                throw failure;
            }
            sleep(Math.min(left, pause));
            pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS);
        }
    }

    private static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
            CancellationException cancelled = new CancellationException("Interrupted while waiting for a transfer");
            cancelled.initCause(interrupt);
            throw cancelled;
        }
    }
}
