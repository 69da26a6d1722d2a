/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.pull;

import io.idaeus.sidecar.fetch.Unforced;
import io.idaeus.sidecar.transfer.waiting.PhaseControl;
import io.idaeus.sidecar.transfer.waiting.TransferInterruptedException;
import java.time.Clock;
import java.time.Duration;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/** Pulls selected SSTables into staging. Thread-safe. */
public final class PullPhase {
    private final Duration retryFor;
    private final Supplier<Unforced> unforced;
    private final SliceThreads slices;
    private final Clock steady;
    private final RandomGenerator random;

    /**
     * @param retryFor how long a source may fail
     * @param unforced makes one for each pull
     * @param slices threads that cut
     * @param steady a monotonic clock
     */
    public PullPhase(
            Duration retryFor, Supplier<Unforced> unforced, SliceThreads slices, Clock steady, RandomGenerator random) {
        this.retryFor = retryFor;
        this.unforced = unforced;
        this.slices = slices;
        this.steady = steady;
        this.random = random;
    }

    /** Returns when every SSTable is FETCHED, SOURCE_CORRUPT or, where it cannot be cut, EXCLUDED. */
    public void pull(PullTask task, PhaseControl control) throws TransferInterruptedException {
        try (Unforced arriving = unforced.get()) {
            new Pull(task, control, arriving, slices, retryFor, steady, random).run();
        }
    }
}
