/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.harness;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.cql.Row;
import io.idaeus.it.harness.cassandra.CassandraCluster;
import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.it.harness.cassandra.CassandraVersion;
import io.idaeus.it.harness.cassandra.NodeJmx;
import io.idaeus.it.harness.cassandra.NodeStart;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A node that is added to a running cluster, and whose starts differ. */
@Tag("versions")
class AddedNodeIT {
    private static final String LEFTOVER = "-Dcassandra.replace_address=127.0.0.1";

    @Test
    void staysOutOfTheRingUntilItIsStartedToJoin() throws Exception {
        try (CassandraCluster cluster = CassandraCluster.builder(CassandraVersion.selected())
                .name("added")
                .racks("left")
                // A node that bootstraps gives up where it has not heard from a seed by then, on a busy machine.
                .jvmOptions("-Dcassandra.ring_delay_ms=5000")
                .start()) {
            CassandraNode added = cluster.addNode(cluster.node());
            assertThat(cluster.nodes()).containsExactly(cluster.node(), added);

            added.start(NodeStart.withoutJoining());
            assertThat(added.jmx().operationMode()).isEqualTo("STARTING");
            assertThat(options(added)).contains("-Dcassandra.join_ring=false");
            assertThat(peers(cluster)).isEmpty();

            awaitTheSeedAt(added);
            added.stop();
            awaitForgotten(cluster.node(), added);
            added.start(NodeStart.plain());
            assertThat(added.jmx().operationMode()).isEqualTo("NORMAL");
            assertThat(options(added)).doesNotContain("-Dcassandra.join_ring=false");
            // The first node hears of it by gossip.
            Awaitility.await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> assertThat(peers(cluster))
                    .containsExactly(added.address() + " left"));
            assertThat(added.log()).contains("Bootstrap completed").doesNotContain("Not joining ring");

            added.stop();
            added.launch(NodeStart.plain().property("cassandra.replace_address", "127.0.0.1"));
            assertThat(added.endsWithin(Duration.ofMinutes(1))).isTrue();
            assertThat(added.log()).contains(LEFTOVER, "already bootstrapped");
        }
    }

    // The seed forgets a node that has not joined after a silence of ring_delay_ms, and does not gossip to it during
    // the
    // next 2 * ring_delay_ms. A node that starts meanwhile hears from the seed only if it asks, which it does if it
    // knows the seed from an earlier start.
    private static void awaitTheSeedAt(CassandraNode added) {
        Awaitility.await("the added node remembers the seed")
                .atMost(Duration.ofSeconds(30))
                .until(() ->
                        !added.cql().execute("SELECT peer FROM system.peers").isEmpty());
    }

    // Before, a node that joins is taken for another one at the same address.
    private static void awaitForgotten(CassandraNode seed, CassandraNode added) {
        Awaitility.await("the seed has forgotten the added node")
                .atMost(Duration.ofMinutes(1))
                .until(() -> !known(seed).contains(added.address()));
    }

    private static List<Object> known(CassandraNode node) throws IOException {
        List<Object> known = new ArrayList<>();
        for (String attribute : List.of("LiveNodes", "UnreachableNodes")) {
            known.addAll((List<?>) Objects.requireNonNull(node.jmx().attribute(NodeJmx.STORAGE, attribute)));
        }
        return known;
    }

    private static List<String> options(CassandraNode node) throws Exception {
        return List.of((String[]) node.jmx().attribute("java.lang:type=Runtime", "InputArguments"));
    }

    private static List<String> peers(CassandraCluster cluster) {
        return cluster.cql().execute("SELECT peer, rack FROM system.peers WHERE rack = 'left' ALLOW FILTERING").stream()
                .map(AddedNodeIT::describe)
                .toList();
    }

    private static String describe(Row row) {
        return Objects.requireNonNull(row.getInetAddress("peer")).getHostAddress() + " " + row.getString("rack");
    }
}
