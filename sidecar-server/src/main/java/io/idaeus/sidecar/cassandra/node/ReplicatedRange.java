/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.node;

import io.idaeus.sidecar.ring.TokenRange;
import java.util.List;

/**
 * A token range of a keyspace and its replicas.
 *
 * @param local whether this node is one of them
 */
public record ReplicatedRange(TokenRange range, List<RingMember> replicas, boolean local) {
    public ReplicatedRange {
        replicas = List.copyOf(replicas);
    }
}
