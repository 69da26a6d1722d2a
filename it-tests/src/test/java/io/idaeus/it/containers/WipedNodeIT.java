/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.containers;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import io.idaeus.api.transfer.Transfer;
import io.idaeus.api.transfer.TransferRequest;
import io.idaeus.api.transfer.TransferRequest.PartialOverlapPolicy;
import io.idaeus.it.harness.cassandra.CqlClient;
import io.idaeus.it.harness.rows.ComparableRows;
import io.idaeus.it.harness.rows.PayloadTable;
import io.idaeus.it.plans.DeadRing;
import io.idaeus.testing.CassandraNodeContainer;
import io.idaeus.testing.SidecarContainer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.Network;
import org.testcontainers.lifecycle.Startables;

/** A ring of three nodes with vnodes and two replicas of each row. One node loses its data. */
@Tag("containers")
@ExtendWith(NeedsContainers.class)
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class WipedNodeIT {
    private static final PayloadTable TABLE = new PayloadTable("shop", "rows", 2_000, 1_000);
    private static final List<CassandraNodeContainer> NODES = new ArrayList<>();
    private static final List<SidecarContainer> SIDECARS = new ArrayList<>();
    private static Network network;

    @BeforeAll
    static void start() {
        network = Network.newNetwork();
        for (String name : List.of("node-1", "node-2", "node-3")) {
            CassandraNodeContainer node = CassandraNodeContainer.of("5.0", name)
                    .inCluster("ring", "node-1")
                    .withNetwork(network);
            NODES.add(node);
            SIDECARS.add(SidecarContainer.beside(node));
        }
        NODES.get(0).start();
        Startables.deepStart(SIDECARS).join();
    }

    @AfterAll
    static void stop() {
        List<GenericContainer<?>> all = new ArrayList<>(SIDECARS);
        all.addAll(NODES);
        all.forEach(GenericContainer::stop);
        if (network != null) {
            network.close();
        }
    }

    @Test
    void aWipedNodeIsRestoredFromTheOtherTwo() {
        CassandraNodeContainer wiped = NODES.get(2);
        awaitState("UN", 3);
        ComparableRows written = write();
        wipe(wiped);
        awaitState("UN", 3);

        TransferRequest fromBoth = Puller.request(
                List.of(SIDECARS.get(0), SIDECARS.get(1)), PartialOverlapPolicy.INCLUDE, null, TABLE.table());
        Transfer transfer = new Puller(SIDECARS.get(2)).run(fromBoth);
        assertThat(transfer.outcome()).as("%s", transfer).isEqualTo(Transfer.Outcome.COMPLETE);
        wiped.nodetool("cleanup", TABLE.keyspace());
        wiped.nodetool("verify", "--force", "--extended-verify", TABLE.keyspace(), TABLE.table());

        // With one other node down, only the wiped node can serve the rows that the two replicate.
        for (int away = 0; away < 2; away++) {
            SIDECARS.get(away).kill9();
            NODES.get(away).kill9();
            awaitState("DN", 1);
            try (CqlClient cql = CqlClient.connect(wiped.cql())) {
                assertThat(written.compareWith(ComparableRows.of(cql, TABLE.keyspace(), TABLE.table()))
                                .requireSame())
                        .as("without %s", NODES.get(away).name())
                        .isEqualTo(TABLE.rows());
            }
            NODES.get(away).startAgain();
            SIDECARS.get(away).startAgain();
            awaitState("UN", 3);
        }
    }

    private static ComparableRows write() {
        try (CqlClient cql = CqlClient.connect(NODES.get(0).cql())) {
            cql.createKeyspace(TABLE.keyspace(), 2);
            TABLE.create(cql);
            DeadRing.patiently(() -> TABLE.insert(cql, LongStream.range(0, TABLE.rows()), ConsistencyLevel.ALL));
            ComparableRows written =
                    ComparableRows.of(cql, TABLE.keyspace(), TABLE.table()).snapshot();
            NODES.forEach(node -> node.nodetool("flush"));
            return written;
        }
    }

    /** Keeps its schema and its place in the ring. */
    private static void wipe(CassandraNodeContainer node) {
        node.run("sh", "-c", "find /var/lib/cassandra/data/shop /var/lib/cassandra/commitlog -type f -delete");
        SIDECARS.get(NODES.indexOf(node)).kill9();
        node.kill9();
        node.startAgain();
        SIDECARS.get(NODES.indexOf(node)).startAgain();
        try (CqlClient cql = CqlClient.connect(node.cql())) {
            assertThat(cql.execute("SELECT table_name FROM system_schema.tables WHERE keyspace_name = 'shop'"))
                    .hasSize(1);
        }
        assertThat(node.run("sh", "-c", "ls /var/lib/cassandra/data/shop/rows-*"))
                .doesNotContain("Data.db");
    }

    /** Waits until the third node sees this many nodes up (UN) or down (DN). */
    private static void awaitState(String state, int count) {
        Awaitility.await(count + " nodes " + state)
                .atMost(Duration.ofMinutes(2))
                .pollInterval(Duration.ofSeconds(1))
                .until(() -> NODES.get(2)
                                .nodetool("status")
                                .lines()
                                .filter(line -> line.startsWith(state))
                                .count()
                        == count);
    }
}
