/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve;

import io.idaeus.sidecar.throttle.Throttle;
import java.util.HashMap;
import java.util.Map;

/** The flows of the responses now in flight, one for each snapshot: a transfer reads one snapshot. Thread-safe. */
final class Flows {
    private final Throttle throttle;
    private final Map<String, Shared> bySnapshot = new HashMap<>();

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
        Shared shared = bySnapshot.computeIfAbsent(snapshot, tag -> new Shared(throttle.flow()));
        shared.users++;
        return shared.flow;
    }

    synchronized void leave(String snapshot) {
        Shared shared = bySnapshot.get(snapshot);
        if (shared != null && --shared.users == 0) {
            bySnapshot.remove(snapshot);
        }
    }

    synchronized int size() {
        return bySnapshot.size();
    }
}
