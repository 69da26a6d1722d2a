/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.source;

import io.idaeus.sidecar.problem.ProblemException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Retries releases until the leases expire, but not after a restart. Thread-safe. */
final class LeaseReleases {
    private static final Logger LOG = LoggerFactory.getLogger(LeaseReleases.class);

    private record Outstanding(String transfer, PinnedSource source) {}

    private final BiConsumer<String, PinnedSource> release;
    private final Duration leaseTtl;
    private final LongSupplier nanoTime;
    private final Map<Outstanding, Long> since = new ConcurrentHashMap<>();

    LeaseReleases(BiConsumer<String, PinnedSource> release, Duration leaseTtl, LongSupplier nanoTime) {
        this.release = release;
        this.leaseTtl = leaseTtl;
        this.nanoTime = nanoTime;
    }

    void release(String transfer, PinnedSource source) {
        try {
            release.accept(transfer, source);
        } catch (ProblemException e) {
            since.put(new Outstanding(transfer, source), nanoTime.getAsLong());
            LOG.warn(
                    "{} cannot release the lease on {} at {}; retrying until it expires: {}",
                    transfer,
                    source.snapshot(),
                    source.uri(),
                    e.getMessage());
        }
    }

    void retry() {
        for (Outstanding each : List.copyOf(since.keySet())) {
            try {
                release.accept(each.transfer, each.source);
                since.remove(each);
                LOG.info("{} released the lease on {}", each.transfer, each.source.snapshot());
            } catch (ProblemException e) {
                LOG.debug("{} still cannot release the lease on {}", each.transfer, each.source.snapshot(), e);
                Long began = since.get(each);
                if (began != null && nanoTime.getAsLong() - began > leaseTtl.toNanos()) {
                    since.remove(each);
                }
            }
        }
    }
}
