/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.placement;

import java.util.List;

/**
 * How a keyspace places its replicas: a walk along the ring, from the end of a range on, takes nodes until there are enough.
 * The source is {@code calculateNaturalReplicas} of Cassandra's strategies.
 */
public sealed interface Placement permits NetworkTopology, SimplePlacement {
    /** For walks that meet these nodes. */
    Walk over(List<RingNode> nodes);

    /** A walk, which can begin anew. Not thread-safe. */
    interface Walk {
        /** Begins anew. */
        void begin();

        /**
         * Meets the owner of the next token.
         *
         * @param node its index among the nodes
         * @return whether it becomes a replica
         */
        boolean take(int node);

        /** Whether no other node would become a replica. */
        boolean isComplete();
    }
}
