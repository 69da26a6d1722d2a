/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.grow;

import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.it.plans.SeenRing;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** How long new nodes get writes that one more replica has to acknowledge, as a member of the ring sees it. */
final class PendingWatch {
    private final SeenRing ring;
    private final List<CassandraNode> added;
    private final Map<CassandraNode, Instant> since = new HashMap<>();
    private Duration longest = Duration.ZERO;

    PendingWatch(SeenRing ring, List<CassandraNode> added) {
        this.ring = ring;
        this.added = added;
    }

    /** To be called about twice a second. */
    void look() {
        for (CassandraNode node : added) {
            if (!ring.pendingAt(node).isEmpty()) {
                since.putIfAbsent(node, Instant.now());
            } else if (since.containsKey(node)) {
                Duration pending = Duration.between(since.remove(node), Instant.now());
                longest = pending.compareTo(longest) > 0 ? pending : longest;
            }
        }
    }

    /** The longest that one of them was pending. */
    Duration longest() {
        return longest;
    }
}
