/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer;

import io.idaeus.api.LeaseRequest;
import io.idaeus.sidecar.problem.ProblemException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps the snapshots of running transfers, and gives them back at the end. */
final class Leases {
    private static final Logger LOG = LoggerFactory.getLogger(Leases.class);

    private final Peers peers;
    private final TransferSettings settings;
    private final Set<String> failing = ConcurrentHashMap.newKeySet();

    Leases(Peers peers, TransferSettings settings) {
        this.peers = peers;
        this.settings = settings;
    }

    static LeaseRequest request(PinnedSource source, TransferSettings settings) {
        return new LeaseRequest(source.snapshot(), settings.leaseTtl().toSeconds() + "s", source.ownSnapshot());
    }

    /** Renews one lease of a transfer; a source that is away keeps it until it runs out. */
    void renew(TransferRecord record, PinnedSource source) {
        String outage = record.id() + source.uri();
        try {
            peers.contact(source).ask(client -> client.lease(record.id(), request(source, settings)));
            failing.remove(outage);
        } catch (ProblemException e) {
            if (failing.add(outage)) {
                LOG.warn(
                        "{} the lease on {} at {} is not renewed; trying again",
                        record.id(),
                        source.snapshot(),
                        source.uri(),
                        e);
            }
        }
    }

    /** Gives the snapshots back; one that cannot be reached is cleared there when the lease runs out. */
    void release(TransferRecord record) {
        for (PinnedSource source : record.sources()) {
            try {
                peers.contact(source).ask(client -> {
                    client.release(record.id());
                    return source;
                });
            } catch (ProblemException e) {
                LOG.warn(
                        "{} the lease on {} at {} is not released; it runs out by itself",
                        record.id(),
                        source.snapshot(),
                        source.uri(),
                        e);
            }
        }
    }
}
