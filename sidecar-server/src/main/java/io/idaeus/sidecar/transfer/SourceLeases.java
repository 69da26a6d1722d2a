/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer;

import io.idaeus.api.LeaseRequest;
import io.idaeus.sidecar.problem.Outages;
import io.idaeus.sidecar.problem.ProblemException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps the snapshots of running transfers, and gives them back at the end. */
final class SourceLeases {
    private static final Logger LOG = LoggerFactory.getLogger(SourceLeases.class);

    private final Peers peers;
    private final TransferSettings settings;
    private final Releases releases;
    private final Outages outages = new Outages(LOG);

    SourceLeases(Peers peers, TransferSettings settings) {
        this.peers = peers;
        this.settings = settings;
        this.releases = new Releases(this::release, settings.leaseTtl(), System::nanoTime);
    }

    static LeaseRequest request(PinnedSource source, TransferSettings settings) {
        return new LeaseRequest(source.snapshot(), settings.leaseTtl().toSeconds() + "s", source.ownSnapshot());
    }

    /** Renews one lease of a transfer; a source that is away keeps it until it runs out. */
    void renew(TransferRecord record, PinnedSource source) {
        try {
            peers.contact(source).ask(client -> client.lease(record.id(), request(source, settings)));
            outages.over(outage(record, source));
        } catch (ProblemException e) {
            outages.failed(
                    outage(record, source),
                    record.id() + " the lease on " + source.snapshot() + " at " + source.uri() + " is not renewed",
                    e);
        }
    }

    /** Gives the snapshots back; a source that is away is asked again, or clears its own when the lease runs out. */
    void release(TransferRecord record) {
        for (PinnedSource source : record.sources()) {
            outages.over(outage(record, source));
            releases.give(record.id(), source);
        }
    }

    /** What could not be given back. */
    void releaseAgain() {
        releases.again();
    }

    private static String outage(TransferRecord record, PinnedSource source) {
        return record.id() + " " + source.uri();
    }

    private void release(String transfer, PinnedSource source) {
        peers.contact(source).ask(client -> {
            client.release(transfer);
            return source;
        });
    }
}
