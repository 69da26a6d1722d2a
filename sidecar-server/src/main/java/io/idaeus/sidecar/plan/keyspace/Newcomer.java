/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.keyspace;

import io.idaeus.api.node.CassandraProcess;
import io.idaeus.sidecar.placement.RingNode;
import io.idaeus.sidecar.plan.facts.HostFacts;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A node that is to join the ring.
 *
 * @param node its place, with the address of its sidecar as id
 * @param tokens in order
 */
public record Newcomer(HostFacts host, RingNode node, List<Long> tokens) {
    public Newcomer {
        tokens = List.copyOf(tokens);
    }

    public String sidecar() {
        return host.sidecar();
    }

    public List<String> tokensAsText() {
        return tokens.stream().map(String::valueOf).toList();
    }

    @Nullable
    public CassandraProcess running() {
        return host.host().cassandra();
    }
}
