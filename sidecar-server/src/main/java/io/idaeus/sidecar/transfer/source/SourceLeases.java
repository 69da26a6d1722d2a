/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.source;

import io.idaeus.sidecar.problem.Outages;
import io.idaeus.sidecar.problem.ProblemException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Leases on snapshots at the sources. A source creates a lease that it does not know, so a renewal must not reach it after
 * the release: nothing is renewed that is not held, and a release waits for the renewal in flight. Thread-safe.
 */
public final class SourceLeases {
    private static final Logger LOG = LoggerFactory.getLogger(SourceLeases.class);

    private record LeaseAt(String transfer, String uri) {
        static LeaseAt of(String transfer, PinnedSource source) {
            return new LeaseAt(transfer, source.uri());
        }
    }

    // Its monitor is held while a renewal is in flight.
    private static final class HeldLease {
        private boolean released;
    }

    private final Function<PinnedSource, SstableSource> contact;
    private final Duration ttl;
    private final LeaseReleases releases;
    private final Map<LeaseAt, HeldLease> held = new ConcurrentHashMap<>();
    private final Outages outages = new Outages(LOG);

    /** @param contact throws a {@link ProblemException} where the source does not answer, or another node does */
    public SourceLeases(Function<PinnedSource, SstableSource> contact, Duration ttl) {
        this.contact = contact;
        this.ttl = ttl;
        this.releases = new LeaseReleases(this::releaseAll, ttl, System::nanoTime);
    }

    /** Takes over a lease that an earlier process granted, or was about to. */
    public void adopt(String transfer, PinnedSource source) {
        held.putIfAbsent(LeaseAt.of(transfer, source), new HeldLease());
    }

    public void grant(String transfer, SstableSource at, PinnedSource source) {
        adopt(transfer, source);
        put(transfer, at, source);
    }

    private void put(String transfer, SstableSource at, PinnedSource source) {
        at.lease(transfer, source.snapshot(), ttl, source.ownSnapshot());
        String base = source.base();
        if (base != null) {
            at.lease(ofBase(transfer), base, ttl, false);
        }
    }

    private void releaseAll(String transfer, PinnedSource source) {
        SstableSource at = contact.apply(source);
        at.release(transfer);
        if (source.base() != null) {
            at.release(ofBase(transfer));
        }
    }

    private static String ofBase(String transfer) {
        return transfer + "-base";
    }

    /** Nothing where it is not held. Where the source does not answer, a later call tries again. */
    public void renew(String transfer, PinnedSource source) {
        HeldLease lease = held.get(LeaseAt.of(transfer, source));
        if (lease == null) {
            return;
        }
        synchronized (lease) {
            if (!lease.released) {
                renewHeld(transfer, source);
            }
        }
    }

    private void renewHeld(String transfer, PinnedSource source) {
        try {
            put(transfer, contact.apply(source), source);
            outages.over(outage(transfer, source));
        } catch (ProblemException e) {
            outages.failed(
                    outage(transfer, source),
                    transfer + " cannot renew the lease on " + source.snapshot() + " at " + source.uri(),
                    e);
        }
    }

    /** After the renewal in flight. {@link #retryReleases} retries until the lease expires. */
    public void release(String transfer, PinnedSource source) {
        HeldLease lease = held.remove(LeaseAt.of(transfer, source));
        if (lease != null) {
            synchronized (lease) {
                lease.released = true;
            }
        }
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
