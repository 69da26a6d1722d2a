/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.attempt;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.cluster.Cluster;
import io.idaeus.api.cluster.ClusterNode;
import io.idaeus.api.node.Replica;
import io.idaeus.api.node.RingRange;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RingLooksTest {
    private static final ClusterNode FIRST = node("a", "UP", "NORMAL");
    private static final ClusterNode SECOND = node("b", "UP", "NORMAL");

    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private final RingLooks looks = new RingLooks(() -> now);
    private int read;

    private static ClusterNode node(String name, String liveness, String movement) {
        return new ClusterNode(name, "10.0.0." + name, "dc1", "r1", liveness, movement, 1, null);
    }

    private static Cluster view(String schema, ClusterNode... nodes) {
        return new Cluster("c", "a", "5.0.9", List.of(nodes), Map.of(schema, List.of()), Map.of(), null, 2000, 0);
    }

    private static Replica replica(String name) {
        return new Replica(name, "10.0.0." + name, "dc1", "r1", "UP NORMAL");
    }

    private List<RingRange> ring(String keyspace) {
        read++;
        return List.of(
                new RingRange("1:2", List.of(replica("a"), replica("b")), false),
                new RingRange("2:1", List.of(replica("a")), false));
    }

    private List<String> rangesOfSecond(Cluster view) {
        return looks.ranges(view, "shop", "b", this::ring);
    }

    @Test
    void theRingIsReadOnceForAMinuteWhoeverIsDown() {
        assertThat(rangesOfSecond(view("s", FIRST, SECOND))).containsExactly("1:2");
        assertThat(rangesOfSecond(view("s", node("b", "DOWN", "NORMAL"), FIRST)))
                .containsExactly("1:2");
        assertThat(read).isEqualTo(1);

        now = now.plus(Duration.ofMinutes(1)).plusMillis(1);
        rangesOfSecond(view("s", FIRST, SECOND));
        assertThat(read).isEqualTo(2);
    }

    @Test
    void aNodeThatMovesOrLeavesAndAnotherSchemaAreSeenAtOnce() {
        rangesOfSecond(view("s", FIRST, SECOND));
        rangesOfSecond(view("s", FIRST, node("b", "UP", "MOVING")));
        assertThat(read).isEqualTo(2);
        rangesOfSecond(view("s", FIRST, SECOND));
        assertThat(read).isEqualTo(3);
        rangesOfSecond(view("s", FIRST));
        assertThat(read).isEqualTo(4);
        rangesOfSecond(view("t", FIRST));
        assertThat(read).isEqualTo(5);
    }

    @Test
    void replicasAreThoseOfTheDestinationsRanges() {
        Cluster view = view("s", FIRST, SECOND);
        assertThat(looks.replicas(view, "shop", "http://d:1", List.of("2:1"), this::ring))
                .isEqualTo(Map.of("a", "10.0.0.a"));
        assertThat(looks.replicas(view, "shop", "http://e:1", List.of("1:2"), this::ring))
                .containsOnlyKeys("a", "b");
        looks.replicas(view, "shop", "http://d:1", List.of("2:1"), this::ring);
        assertThat(read).isEqualTo(2);
    }

    @Test
    void replicasOfAPartOfARangeAreThoseOfTheRange() {
        assertThat(looks.replicas(view("s", FIRST, SECOND), "shop", "http://d:1", List.of("5:9"), this::ring))
                .containsOnlyKeys("a");
    }
}
