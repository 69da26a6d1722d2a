/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.draft;

import io.idaeus.api.node.CassandraProcess;
import io.idaeus.sidecar.placement.RingNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A node that is to join the ring.
 *
 * @param node its place, with the address of its sidecar as id
 * @param tokens in order
 */
record Newcomer(HostFacts host, RingNode node, List<Long> tokens) {
    Newcomer {
        tokens = List.copyOf(tokens);
    }

    String sidecar() {
        return host.sidecar();
    }

    List<String> tokensAsText() {
        return tokens.stream().map(String::valueOf).toList();
    }

    @Nullable
    CassandraProcess running() {
        return host.host().cassandra();
    }
}
