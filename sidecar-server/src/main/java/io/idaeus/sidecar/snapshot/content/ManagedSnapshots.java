/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.snapshot.content;

import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.snapshot.content.ManagedSnapshot.Removal;
import io.idaeus.sidecar.snapshot.content.ManagedSnapshot.State;
import io.idaeus.sidecar.store.JsonStore;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The managed snapshots. A change is durable when its method returns. Thread-safe.
 *
 * <p>Times are measured by the monotonic clock: a change of the time of day does not matter. What is left of a time to
 * live after a restart is by the time of day, and at most the whole of it.
 */
public final class ManagedSnapshots {
    private static final Logger LOG = LoggerFactory.getLogger(ManagedSnapshots.class);

    private static final Duration CLOCKS_AGREE = Duration.ofSeconds(1);

    private final JsonStore<ManagedSnapshot> store;
    private final Clock clock;
    private final LongSupplier nanoTime;
    private final Map<String, Kept> byTag = new LinkedHashMap<>();

    /** @param endNanos counts where the snapshot has a time to live */
    private record Kept(ManagedSnapshot snapshot, long sinceNanos, long endNanos) {}

    public ManagedSnapshots(JsonStore<ManagedSnapshot> store, Clock clock, LongSupplier nanoTime) {
        this.store = store;
        this.clock = clock;
        this.nanoTime = nanoTime;
        store.loadAll().forEach((tag, snapshot) -> byTag.put(tag, loaded(snapshot)));
        // A snapshot that an earlier process was still taking is abandoned: its caller got no response.
        List.copyOf(byTag.values()).stream()
                .filter(kept -> kept.snapshot().state() == State.TAKING)
                .forEach(kept -> move(kept, State.ABANDONED));
    }

    public synchronized Optional<ManagedSnapshot> get(String tag) {
        return Optional.ofNullable(byTag.get(tag)).map(Kept::snapshot);
    }

    public synchronized List<ManagedSnapshot> all() {
        return byTag.values().stream().map(Kept::snapshot).toList();
    }

    /** @throws ProblemException SNAPSHOT_EXISTS */
    public synchronized void begin(
            String tag, List<ManagedSnapshot.Table> tables, @Nullable Duration ttl, @Nullable String requestedBy) {
        Kept present = byTag.get(tag);
        if (present != null) {
            throw new ProblemException(
                    ProblemType.SNAPSHOT_EXISTS,
                    "tag " + tag + " is in use: its snapshot is "
                            + present.snapshot().state() + "; choose another tag");
        }
        Instant now = clock.instant();
        long nanos = nanoTime.getAsLong();
        put(new Kept(
                ManagedSnapshot.taking(tag, tables, now, ttl == null ? null : now.plus(ttl), requestedBy),
                nanos,
                nanos + (ttl == null ? 0 : ttl.toNanos())));
    }

    public synchronized void taken(String tag) {
        change(tag, State.TAKEN);
    }

    // Cassandra may have taken it, or not.
    public synchronized void abandon(String tag) {
        change(tag, State.ABANDONED);
    }

    // From here on it is neither served nor leased.
    public synchronized void startClearing(String tag, @Nullable Removal why) {
        Kept kept = byTag.get(tag);
        if (kept != null && kept.snapshot().state() != State.CLEARING) {
            move(kept, kept.snapshot().clearing(why, clock.instant()));
        }
    }

    // Whether its time to live has passed, or a lease asked to clear it.
    public synchronized boolean isUnneeded(ManagedSnapshot snapshot) {
        Kept kept = byTag.get(snapshot.tag());
        return snapshot.clearWhenUnleased()
                || (kept != null && snapshot.expiresAt() != null && left(kept).isZero());
    }

    public synchronized boolean isOlderThan(Duration age, ManagedSnapshot snapshot) {
        Kept kept = byTag.get(snapshot.tag());
        return kept != null && nanoTime.getAsLong() - kept.sinceNanos > age.toNanos();
    }

    /** By the present time of day; null for never. */
    public synchronized @Nullable Instant expiresAt(ManagedSnapshot snapshot) {
        Kept kept = byTag.get(snapshot.tag());
        Instant recorded = snapshot.expiresAt();
        if (kept == null || recorded == null) {
            return recorded;
        }
        Instant end = clock.instant().plus(left(kept));
        // The two clocks never agree to the nanosecond; a time that differs at every call would confuse.
        return Duration.between(recorded, end).abs().compareTo(CLOCKS_AGREE) < 0 ? recorded : end;
    }

    /** The last of several reasons counts. */
    public synchronized void clearWhenUnleased(String tag, Removal why) {
        Kept kept = byTag.get(tag);
        if (kept != null && !kept.snapshot().isEnding()) {
            put(new Kept(kept.snapshot().clearedWhenUnleased(why), kept.sinceNanos, kept.endNanos));
        }
    }

    public synchronized void drop(String tag) {
        store.delete(tag);
        byTag.remove(tag);
    }

    private void change(String tag, State state) {
        Kept kept = byTag.get(tag);
        if (kept != null && kept.snapshot().state() != state) {
            move(kept, state);
        }
    }

    private void move(Kept kept, State state) {
        move(kept, kept.snapshot().in(state, clock.instant()));
    }

    private void move(Kept kept, ManagedSnapshot next) {
        put(new Kept(next, nanoTime.getAsLong(), kept.endNanos));
        LOG.info("snapshot {}: {} → {}", next.tag(), kept.snapshot().state(), next.state());
    }

    private void put(Kept kept) {
        store.put(kept.snapshot().tag(), kept.snapshot());
        byTag.put(kept.snapshot().tag(), kept);
    }

    private Duration left(Kept kept) {
        return Duration.ofNanos(Math.max(0, kept.endNanos - nanoTime.getAsLong()));
    }

    private Kept loaded(ManagedSnapshot snapshot) {
        long nanos = nanoTime.getAsLong();
        Instant end = snapshot.expiresAt();
        if (end == null) {
            return new Kept(snapshot, nanos, nanos);
        }
        Duration whole = Duration.between(snapshot.createdAt(), end);
        Duration left = Duration.between(clock.instant(), end);
        return new Kept(snapshot, nanos, nanos + (left.compareTo(whole) < 0 ? left : whole).toNanos());
    }
}
