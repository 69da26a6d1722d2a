/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.snapshot;

import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.problem.Quota;
import io.idaeus.sidecar.snapshot.content.ManagedSnapshot;
import io.idaeus.sidecar.snapshot.content.ManagedSnapshot.Removal;
import io.idaeus.sidecar.snapshot.content.ManagedSnapshots;
import io.idaeus.sidecar.snapshot.content.SnapshotQuotas;
import io.idaeus.sidecar.store.JsonStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The leases. Thread-safe; this object's monitor guards decisions about a tag. */
final class LeaseTable {
    private static final Logger LOG = LoggerFactory.getLogger(LeaseTable.class);
    private static final Duration RETRY_AFTER = Duration.ofSeconds(30);

    private final JsonStore<LeaseRecord> store;
    private final ManagedSnapshots managed;
    private final SnapshotQuotas quotas;
    private final LongSupplier nanoTime;
    private final Map<String, Held> byId = new LinkedHashMap<>();

    record Held(LeaseRecord lease, long endNanos) {}

    LeaseTable(JsonStore<LeaseRecord> store, ManagedSnapshots managed, SnapshotQuotas quotas, LongSupplier nanoTime) {
        this.store = store;
        this.managed = managed;
        this.quotas = quotas;
        this.nanoTime = nanoTime;
        store.loadAll().forEach((id, lease) -> byId.put(id, held(lease)));
    }

    /** @throws ProblemException ILLEGAL_STATE, UNKNOWN_SNAPSHOT; QUOTA_EXCEEDED for a new one */
    synchronized Held put(LeaseRecord lease) {
        Held present = byId.get(lease.id());
        if (present != null && !present.lease.tag().equals(lease.tag())) {
            throw new ProblemException(
                    ProblemType.ILLEGAL_STATE,
                    "lease " + lease.id() + " is on snapshot " + present.lease.tag() + " (expected: " + lease.tag()
                            + "); release it first, or use another id");
        }
        if (present != null) {
            requireHolder(present.lease, lease.holder());
        } else {
            requireRoom(lease.holder());
        }
        if (managed.get(lease.tag())
                .filter(s -> s.state() == ManagedSnapshot.State.CLEARING)
                .isPresent()) {
            throw new ProblemException(
                    ProblemType.UNKNOWN_SNAPSHOT,
                    "snapshot " + lease.tag() + " is being cleared; take another one under a new tag");
        }
        if (present == null || !present.lease.equals(lease)) {
            store.put(lease.id(), lease);
            LOG.info("lease {}: created on snapshot {} for {}", lease.id(), lease.tag(), lease.ttl());
        }
        Held held = held(lease);
        byId.put(lease.id(), held);
        return held;
    }

    /**
     * @param holder null for anybody's
     * @param by who releases it
     */
    synchronized void release(String id, @Nullable String holder, @Nullable String by) {
        Held held = byId.get(id);
        if (held != null) {
            requireHolder(held.lease, holder);
            end(held.lease, "released", by);
        }
    }

    synchronized void expire() {
        long now = nanoTime.getAsLong();
        for (Held held : all()) {
            if (held.endNanos - now <= 0) {
                end(held.lease, "expired after " + held.lease.ttl() + " without renewal", held.lease.holder());
            }
        }
    }

    // Ends the clearOnRelease leases that were not renewed for longer than this.
    synchronized void expireUnrenewed(Duration longest) {
        long now = nanoTime.getAsLong();
        for (Held held : all()) {
            long renewed = held.endNanos - held.lease.ttl().toNanos();
            if (held.lease.clearOnRelease() && now - renewed > longest.toNanos()) {
                end(
                        held.lease,
                        "ended after " + longest + " without renewal, because disk space is low",
                        held.lease.holder());
            }
        }
    }

    synchronized List<Held> all() {
        return List.copyOf(byId.values());
    }

    private void requireRoom(@Nullable String holder) {
        long own = holder == null
                ? 0
                : byId.values().stream()
                        .filter(held -> holder.equals(held.lease.holder()))
                        .count();
        if (byId.size() >= quotas.leases() || own >= quotas.leasesPerCaller()) {
            throw Quota.LEASES.exceeded(
                    RETRY_AFTER,
                    byId.size() + " leases are held, " + own + " of them by the caller (expected: fewer than "
                            + quotas.leases() + " and " + quotas.leasesPerCaller()
                            + ", quotas.leases and quotas.leasesPerCaller); release some, or wait until they expire."
                            + " GET /v1/leases shows whose they are.");
        }
    }

    private static void requireHolder(LeaseRecord lease, @Nullable String holder) {
        if (holder != null && lease.holder() != null && !lease.holder().equals(holder)) {
            throw new ProblemException(
                    ProblemType.FORBIDDEN,
                    "lease " + lease.id() + " is held by " + lease.holder() + " (found: " + holder
                            + "); use another id, or let its holder or an operator release it.");
        }
    }

    /** Whether somebody holds a lease on a snapshot. Nobody's lease is everybody's. */
    synchronized boolean holds(String tag, String holder) {
        return held(tag, holder).findAny().isPresent();
    }

    /** Whether a snapshot ends with somebody's lease. */
    synchronized boolean clears(String tag, String holder) {
        return held(tag, holder).anyMatch(LeaseRecord::clearOnRelease);
    }

    /**
     * @param by who takes a snapshot; null without authentication
     * @throws ProblemException SNAPSHOT_LEASED where it would end with somebody else's lease
     */
    synchronized void requireNobodyElseClears(String tag, @Nullable String by) {
        byId.values().stream()
                .map(Held::lease)
                .filter(lease -> lease.tag().equals(tag) && lease.clearOnRelease())
                .filter(lease -> by != null && lease.holder() != null && !by.equals(lease.holder()))
                .findFirst()
                .ifPresent(lease -> {
                    throw new ProblemException(
                            ProblemType.SNAPSHOT_LEASED,
                            "tag " + tag + " is leased by " + lease.holder()
                                    + ", and a snapshot under it would be cleared with that lease; take another tag");
                });
    }

    private Stream<LeaseRecord> held(String tag, String holder) {
        return byId.values().stream()
                .map(Held::lease)
                .filter(lease -> lease.tag().equals(tag)
                        && (lease.holder() == null || lease.holder().equals(holder)));
    }

    synchronized List<String> on(String tag) {
        List<String> ids = new ArrayList<>();
        byId.values().stream().filter(held -> held.lease.tag().equals(tag)).forEach(held -> ids.add(held.lease.id()));
        return ids;
    }

    /** @return the ids of its leases; empty if it is now being cleared */
    synchronized List<String> startClearingUnleased(String tag, @Nullable Removal why) {
        List<String> leaseIds = on(tag);
        if (leaseIds.isEmpty()) {
            managed.startClearing(tag, why);
        }
        return leaseIds;
    }

    Duration left(Held held) {
        return Duration.ofNanos(Math.max(0, held.endNanos - nanoTime.getAsLong()));
    }

    private void end(LeaseRecord lease, String why, @Nullable String by) {
        // Noted at the snapshot before the lease is deleted: a crash between the two repeats the end.
        if (lease.clearOnRelease()) {
            managed.clearWhenUnleased(lease.tag(), new Removal("lease " + lease.id() + " " + why, by));
        }
        store.delete(lease.id());
        byId.remove(lease.id());
        LOG.info("lease {}: {} (snapshot {})", lease.id(), why, lease.tag());
    }

    // By the monotonic clock: a change of the time of day does not matter. Anew at each start: a node that was down
    // costs its peers no snapshot.
    private Held held(LeaseRecord lease) {
        return new Held(lease, nanoTime.getAsLong() + lease.ttl().toNanos());
    }
}
