/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve;

import io.idaeus.sidecar.throttle.Throttle;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The flows of responses, one for each snapshot: a transfer reads one snapshot. A flow outlives its last response: else a
 * transfer whose responses come one after another would owe nothing with each, and get more than its share. Thread-safe.
 */
final class Flows {
    /** So many transfers at least are known between two of their responses. */
    private static final int MOST_IDLE = 256;

    private final Throttle throttle;
    private final Map<String, Shared> bySnapshot = new HashMap<>();
    private final LinkedHashMap<String, Shared> idle = new LinkedHashMap<>();

    Flows(Throttle throttle) {
        this.throttle = throttle;
    }

    private static final class Shared {
        private final Throttle.Flow flow;
        private int users;

        Shared(Throttle.Flow flow) {
            this.flow = flow;
        }
    }

    /** {@link #leave} must follow. */
    synchronized Throttle.Flow enter(String snapshot) {
        Shared shared = bySnapshot.computeIfAbsent(snapshot, this::known);
        shared.users++;
        return shared.flow;
    }

    synchronized void leave(String snapshot) {
        Shared shared = bySnapshot.get(snapshot);
        if (shared != null && --shared.users == 0) {
            bySnapshot.remove(snapshot);
            idle.put(snapshot, shared);
            if (idle.size() > MOST_IDLE) {
                idle.remove(idle.keySet().iterator().next());
            }
        }
    }

    synchronized int size() {
        return bySnapshot.size() + idle.size();
    }

    private Shared known(String snapshot) {
        Shared before = idle.remove(snapshot);
        return before == null ? new Shared(throttle.flow()) : before;
    }
}
