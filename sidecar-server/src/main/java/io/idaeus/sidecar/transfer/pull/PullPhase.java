/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.pull;

import io.idaeus.api.TransferRequest;
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
    private final int connections;
    private final boolean adaptConnections;
    private final TransferRequest.Compression compression;
    private final Supplier<Unforced> unforced;
    private final Clock steady;
    private final RandomGenerator random;

    /**
     * @param retryFor how long a source may fail
     * @param adaptConnections whether the number of connections may follow what is measured, where the task names none
     * @param unforced makes one for each pull
     * @param steady a monotonic clock
     */
    public PullPhase(
            Duration retryFor,
            int connections,
            boolean adaptConnections,
            TransferRequest.Compression compression,
            Supplier<Unforced> unforced,
            Clock steady,
            RandomGenerator random) {
        this.retryFor = retryFor;
        this.connections = connections;
        this.adaptConnections = adaptConnections;
        this.compression = compression;
        this.unforced = unforced;
        this.steady = steady;
        this.random = random;
    }

    /** Returns when every SSTable is FETCHED or SOURCE_CORRUPT. */
    public void pull(PullTask task, PhaseControl control) throws TransferInterruptedException {
        Integer requested = task.connections();
        TransferRequest.Compression wanted = task.compression();
        try (Unforced arriving = unforced.get()) {
            new Pull(
                            task,
                            control,
                            requested == null ? connections : requested,
                            requested == null && adaptConnections,
                            wanted == null ? compression : wanted,
                            arriving,
                            retryFor,
                            steady,
                            random)
                    .run();
        }
    }
}
