/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.source;

import io.idaeus.sidecar.problem.Outages;
import io.idaeus.sidecar.problem.ProblemException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Leases on snapshots at the sources. Thread-safe. */
public final class SourceLeases {
    private static final Logger LOG = LoggerFactory.getLogger(SourceLeases.class);

    private final SstableSources sources;
    private final Duration ttl;
    private final LeaseReleases releases;
    private final Outages outages = new Outages(LOG);

    public SourceLeases(SstableSources sources, Duration ttl) {
        this.sources = sources;
        this.ttl = ttl;
        this.releases = new LeaseReleases(
                (transfer, source) -> sources.contact(source).release(transfer), ttl, System::nanoTime);
    }

    public void grant(String transfer, SstableSource at, PinnedSource source) {
        at.lease(transfer, source.snapshot(), ttl, source.ownSnapshot());
    }

    // Where it fails, a later call tries again.
    public void renew(String transfer, PinnedSource source) {
        try {
            grant(transfer, sources.contact(source), source);
            outages.over(outage(transfer, source));
        } catch (ProblemException e) {
            outages.failed(
                    outage(transfer, source),
                    transfer + " cannot renew the lease on " + source.snapshot() + " at " + source.uri(),
                    e);
        }
    }

    /** {@link #retryReleases} retries until the lease expires. */
    public void release(String transfer, PinnedSource source) {
        outages.over(outage(transfer, source));
        releases.release(transfer, source);
    }

    public void retryReleases() {
        releases.retry();
    }

    private static String outage(String transfer, PinnedSource source) {
        return transfer + " " + source.uri();
    }
}
