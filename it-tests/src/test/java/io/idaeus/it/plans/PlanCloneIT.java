/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.plans;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import io.idaeus.api.comparison.Comparison;
import io.idaeus.api.comparison.ComparisonResult;
import io.idaeus.api.plan.Plan;
import io.idaeus.api.plan.PlanKind;
import io.idaeus.api.plan.PlanRequest;
import io.idaeus.api.plan.PlanState;
import io.idaeus.api.plan.PlanStep;
import io.idaeus.api.transfer.TransferSstable;
import io.idaeus.client.PlansClient;
import io.idaeus.client.SidecarClient;
import io.idaeus.it.harness.cassandra.CassandraCluster;
import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.it.harness.cassandra.CassandraVersion;
import io.idaeus.it.harness.rows.PayloadTable;
import io.idaeus.it.harness.sidecar.SidecarProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tables of a cluster of 4.1, cloned by plans into one of the version under test, which has other tokens. */
@Tag("clusters")
@Timeout(900)
class PlanCloneIT {
    private static final int ROWS = 1_000;
    private static final int MISSING = 20;
    private static final int DELETED = 30;
    private static final Map<String, String> STRATEGIES = Map.of(
            "tiered", "SizeTieredCompactionStrategy",
            "leveled", "LeveledCompactionStrategy",
            "windows", "TimeWindowCompactionStrategy");

    private static CassandraVersion source() {
        return CassandraVersion.selected() == CassandraVersion.V4_0 ? CassandraVersion.V4_0 : CassandraVersion.V4_1;
    }

    /**
     * One replica lacks rows that a quorum has acknowledged, and rows were deleted.
     *
     * @param nodes of the cluster that is cloned into
     */
    @ParameterizedTest
    @CsvSource({"2, 2", "4, 3"})
    void eachReplicaHasAllThatWasAcknowledged(int nodes, int replicas) {
        List<CassandraCluster> clusters = CassandraCluster.startTogether(
                CassandraCluster.builder(source()).name("there").nodes(3).yaml("dynamic_snitch", false),
                CassandraCluster.builder(CassandraVersion.selected())
                        .name("here")
                        .datacenters(
                                IntStream.range(0, nodes).mapToObj(i -> "dc9").toArray(String[]::new))
                        // Otherwise a coordinator at ONE may ask a faster replica than itself.
                        .yaml("dynamic_snitch", false));
        List<SidecarProcess> sidecars = new ArrayList<>();
        try {
            CassandraCluster there = clusters.get(0);
            CassandraCluster here = clusters.get(1);
            fill(there);
            String[] sources =
                    there.nodes().stream().map(CassandraNode::address).toArray(String[]::new);
            there.nodes()
                    .forEach(node -> sidecars.add(SidecarProcess.beside(node)
                            .set("cassandra.rows.read", "true")
                            .build()));
            here.nodes()
                    .forEach(node -> sidecars.add(SidecarProcess.beside(node)
                            .set("cassandra.clones.accept", "true")
                            .set("cassandra.rows.read", "true")
                            .allowPeers(sources)
                            .build()));
            SidecarProcess.startTogether(sidecars.toArray(SidecarProcess[]::new));

            Plan ended = cloned(
                    SidecarClient.of(sidecars.get(3).restUri()).plans(),
                    sidecars.get(0).restUri().toString(),
                    replicas);

            System.out.println(told(ended));
            assertThat(ended.state()).as("%s", ended).isEqualTo(PlanState.COMPLETED);
            assertThat(ended.due())
                    .noneMatch(due -> due.what().startsWith("Repair")
                            || due.what().startsWith("Look at")
                            || due.what().startsWith("Compare"));
            if (nodes == replicas) {
                assertWhole(ended, sidecars.subList(3, sidecars.size()));
            }
            assertCompared(sidecars.get(3), ended);
            assertCloned(here);
        } finally {
            sidecars.forEach(SidecarProcess::close);
            clusters.forEach(CassandraCluster::close);
        }
    }

    /** Every node gets all: from two of the three sources, and nothing is cut. */
    private static void assertWhole(Plan ended, List<SidecarProcess> here) {
        assertThat(ended.destinations())
                .allSatisfy(destination -> assertThat(destination.sources()).hasSize(2));
        for (SidecarProcess sidecar : here) {
            SidecarClient client = SidecarClient.of(sidecar.restUri());
            List<TransferSstable> moved = client.allTransfers(null)
                    .flatMap(transfer -> client.allTransferSstables(transfer.id()))
                    .toList();
            assertThat(moved).isNotEmpty().allSatisfy(sstable -> assertThat(sstable.part())
                    .isEqualTo(TransferSstable.Part.WHOLE));
        }
    }

    private static PayloadTable payload(String table) {
        return new PayloadTable("shop", table, ROWS, 200);
    }

    private static void fill(CassandraCluster ring) {
        List<CassandraNode> nodes = ring.nodes();
        schema(nodes.get(0));
        STRATEGIES.keySet().forEach(table -> {
            DeadRing.patiently(
                    () -> payload(table).insert(ring.cql(), LongStream.range(0, ROWS), ConsistencyLevel.ALL));
            nodes.forEach(node -> node.flush("shop", table));
        });
        Absence.of(nodes.get(2), nodes, () -> STRATEGIES
                .keySet()
                .forEach(table -> DeadRing.patiently(() -> {
                    payload(table).insert(nodes.get(0).cql(), missing(), ConsistencyLevel.QUORUM);
                    LongStream.range(0, DELETED).forEach(id -> nodes.get(0)
                            .cql()
                            .session()
                            .execute(SimpleStatement.newInstance("DELETE FROM shop." + table + " WHERE id = ?", id)
                                    .setConsistencyLevel(ConsistencyLevel.QUORUM)));
                })));
        nodes.get(0).cql().execute("UPDATE shop.hits SET number = number + 7 WHERE page = 'a'");
        nodes.get(0)
                .cql()
                .execute("INSERT INTO shop.kinds (id, place, kept, again) VALUES (1, {street: 's', zip: 2}, 3, 4)");
    }

    private static void schema(CassandraNode node) {
        node.cql()
                .execute(
                        "CREATE KEYSPACE shop WITH replication = {'class': 'NetworkTopologyStrategy', 'datacenter1': 3}");
        STRATEGIES.forEach((table, strategy) -> {
            payload(table).create(node.cql());
            node.cql()
                    .execute("ALTER TABLE shop." + table + " WITH read_repair = 'NONE' AND comment = 'a;b''c' AND"
                            + " compaction = {'class': '" + strategy + "'}");
        });
        for (String statement : List.of(
                "CREATE TYPE shop.place (street text, zip int)",
                "CREATE TABLE shop.hits (page text PRIMARY KEY, number counter)",
                "CREATE TABLE shop.kinds (id int PRIMARY KEY, place frozen<place>, \"Gone\" text, kept int, again int)",
                "INSERT INTO shop.kinds (id, \"Gone\", again) VALUES (1, 'gone', 9)",
                "ALTER TABLE shop.kinds DROP \"Gone\"",
                "ALTER TABLE shop.kinds DROP again",
                "ALTER TABLE shop.kinds ADD again int",
                "CREATE INDEX by_kept ON shop.kinds (kept)")) {
            node.cql().execute(statement);
        }
    }

    private static LongStream missing() {
        return LongStream.range(ROWS, ROWS + MISSING);
    }

    private static Plan cloned(PlansClient plans, String from, int replicas) {
        return PlanDriver.carriedOut(
                plans,
                PlanRequest.builder(PlanKind.CLONE)
                        .from(from)
                        .tables(List.of("shop.*"))
                        .writes(Map.of("*", "QUORUM"))
                        .replication(Map.of("shop", Map.of("dc9", replicas)))
                        .compare(true)
                        .build(),
                Duration.ofMinutes(8));
    }

    private static String told(Plan plan) {
        return plan.steps().stream()
                .map(step -> step.kind() + " " + step.state() + " " + step.detail()
                        + (step.state() == PlanStep.State.WAITING ? " " + step.waiting() : ""))
                .collect(Collectors.joining("; "));
    }

    private static void assertCloned(CassandraCluster ring) {
        Set<Long> expected = Stream.concat(
                        LongStream.range(DELETED, ROWS).boxed(), missing().boxed())
                .collect(Collectors.toCollection(TreeSet::new));
        for (CassandraNode node : ring.nodes()) {
            for (String table : STRATEGIES.keySet()) {
                assertThat(autoCompactionDisabled(node, table)).as(table).isFalse();
            }
        }
        Row kinds = ring.cql().execute("SELECT * FROM shop.kinds WHERE id = 1").get(0);
        assertThat(kinds.getColumnDefinitions().contains("\"Gone\"")).isFalse();
        assertThat(kinds.getInt("again")).isEqualTo(4);
        assertThat(ring.cql().execute("SELECT * FROM system_schema.dropped_columns WHERE keyspace_name = 'shop'"))
                .extracting(row -> row.getString("column_name"))
                .containsExactlyInAnyOrder("Gone", "again");
        assertThat(ring.cql().execute("SELECT index_name FROM system_schema.indexes WHERE keyspace_name = 'shop'"))
                .extracting(row -> row.getString("index_name"))
                .containsExactly("by_kept");
        assertThat(ring.cql().execute("SELECT number FROM shop.hits WHERE page = 'a'"))
                .extracting(row -> row.getLong("number"))
                .containsExactly(7L);
        // At ONE a coordinator asks itself for the ranges that it has.
        for (CassandraNode coordinator : ring.nodes()) {
            for (String table : STRATEGIES.keySet()) {
                assertThat(ids(coordinator, table, ConsistencyLevel.ONE))
                        .as("%s at %s", table, coordinator.address())
                        .isEqualTo(expected);
            }
        }
    }

    /** The tables repair nothing that is read. */
    private static void assertCompared(SidecarProcess coordinator, Plan plan) {
        PlanStep step = plan.steps().get(plan.steps().size() - 1);
        assertThat(step.kind()).isEqualTo(PlanStep.Kind.COMPARE);
        Comparison comparison =
                SidecarClient.of(coordinator.restUri()).comparisons().get(String.valueOf(step.comparison()));
        assertThat(comparison.result()).as("%s", comparison).isEqualTo(ComparisonResult.SAME);
        assertThat(comparison.request().asOf()).isNotNull();
        assertThat(comparison.rowsHere()).isGreaterThanOrEqualTo(3L * (ROWS - DELETED + MISSING));
    }

    private static boolean autoCompactionDisabled(CassandraNode node, String table) {
        return node.nodetool("statusautocompaction", "shop", table).stdout().contains("not running");
    }

    private static Set<Long> ids(CassandraNode node, String table, ConsistencyLevel level) {
        Set<Long> found = new TreeSet<>();
        node.cql()
                .session()
                .execute(SimpleStatement.newInstance("SELECT id FROM shop." + table)
                        .setConsistencyLevel(level)
                        .setTimeout(Duration.ofMinutes(1)))
                .forEach(row -> found.add(row.getLong("id")));
        return found;
    }
}
