/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.wire;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * What is counted for each peer. Each becomes a label of time series, so there is a bound: the first peers have counters
 * of their own, all that come later share those of {@link #OTHER}. Any thread may ask; it is quick, but for once per
 * connection or file, not for every buffer.
 */
public final class PerPeer<T> {
    /** How many peers have counters of their own. */
    public static final int MOST = 64;

    /** The name under which all further ones are counted. */
    public static final String OTHER = "other";

    private final Map<String, T> known = new ConcurrentHashMap<>();
    private final Supplier<T> counters;

    public PerPeer(Supplier<T> counters) {
        this.counters = counters;
    }

    /** The counters of a peer, by its host or address without a port. */
    public T of(String peer) {
        T counted = known.get(peer);
        if (counted != null) {
            return counted;
        }
        T shared = known.get(OTHER);
        return shared != null ? shared : enter(peer);
    }

    private synchronized T enter(String peer) {
        boolean own = known.size() < MOST || known.containsKey(peer);
        return known.computeIfAbsent(own ? peer : OTHER, name -> counters.get());
    }

    /** All that were asked for, by name. */
    public Map<String, T> all() {
        return new TreeMap<>(known);
    }
}
