/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.idaeus.it.harness.cassandra.CassandraCluster;
import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.it.harness.cassandra.CassandraVersion;
import io.idaeus.sidecar.cassandra.CassandraDoor;
import io.idaeus.sidecar.cassandra.node.ReplicatedRange;
import io.idaeus.sidecar.cassandra.node.RingMember;
import io.idaeus.sidecar.cassandra.node.RingMember.Liveness;
import io.idaeus.sidecar.cassandra.node.RingMember.Movement;
import io.idaeus.sidecar.placement.PlacedRing;
import io.idaeus.sidecar.placement.RingNode;
import io.idaeus.sidecar.placement.SimplePlacement;
import io.idaeus.sidecar.placement.TokenRing;
import io.idaeus.sidecar.ring.TokenRange;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The ring of two nodes, as each node sees it. */
@Tag("versions")
class CassandraRingIT {
    @Test
    void listsTheReplicasOfEachRange() {
        try (CassandraCluster cluster = CassandraCluster.builder(CassandraVersion.selected())
                        .name("ring")
                        .nodes(2)
                        .evenTokens()
                        // Detects a dead node in a third of the time.
                        .yaml("phi_convict_threshold", 5)
                        .start();
                CassandraDoor first = new CassandraDoor(Doors.settings(cluster.node(0)));
                CassandraDoor second = new CassandraDoor(Doors.settings(cluster.node(1)))) {
            cluster.cql().createKeyspace("one", 1);
            cluster.cql().createKeyspace("more", 3);
            UUID firstId = first.node().identity().hostId();
            UUID secondId = second.node().identity().hostId();

            membersAreTwo(cluster, first, Liveness.UP);
            assertThat(hosts(first.ring().ranges("more")))
                    .allSatisfy(hosts -> assertThat(hosts).containsExactlyInAnyOrder(firstId, secondId));
            assertThat(hosts(first.ring().ranges("one")))
                    .allSatisfy(hosts -> assertThat(hosts).hasSize(1));
            assertThat(first.ring().ranges("one"))
                    .extracting(ReplicatedRange::range)
                    .containsExactlyElementsOf(second.ring().ranges("one").stream()
                            .map(ReplicatedRange::range)
                            .toList());
            eachHoldsHalf(first, second);
            replicasAreWhereTheyAreExpected(first, "one", 1);
            replicasAreWhereTheyAreExpected(second, "more", 3);
            assertThat(hosts(first.ring().ranges("system"))).containsOnly(List.of(firstId));
            assertThat(hosts(second.ring().ranges("system"))).containsOnly(List.of(secondId));

            cluster.node(1).kill9();
            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .untilAsserted(() -> membersAreTwo(cluster, first, Liveness.DOWN));
            assertThat(hosts(first.ring().ranges("more")))
                    .allSatisfy(hosts -> assertThat(hosts).hasSize(2));
        }
    }

    @Test
    void reportsALeavingNode() {
        CassandraVersion version = CassandraVersion.selected();
        try (CassandraCluster cluster =
                        CassandraCluster.builder(version).name("leave").nodes(2).start();
                CassandraDoor door = new CassandraDoor(Doors.settings(cluster.node()))) {
            assertThat(movementsWhileLeaving(cluster, door)).contains(Movement.LEAVING);
            assertThat(door.ring().members())
                    .extracting(RingMember::address)
                    .containsExactly(cluster.node().address());
        }
    }

    private static void membersAreTwo(CassandraCluster cluster, CassandraDoor door, Liveness second) {
        assertThat(door.ring().members())
                .extracting(RingMember::address, RingMember::port, RingMember::liveness, RingMember::movement)
                .containsExactlyInAnyOrder(
                        tuple(cluster.node(0).address(), 7000, Liveness.UP, Movement.NORMAL),
                        tuple(cluster.node(1).address(), 7000, second, Movement.NORMAL));
        assertThat(door.ring().members()).extracting(RingMember::datacenter).containsOnly("datacenter1");
    }

    private static void replicasAreWhereTheyAreExpected(CassandraDoor door, String keyspace, int replicas) {
        Map<String, RingMember> members = door.ring().members().stream()
                .collect(Collectors.toMap(member -> member.hostId().toString(), Function.identity()));
        Map<RingNode, List<Long>> tokens = door.ring().tokens().stream()
                .collect(Collectors.toMap(
                        node -> new RingNode(
                                node.hostId(),
                                members.get(node.hostId()).datacenter(),
                                members.get(node.hostId()).rack()),
                        node -> node.tokens().stream().map(Long::valueOf).toList()));
        PlacedRing placed = PlacedRing.of(TokenRing.of(tokens), new SimplePlacement(replicas));

        assertThat(door.ring().ranges(keyspace))
                .hasSizeGreaterThanOrEqualTo(placed.ring().size())
                .allSatisfy(range -> assertThat(placed.replicasOf(range.range().right()).stream()
                                .map(RingNode::id))
                        .containsExactlyInAnyOrderElementsOf(range.replicas().stream()
                                .map(replica -> replica.hostId().toString())
                                .toList()));
    }

    private static void eachHoldsHalf(CassandraDoor first, CassandraDoor second) {
        List<TokenRange> ofFirst = first.ring().localRanges("one");
        List<TokenRange> ofSecond = second.ring().localRanges("one");
        for (long token = Long.MIN_VALUE + 1; token < Long.MAX_VALUE - (1L << 58); token += 1L << 58) {
            long probe = token;
            assertThat(ofFirst.stream().anyMatch(range -> range.contains(probe)))
                    .as("token " + token)
                    .isNotEqualTo(ofSecond.stream().anyMatch(range -> range.contains(probe)));
        }
        for (long token : first.node().identity().tokens()) {
            assertThat(ofFirst).anyMatch(range -> range.contains(token));
        }
    }

    private static Set<Movement> movementsWhileLeaving(CassandraCluster cluster, CassandraDoor door) {
        CassandraNode leaving = cluster.node(1);
        Set<Movement> seen = EnumSet.noneOf(Movement.class);
        CompletableFuture<Void> left = CompletableFuture.runAsync(
                () -> leaving.nodetool("decommission", "--force").orThrow());
        Awaitility.await()
                .atMost(Duration.ofMinutes(2))
                .pollInterval(Duration.ofMillis(100))
                .until(() -> {
                    door.ring().members().stream()
                            .filter(member -> member.address().equals(leaving.address()))
                            .forEach(member -> seen.add(member.movement()));
                    return left.isDone();
                });
        left.join();
        return seen;
    }

    private static List<List<UUID>> hosts(List<ReplicatedRange> ranges) {
        assertThat(ranges).isNotEmpty();
        return ranges.stream()
                .map(range -> range.replicas().stream().map(RingMember::hostId).toList())
                .toList();
    }
}
