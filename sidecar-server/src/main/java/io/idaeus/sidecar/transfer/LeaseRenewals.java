/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer;

import java.util.Collection;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Renews leases beside one another, so that a source which answers slowly delays nobody else's. */
final class LeaseRenewals {
    private static final Logger LOG = LoggerFactory.getLogger(LeaseRenewals.class);

    private record Lease(String transfer, String uri) {}

    private final BiConsumer<TransferRecord, PinnedSource> renewal;
    private final Executor threads;
    private final Set<Lease> underWay = ConcurrentHashMap.newKeySet();

    LeaseRenewals(BiConsumer<TransferRecord, PinnedSource> renewal, Executor threads) {
        this.renewal = renewal;
        this.threads = threads;
    }

    /** Returns at once. A lease whose last renewal has not ended is passed over. */
    void renew(Collection<TransferRun> runs) {
        for (TransferRun run : runs) {
            for (PinnedSource source : run.record().sources()) {
                Lease lease = new Lease(run.id(), source.uri());
                if (underWay.add(lease)) {
                    threads.execute(() -> renew(run, source, lease));
                }
            }
        }
    }

    private void renew(TransferRun run, PinnedSource source, Lease lease) {
        try {
            if (!run.state().isFinal()) {
                renewal.accept(run.record(), source);
            }
        } catch (RuntimeException e) {
            LOG.error("{} the lease at {} is not renewed; it is tried again", run.id(), source.uri(), e);
        } finally {
            underWay.remove(lease);
        }
    }
}
