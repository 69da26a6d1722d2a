/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer;

import io.idaeus.sidecar.transfer.job.TransferRun;
import io.idaeus.sidecar.transfer.source.PinnedSource;
import java.util.Collection;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Renews leases in parallel: a slow source delays no other. */
final class LeaseRenewals {
    private static final Logger LOG = LoggerFactory.getLogger(LeaseRenewals.class);

    private record LeaseAt(String transfer, String uri) {}

    private final BiConsumer<String, PinnedSource> renewal;
    private final Executor threads;
    private final Set<LeaseAt> inFlight = ConcurrentHashMap.newKeySet();

    LeaseRenewals(BiConsumer<String, PinnedSource> renewal, Executor threads) {
        this.renewal = renewal;
        this.threads = threads;
    }

    /** Skips leases whose renewal is in flight. */
    void renew(Collection<TransferRun> runs) {
        for (TransferRun run : runs) {
            for (PinnedSource source : run.stored().record().sources()) {
                LeaseAt lease = new LeaseAt(run.id(), source.uri());
                if (inFlight.add(lease)) {
                    threads.execute(() -> renew(run, source, lease));
                }
            }
        }
    }

    private void renew(TransferRun run, PinnedSource source, LeaseAt lease) {
        try {
            if (!run.state().isFinal()) {
                renewal.accept(run.id(), source);
            }
        } catch (RuntimeException e) {
            LOG.error("{} cannot renew the lease at {}; retrying", run.id(), source.uri(), e);
        } finally {
            inFlight.remove(lease);
        }
    }
}
