/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.snapshot;

import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.snapshot.OwnSnapshot.State;
import io.idaeus.sidecar.store.JsonStore;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Which snapshots are ours; every change is on disk when a method returns. Thread-safe. */
final class OwnSnapshots {
    private static final Logger LOG = LoggerFactory.getLogger(OwnSnapshots.class);

    private final JsonStore<OwnSnapshot> store;
    private final Clock clock;
    private final Map<String, OwnSnapshot> byTag;

    /** Loads what an earlier process left. Whatever it was still taking is abandoned: nobody was told of it. */
    OwnSnapshots(JsonStore<OwnSnapshot> store, Clock clock) {
        this.store = store;
        this.clock = clock;
        this.byTag = new LinkedHashMap<>(store.loadAll());
        all().stream()
                .filter(snapshot -> snapshot.state() == State.TAKING)
                .forEach(snapshot -> move(snapshot, State.ABANDONED));
    }

    synchronized Optional<OwnSnapshot> get(String tag) {
        return Optional.ofNullable(byTag.get(tag));
    }

    synchronized List<OwnSnapshot> all() {
        return List.copyOf(byTag.values());
    }

    /** @throws ProblemException SNAPSHOT_EXISTS, also while one of this tag is being taken or cleared */
    synchronized void begin(OwnSnapshot snapshot) {
        OwnSnapshot present = byTag.get(snapshot.tag());
        if (present != null) {
            throw new ProblemException(
                    ProblemType.SNAPSHOT_EXISTS,
                    "The tag " + snapshot.tag() + " is in use (its snapshot is " + present.state()
                            + "); choose another one");
        }
        put(snapshot);
    }

    synchronized void taken(String tag) {
        change(tag, State.TAKEN);
    }

    /** It is not known whether Cassandra took it. */
    synchronized void abandon(String tag) {
        change(tag, State.ABANDONED);
    }

    /** From here on it only goes; nothing is served of it and nobody can lease it. */
    synchronized void startClearing(String tag) {
        change(tag, State.CLEARING);
    }

    synchronized void clearWhenUnleased(String tag) {
        OwnSnapshot snapshot = byTag.get(tag);
        if (snapshot != null && !snapshot.clearWhenUnleased()) {
            put(snapshot.clearedWhenUnleased());
        }
    }

    synchronized void forget(String tag) {
        store.delete(tag);
        byTag.remove(tag);
    }

    private void change(String tag, State state) {
        OwnSnapshot snapshot = byTag.get(tag);
        if (snapshot != null && snapshot.state() != state) {
            move(snapshot, state);
        }
    }

    private void move(OwnSnapshot snapshot, State state) {
        put(snapshot.in(state, clock.instant()));
        LOG.info("snapshot {}: {} → {}", snapshot.tag(), snapshot.state(), state);
    }

    private void put(OwnSnapshot snapshot) {
        store.put(snapshot.tag(), snapshot);
        byTag.put(snapshot.tag(), snapshot);
    }
}
