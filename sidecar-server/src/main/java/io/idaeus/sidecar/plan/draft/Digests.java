/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.draft;

import io.idaeus.api.cluster.ClusterNode;
import io.idaeus.api.node.RingRange;
import io.idaeus.sidecar.checksum.Sha256;
import io.idaeus.sidecar.plan.facts.ClusterFacts;
import io.idaeus.sidecar.plan.facts.KeyspaceFacts;
import io.idaeus.sidecar.plan.facts.MemberFacts;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** SHA-256, in hex, of lines. */
final class Digests {
    private Digests() {}

    static String of(Stream<String> lines) {
        return Sha256.ofLines(lines.toList());
    }

    /** The digest of the ring's members and of the replicas of every range. Liveness does not count. */
    static String ofRing(ClusterFacts facts) {
        List<ClusterNode> nodes = facts.members().stream()
                .map(MemberFacts::node)
                .sorted(Comparator.comparing(ClusterNode::hostId))
                .toList();
        // Ranges name members by their place: a large ring has many ranges.
        Map<String, Integer> places = new HashMap<>();
        nodes.forEach(node -> places.put(node.hostId(), places.size()));
        Stream<String> ranges = facts.keyspaces().stream()
                .sorted(Comparator.comparing(KeyspaceFacts::name))
                .flatMap(keyspace -> Stream.concat(
                        Stream.of(keyspace.name()), keyspace.ranges().stream().map(range -> line(range, places))));
        return of(Stream.concat(nodes.stream().map(Digests::line), ranges));
    }

    private static String line(ClusterNode node) {
        return String.join(
                "|",
                node.hostId(),
                node.address(),
                node.datacenter(),
                node.rack(),
                node.movement(),
                String.valueOf(node.tokens()));
    }

    private static String line(RingRange range, Map<String, Integer> places) {
        int[] replicas = range.replicas().stream()
                .mapToInt(replica -> places.getOrDefault(replica.hostId(), -1))
                .sorted()
                .toArray();
        return range.range() + Arrays.toString(replicas);
    }
}
