/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.source;

import io.idaeus.api.cluster.Cluster;
import io.idaeus.api.plan.PlanDestination;
import io.idaeus.api.plan.PlanNode;
import io.idaeus.api.plan.PlanSource;
import io.idaeus.sidecar.plan.cluster.SidecarDirectory;
import io.idaeus.sidecar.plan.draft.Draft;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds the sidecars of a plan's sources, also where one has another address by now. What answers says itself which node
 * it stands beside. It is believed only at addresses of that node: the plan's, the one that Cassandra knows for the host
 * id, and those that the approved request names and that are no other node's in the plan.
 */
record SourceSidecars(SidecarDirectory directory, Draft draft, Cluster view) {

    /** The addresses of the sidecars beside nodes of the plan, by host id; nothing for a node whose sidecar does not answer. */
    Map<String, String> of(Collection<PlanNode> nodes) {
        Map<String, List<String>> addresses = new LinkedHashMap<>();
        nodes.forEach(node -> addresses.put(node.hostId(), addresses(node)));
        Map<String, String> found = new TreeMap<>();
        directory
                .beside(draft.sources().name(), addresses)
                .forEach((hostId, sidecar) -> found.put(hostId, sidecar.uri()));
        return found;
    }

    private List<String> addresses(PlanNode node) {
        List<String> addresses = new ArrayList<>();
        if (node.sidecar() != null) {
            addresses.add(node.sidecar());
        }
        if (draft.source() != null) {
            // The nodes of this cluster may have the same host ids, and the cluster the same name.
            return addresses;
        }
        view.nodes().stream()
                .filter(each -> each.hostId().equals(node.hostId()))
                .map(directory::addressOf)
                .forEach(addresses::add);
        List<String> named = draft.request().sidecars();
        if (named != null) {
            addresses.addAll(directory.elsewhere(named, planned()));
        }
        return addresses;
    }

    private Set<String> planned() {
        return Stream.concat(
                        draft.destinations().stream().map(PlanDestination::sidecar),
                        draft.destinations().stream()
                                .flatMap(destination -> destination.sources().stream())
                                .map(PlanSource::node)
                                .map(PlanNode::sidecar))
                .filter(Objects::nonNull)
                .collect(Collectors.toSet());
    }
}
