/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.cluster;

import io.idaeus.api.cluster.ClusterNode;
import io.idaeus.sidecar.security.Endpoints;
import io.idaeus.sidecar.security.Endpoints.Endpoint;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Whose sidecar may be at an address. A sidecar at the address of one node may be set up for another node's Cassandra; an
 * operator can vouch for it. For one search.
 */
final class BelievedSidecars {
    private final Endpoints endpoints = new Endpoints();
    private final Map<Endpoint, Set<String>> hostIds = new HashMap<>();
    private final Set<Endpoint> named;

    /**
     * @param uri where the sidecar of a node listens
     * @param named by an operator
     */
    BelievedSidecars(Collection<ClusterNode> nodes, Function<ClusterNode, String> uri, Collection<String> named) {
        nodes.forEach(node -> endpoints.of(uri.apply(node)).forEach(endpoint -> hostIds.computeIfAbsent(
                        endpoint, none -> new HashSet<>())
                .add(node.hostId())));
        this.named = endpoints.of(named);
    }

    /** Whether the sidecar there may stand beside the node with this host id. */
    boolean isBelieved(String uri, String hostId) {
        Set<Endpoint> here = endpoints.of(uri);
        Set<String> expected = here.stream()
                .flatMap(endpoint -> hostIds.getOrDefault(endpoint, Set.of()).stream())
                .collect(Collectors.toSet());
        return expected.isEmpty() || expected.contains(hostId) || !Collections.disjoint(here, named);
    }
}
