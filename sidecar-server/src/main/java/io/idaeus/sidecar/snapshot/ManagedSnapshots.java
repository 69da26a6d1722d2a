/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.snapshot;

import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.snapshot.ManagedSnapshot.State;
import io.idaeus.sidecar.store.JsonStore;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The managed snapshots. A change is durable when its method returns. Thread-safe. */
final class ManagedSnapshots {
    private static final Logger LOG = LoggerFactory.getLogger(ManagedSnapshots.class);

    private final JsonStore<ManagedSnapshot> store;
    private final Clock clock;
    private final Map<String, ManagedSnapshot> byTag;

    ManagedSnapshots(JsonStore<ManagedSnapshot> store, Clock clock) {
        this.store = store;
        this.clock = clock;
        this.byTag = new LinkedHashMap<>(store.loadAll());
        // A snapshot that an earlier process was still taking is abandoned: its caller got no response.
        all().stream()
                .filter(snapshot -> snapshot.state() == State.TAKING)
                .forEach(snapshot -> move(snapshot, State.ABANDONED));
    }

    synchronized Optional<ManagedSnapshot> get(String tag) {
        return Optional.ofNullable(byTag.get(tag));
    }

    synchronized List<ManagedSnapshot> all() {
        return List.copyOf(byTag.values());
    }

    /** @throws ProblemException SNAPSHOT_EXISTS */
    synchronized void begin(String tag, List<ManagedSnapshot.Table> tables, @Nullable Duration ttl) {
        ManagedSnapshot present = byTag.get(tag);
        if (present != null) {
            throw new ProblemException(
                    ProblemType.SNAPSHOT_EXISTS,
                    "tag " + tag + " is in use: its snapshot is " + present.state() + "; choose another tag");
        }
        Instant now = clock.instant();
        put(ManagedSnapshot.taking(tag, tables, now, ttl == null ? null : now.plus(ttl)));
    }

    synchronized void taken(String tag) {
        change(tag, State.TAKEN);
    }

    // Cassandra may have taken it, or not.
    synchronized void abandon(String tag) {
        change(tag, State.ABANDONED);
    }

    // From here on it is neither served nor leased.
    synchronized void startClearing(String tag) {
        change(tag, State.CLEARING);
    }

    // Whether its time to live has passed, or a lease asked to clear it.
    boolean isUnneeded(ManagedSnapshot snapshot) {
        return snapshot.clearWhenUnleased() || snapshot.isExpired(clock.instant());
    }

    boolean isOlderThan(Duration age, ManagedSnapshot snapshot) {
        return snapshot.since().plus(age).isBefore(clock.instant());
    }

    synchronized void clearWhenUnleased(String tag) {
        ManagedSnapshot snapshot = byTag.get(tag);
        if (snapshot != null && !snapshot.clearWhenUnleased()) {
            put(snapshot.clearedWhenUnleased());
        }
    }

    synchronized void drop(String tag) {
        store.delete(tag);
        byTag.remove(tag);
    }

    private void change(String tag, State state) {
        ManagedSnapshot snapshot = byTag.get(tag);
        if (snapshot != null && snapshot.state() != state) {
            move(snapshot, state);
        }
    }

    private void move(ManagedSnapshot snapshot, State state) {
        put(snapshot.in(state, clock.instant()));
        LOG.info("snapshot {}: {} → {}", snapshot.tag(), snapshot.state(), state);
    }

    private void put(ManagedSnapshot snapshot) {
        store.put(snapshot.tag(), snapshot);
        byTag.put(snapshot.tag(), snapshot);
    }
}
