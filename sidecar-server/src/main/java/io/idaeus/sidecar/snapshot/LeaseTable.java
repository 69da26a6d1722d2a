/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.snapshot;

import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.store.JsonStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Who keeps which snapshot. A lease runs out by the monotonic clock, which a change of the time of day does not touch,
 * and is whole again when the sidecar starts: a node that was down does not cost its peers their snapshots.
 *
 * <p>The end of a lease is noted at the snapshot before the lease is deleted, so a crash between the two repeats the
 * end. Thread-safe; decisions about a tag run one after another under this object's monitor.
 */
final class LeaseTable {
    private static final Logger LOG = LoggerFactory.getLogger(LeaseTable.class);

    private final JsonStore<LeaseRecord> store;
    private final OwnSnapshots own;
    private final LongSupplier nanoTime;
    private final Map<String, Held> byId = new LinkedHashMap<>();

    /** A lease and the reading of the clock at its end. */
    record Held(LeaseRecord lease, long endNanos) {}

    LeaseTable(JsonStore<LeaseRecord> store, OwnSnapshots own, LongSupplier nanoTime) {
        this.store = store;
        this.own = own;
        this.nanoTime = nanoTime;
        store.loadAll().forEach((id, lease) -> byId.put(id, held(lease)));
    }

    /**
     * Gives the lease, or renews it from now on.
     *
     * @throws ProblemException ILLEGAL_STATE where the id leases another tag; UNKNOWN_SNAPSHOT where the snapshot is on
     *     its way out
     */
    synchronized Held put(LeaseRecord lease) {
        Held present = byId.get(lease.id());
        if (present != null && !present.lease.tag().equals(lease.tag())) {
            throw new ProblemException(
                    ProblemType.ILLEGAL_STATE,
                    "The lease " + lease.id() + " is on the snapshot " + present.lease.tag() + ", not on " + lease.tag()
                            + "; release it first, or use another id");
        }
        if (own.get(lease.tag())
                .filter(s -> s.state() == OwnSnapshot.State.CLEARING)
                .isPresent()) {
            throw new ProblemException(
                    ProblemType.UNKNOWN_SNAPSHOT,
                    "The snapshot " + lease.tag() + " is being cleared; take another one under a new tag");
        }
        if (present == null || !present.lease.equals(lease)) {
            store.put(lease.id(), lease);
            LOG.info("lease {}: on snapshot {} for {}", lease.id(), lease.tag(), lease.ttl());
        }
        Held held = held(lease);
        byId.put(lease.id(), held);
        return held;
    }

    /** Ends the lease; nothing happens where there is none. */
    synchronized void release(String id) {
        Held held = byId.get(id);
        if (held != null) {
            end(held.lease, "released");
        }
    }

    /** Ends the leases that have run out. */
    synchronized void expire() {
        long now = nanoTime.getAsLong();
        for (Held held : all()) {
            if (held.endNanos - now <= 0) {
                end(held.lease, "expired after " + held.lease.ttl() + " without renewal");
            }
        }
    }

    /** Ends those that keep a snapshot only until they end, and were not renewed for longer than this. */
    synchronized void expireUnrenewed(Duration longest) {
        long now = nanoTime.getAsLong();
        for (Held held : all()) {
            long renewed = held.endNanos - held.lease.ttl().toNanos();
            if (held.lease.clearOnRelease() && now - renewed > longest.toNanos()) {
                end(held.lease, "ended after " + longest + " without renewal, since space is low");
            }
        }
    }

    synchronized List<Held> all() {
        return List.copyOf(byId.values());
    }

    /** The ids of the leases on a snapshot. */
    synchronized List<String> on(String tag) {
        List<String> ids = new ArrayList<>();
        byId.values().stream().filter(held -> held.lease.tag().equals(tag)).forEach(held -> ids.add(held.lease.id()));
        return ids;
    }

    /**
     * Marks our snapshot as being cleared, unless somebody leases it.
     *
     * @return the ids of the leases that keep it; none where it is now being cleared
     */
    synchronized List<String> startClearingUnleased(String tag) {
        List<String> keepers = on(tag);
        if (keepers.isEmpty()) {
            own.startClearing(tag);
        }
        return keepers;
    }

    Duration left(Held held) {
        return Duration.ofNanos(Math.max(0, held.endNanos - nanoTime.getAsLong()));
    }

    private void end(LeaseRecord lease, String why) {
        if (lease.clearOnRelease()) {
            own.clearWhenUnleased(lease.tag());
        }
        store.delete(lease.id());
        byId.remove(lease.id());
        LOG.info("lease {}: {}; it was on snapshot {}", lease.id(), why, lease.tag());
    }

    private Held held(LeaseRecord lease) {
        return new Held(lease, nanoTime.getAsLong() + lease.ttl().toNanos());
    }
}
