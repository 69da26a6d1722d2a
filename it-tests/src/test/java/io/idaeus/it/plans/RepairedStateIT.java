/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.plans;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import io.idaeus.api.plan.PlanState;
import io.idaeus.api.plan.PlanWay;
import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.it.harness.cassandra.CassandraVersion;
import io.idaeus.it.harness.rows.PayloadTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import javax.management.InstanceNotFoundException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A table that was repaired incrementally is still repaired when a plan has filled a node. */
@Tag("plans")
@Timeout(600)
class RepairedStateIT {
    private static final PayloadTable TABLE = new PayloadTable("shop", "users", 20_000, 500);
    private static final int NEW = 200;
    private static final String METRICS = "org.apache.cassandra.metrics:type=";

    @ParameterizedTest
    @EnumSource(names = {"DIRECT", "BOOTSTRAP"})
    void theFirstRepairStreamsNothingThatWasRepaired(PlanWay way) {
        try (DeadRing ring = DeadRing.of(CassandraVersion.selected(), "repaired")
                .quickDeaths()
                .cluster(nodes -> nodes.racks("r1", "r2", "r3", "r3"))
                .table(TABLE, 3)
                .data(all -> {
                    all.nodes().forEach(node -> node.flush("shop", "users"));
                    all.node(0).nodetool("repair", "shop", "users").orThrow();
                    all.nodes().forEach(RepairedStateIT::awaitRepaired);
                    DeadRing.patiently(() -> TABLE.insert(
                            all.cql(), LongStream.range(TABLE.rows(), TABLE.rows() + NEW), ConsistencyLevel.ALL));
                })
                .start()) {
            PlanDriver driver = ring.replacement().asking(request -> request.way(way));
            driver.approve();
            assertThat(driver.driveToEnd().state()).isEqualTo(PlanState.COMPLETED);
            CassandraNode joined = driver.node();
            long repaired = bytes(joined, "BytesRepaired");
            long unrepaired = bytes(joined, "BytesUnrepaired");
            List<CassandraNode> nodes = new ArrayList<>(ring.live());
            nodes.add(joined);
            long before = streamed(nodes);

            ring.live().get(0).nodetool("repair", "shop", "users").orThrow();

            long streamed = streamed(nodes) - before;
            assertThat(repaired).as("beside %d unrepaired", unrepaired).isGreaterThan(10 * unrepaired);
            assertThat(streamed).as("bytes that the repair streamed").isLessThan(repaired / 10);
        }
    }

    // The state becomes final in the background, when Cassandra looks for compactions.
    private static void awaitRepaired(CassandraNode node) {
        Awaitility.await(node.address() + " has nothing pending")
                .atMost(Duration.ofMinutes(2))
                .pollInterval(Duration.ofSeconds(1))
                .until(() -> {
                    node.nodetool("enableautocompaction", "shop").orThrow();
                    return bytes(node, "BytesPendingRepair") == 0 && bytes(node, "BytesRepaired") > 0;
                });
    }

    private static long bytes(CassandraNode node, String name) {
        return metric(node, "Table,keyspace=shop,scope=users,name=" + name, "Value");
    }

    private static long streamed(List<CassandraNode> nodes) {
        return nodes.stream()
                .mapToLong(node -> metric(node, "Streaming,name=TotalOutgoingRepairBytes", "Count"))
                .sum();
    }

    private static long metric(CassandraNode node, String name, String attribute) {
        try {
            return ((Number) node.jmx().attribute(METRICS + name, attribute)).longValue();
        } catch (IOException e) {
            if (e.getCause() instanceof InstanceNotFoundException) {
                // A node that has streamed nothing has none.
                return 0;
            }
            throw new UncheckedIOException(e);
        }
    }
}
