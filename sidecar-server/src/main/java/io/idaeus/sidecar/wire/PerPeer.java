/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.wire;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** Counters per peer. Peers beyond the first {@value #MAX_PEERS} share {@link #OTHER}. Thread-safe. */
public final class PerPeer<T> {
    // Each peer is a label of time series, so their number is bounded.
    public static final int MAX_PEERS = 64;

    public static final String OTHER = "other";

    private final Map<String, T> known = new ConcurrentHashMap<>();
    private final Supplier<T> counters;

    public PerPeer(Supplier<T> counters) {
        this.counters = counters;
    }

    /** @param peer host or address, without port */
    public T of(String peer) {
        T own = known.get(peer);
        if (own != null) {
            return own;
        }
        T shared = known.get(OTHER);
        return shared != null ? shared : add(peer);
    }

    private synchronized T add(String peer) {
        boolean own = known.size() < MAX_PEERS || known.containsKey(peer);
        return known.computeIfAbsent(own ? peer : OTHER, name -> counters.get());
    }

    public Map<String, T> all() {
        return new TreeMap<>(known);
    }
}
