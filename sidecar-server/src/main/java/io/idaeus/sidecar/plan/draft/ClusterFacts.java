/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.draft;

import io.idaeus.api.Cluster;
import java.util.List;
import java.util.Optional;

/**
 * What is known of a cluster when a plan is made.
 *
 * @param view of the coordinator's node
 * @param members every member of the ring
 * @param destinations as the request names them
 */
public record ClusterFacts(
        Cluster view, List<MemberFacts> members, List<KeyspaceFacts> keyspaces, List<HostFacts> destinations) {
    public ClusterFacts {
        members = List.copyOf(members);
        keyspaces = List.copyOf(keyspaces);
        destinations = List.copyOf(destinations);
    }

    Optional<MemberFacts> member(String hostId) {
        return members.stream()
                .filter(member -> member.node().hostId().equals(hostId))
                .findFirst();
    }
}
