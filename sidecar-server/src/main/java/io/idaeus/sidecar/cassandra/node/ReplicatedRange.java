/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.node;

import io.idaeus.sidecar.ring.TokenRange;
import java.util.List;

/**
 * A token range and its replicas.
 *
 * @param local whether this node is one
 */
public record ReplicatedRange(TokenRange range, List<RingMember> replicas, boolean local) {
    public ReplicatedRange {
        replicas = List.copyOf(replicas);
    }
}
