/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer;

import io.idaeus.sidecar.problem.ProblemException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives leases back, and asks a source that was away again until it has taken its lease back or that has run out. What is
 * owed is not on disk: after a restart the lease runs out by itself. Thread-safe.
 */
final class Releases {
    private static final Logger LOG = LoggerFactory.getLogger(Releases.class);

    private record Owed(String transfer, PinnedSource source) {}

    private final BiConsumer<String, PinnedSource> release;
    private final Duration leaseTtl;
    private final LongSupplier nanoTime;
    private final Map<Owed, Long> owed = new ConcurrentHashMap<>();

    /** @param release gives the lease of a transfer back; throws ProblemException where the source is away */
    Releases(BiConsumer<String, PinnedSource> release, Duration leaseTtl, LongSupplier nanoTime) {
        this.release = release;
        this.leaseTtl = leaseTtl;
        this.nanoTime = nanoTime;
    }

    void give(String transfer, PinnedSource source) {
        try {
            release.accept(transfer, source);
        } catch (ProblemException e) {
            owed.put(new Owed(transfer, source), nanoTime.getAsLong());
            LOG.warn(
                    "{} the lease on {} at {} is not given back; asking again, and it runs out by itself: {}",
                    transfer,
                    source.snapshot(),
                    source.uri(),
                    e.getMessage());
        }
    }

    /** Asks for all that is owed once more. */
    void again() {
        for (Owed each : List.copyOf(owed.keySet())) {
            try {
                release.accept(each.transfer, each.source);
                owed.remove(each);
                LOG.info("{} the lease on {} is given back", each.transfer, each.source.snapshot());
            } catch (ProblemException e) {
                LOG.debug("{} the lease on {} is still owed", each.transfer, each.source.snapshot(), e);
                Long since = owed.get(each);
                if (since != null && nanoTime.getAsLong() - since > leaseTtl.toNanos()) {
                    owed.remove(each);
                }
            }
        }
    }
}
