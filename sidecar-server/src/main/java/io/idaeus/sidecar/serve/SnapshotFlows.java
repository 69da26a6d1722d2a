/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve;

import io.idaeus.sidecar.throttle.Throttle;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** Throttle flows by snapshot: each transfer reads its own, and gets one share. Thread-safe. */
final class SnapshotFlows {
    // A flow outlives its last response. Otherwise a transfer with one response after another would start each of them
    // without debt, and get more than its share.
    private static final int MAX_IDLE = 256;

    private final Throttle throttle;
    private final Map<String, SharedFlow> active = new HashMap<>();
    private final LinkedHashMap<String, SharedFlow> idle = new LinkedHashMap<>();

    SnapshotFlows(Throttle throttle) {
        this.throttle = throttle;
    }

    private static final class SharedFlow {
        private final Throttle.Flow flow;
        private int users;

        SharedFlow(Throttle.Flow flow) {
            this.flow = flow;
        }
    }

    /** {@link #leave} must follow. */
    synchronized Throttle.Flow enter(String snapshot) {
        SharedFlow entry = active.computeIfAbsent(snapshot, this::idleOrNew);
        entry.users++;
        return entry.flow;
    }

    synchronized void leave(String snapshot) {
        SharedFlow entry = active.get(snapshot);
        if (entry != null && --entry.users == 0) {
            active.remove(snapshot);
            idle.put(snapshot, entry);
            if (idle.size() > MAX_IDLE) {
                idle.remove(idle.keySet().iterator().next());
            }
        }
    }

    synchronized int size() {
        return active.size() + idle.size();
    }

    private SharedFlow idleOrNew(String snapshot) {
        SharedFlow known = idle.remove(snapshot);
        return known == null ? new SharedFlow(throttle.flow()) : known;
    }
}
