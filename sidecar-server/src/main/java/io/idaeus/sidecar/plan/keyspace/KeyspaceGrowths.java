/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.keyspace;

import io.idaeus.api.cluster.ClusterNode;
import io.idaeus.api.node.Replica;
import io.idaeus.api.node.RingRange;
import io.idaeus.sidecar.placement.Growth;
import io.idaeus.sidecar.placement.PlacedRing;
import io.idaeus.sidecar.placement.Placement;
import io.idaeus.sidecar.placement.RingNode;
import io.idaeus.sidecar.placement.TokenRing;
import io.idaeus.sidecar.plan.facts.ClusterFacts;
import io.idaeus.sidecar.plan.facts.KeyspaceFacts;
import io.idaeus.sidecar.plan.facts.MemberFacts;
import io.idaeus.sidecar.plan.facts.Replication;
import io.idaeus.sidecar.release.ReleaseVersion;
import io.idaeus.sidecar.ring.TokenRange;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The ranges that new nodes take over of each keyspace. Keyspaces that place replicas alike are computed once. */
public final class KeyspaceGrowths {
    private final ClusterFacts facts;
    private final TokenRing ring;
    private final List<Newcomer> newcomers;
    private final Map<Placement, Growth> growths = new HashMap<>();

    public KeyspaceGrowths(ClusterFacts facts, TokenRing ring, List<Newcomer> newcomers) {
        this.facts = facts;
        this.ring = ring;
        this.newcomers = newcomers;
    }

    /** The ring of the members, by their host ids. */
    public static TokenRing ring(ClusterFacts facts) {
        return ring(facts.members().stream().map(MemberFacts::node).toList(), facts::tokens);
    }

    /** @param tokens by host id; a node without any is not in the ring */
    public static TokenRing ring(List<ClusterNode> nodes, Function<String, List<Long>> tokens) {
        Map<RingNode, List<Long>> owners = new LinkedHashMap<>();
        nodes.stream()
                .filter(node -> !tokens.apply(node.hostId()).isEmpty())
                .forEach(node -> owners.put(
                        new RingNode(node.hostId(), node.datacenter(), node.rack()), tokens.apply(node.hostId())));
        return TokenRing.of(owners);
    }

    /** @throws IllegalArgumentException where a range changes hands between members */
    public Growth of(KeyspaceFacts keyspace) {
        return of(Replication.of(keyspace.info().replication()).placement());
    }

    public Growth of(Placement placement) {
        return growths.computeIfAbsent(placement, any -> Growth.of(ring, Newcomers.joining(newcomers), placement));
    }

    /** The first range whose replicas are others than Cassandra says; empty where there is none. */
    public Optional<String> difference(KeyspaceFacts keyspace) {
        PlacedRing placed = of(keyspace).before();
        return keyspace.ranges().stream()
                .flatMap(range -> difference(range, placed).stream())
                .findFirst();
    }

    private static Optional<String> difference(RingRange range, PlacedRing placed) {
        Set<String> known = range.replicas().stream().map(Replica::hostId).collect(Collectors.toSet());
        Set<String> expected = placed.replicasOf(TokenRange.parse(range.range()).right()).stream()
                .map(RingNode::id)
                .collect(Collectors.toSet());
        return known.equals(expected)
                ? Optional.empty()
                : Optional.of("range " + range.range() + " has its replicas at " + known + " (expected: " + expected
                        + ", from the tokens and racks of all nodes)");
    }

    /** A range as the ring of this version of Cassandra cuts it. */
    public Stream<TokenRange> asTheRingCuts(TokenRange range) {
        return asTheRingCuts(range, cutsAtLowest(facts.version()));
    }

    /** Whether no range wraps: from 6.0 on the ring is cut at the lowest token, too. */
    public static boolean cutsAtLowest(ReleaseVersion version) {
        return version.isAtLeast(6, 0);
    }

    public static Stream<TokenRange> asTheRingCuts(TokenRange range, boolean cutAtLowest) {
        boolean cut = cutAtLowest && range.wraps() && range.left() != Long.MIN_VALUE && range.right() != Long.MIN_VALUE;
        return cut
                ? Stream.of(new TokenRange(range.left(), Long.MIN_VALUE), new TokenRange(Long.MIN_VALUE, range.right()))
                : Stream.of(range);
    }
}
