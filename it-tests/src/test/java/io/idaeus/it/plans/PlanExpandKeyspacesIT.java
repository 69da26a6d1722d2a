/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.plans;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import io.idaeus.api.Finding;
import io.idaeus.api.plan.JoinDelays;
import io.idaeus.api.plan.Plan;
import io.idaeus.api.plan.PlanKeyspace;
import io.idaeus.api.plan.PlanKeyspace.Treatment;
import io.idaeus.api.plan.PlanRequest;
import io.idaeus.api.plan.PlanState;
import io.idaeus.api.plan.PlanStep;
import io.idaeus.it.harness.cassandra.CassandraCluster;
import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.it.harness.cassandra.CassandraVersion;
import io.idaeus.it.harness.cassandra.CqlClient;
import io.idaeus.it.harness.rows.PayloadTable;
import io.idaeus.it.harness.rows.QuorumJournal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The treatment of keyspaces of each kind while a node joins, and the choices of operators. */
@Tag("clusters")
@Timeout(900)
class PlanExpandKeyspacesIT {
    private static final int ROWS = 200;
    private static final int TOKENS = 8;

    private static final PayloadTable INDEXED = table("indexed");
    private static final PayloadTable COUNTED = table("counted");
    private static final PayloadTable TRANSACTIONAL = table("transactional");
    private static final PayloadTable SIMPLE = table("simple");
    private static final PayloadTable VIEWED = table("viewed");
    private static final PayloadTable VIEW = new PayloadTable("viewed", "again", ROWS, 100);
    private static final PayloadTable CAPTURED = table("captured");
    /** On more replicas than there are nodes. */
    private static final PayloadTable EVERYWHERE = table("everywhere");

    private static final Set<String> FILLED = Set.of("indexed", "counted", "transactional", "simple", "journaled");
    private static final Set<String> STREAMED = Set.of("viewed", "captured", "everywhere");

    private static final PayloadTable JOURNAL = new PayloadTable("journaled", "rows", 0, 100);

    private static PayloadTable table(String keyspace) {
        return new PayloadTable(keyspace, "rows", ROWS, 100);
    }

    /** Its sidecar starts its Cassandra, so there is nothing to do by hand. */
    @Test
    void aNodeInARackOfItsOwnHasEveryRowThatWasMovedOrStreamed() {
        CassandraVersion version = CassandraVersion.selected();
        try (DeadRing ring = ring(version)) {
            List<CassandraNode> old = ring.cluster().nodes();
            CassandraNode node =
                    ring.cluster().addNodeInRack("r2", ring.cluster().node());
            try (NewHosts hosts = NewHosts.of(ring, List.of(node))) {
                String sidecar = hosts.sidecar(0).restUri().toString();
                List<String> tokens = tokens();
                PlanRequest request = hosts.request(asked -> asked.racks(Map.of(sidecar, "r2"))
                        .tokens(Map.of(sidecar, tokens))
                        .joinDelays(JoinDelays.SHORT));
                PlanDriver.drafted(
                        ring.plans(),
                        request,
                        plan -> plan.refused() && codes(plan).contains("NEW_RACK"));
                Plan plan = PlanDriver.drafted(
                        ring.plans(),
                        request.toBuilder()
                                .accept(List.of("NEW_RACK", "IMBALANCE"))
                                .build(),
                        drafted -> !drafted.refused());

                assertThat(treatments(plan, Treatment.FILL)).isEqualTo(FILLED);
                assertThat(treatments(plan, Treatment.STREAM)).containsAll(STREAMED);
                assertThat(codes(plan)).contains("LONG_DELAYS", "STREAMED_BY_CASSANDRA");
                QuorumJournal journal = QuorumJournal.start(
                        JOURNAL, old.get(0).cql(), old.get(1).cql(), 0);
                Plan ended;
                try (journal) {
                    hosts.approve(plan);
                    ended = hosts.driveToEnd();
                }
                assertThat(ended.state()).as(PlanDriver.brief(ended)).isEqualTo(PlanState.COMPLETED);
                assertThat(journal.missing()).isEmpty();
                assertThat(journal.during(Instant.MIN, Instant.MAX).failed())
                        .as(journal.summary())
                        .isZero();
                assertThat(node.cql().execute("SELECT tokens FROM system.local").stream()
                                .flatMap(row -> row.getSet("tokens", String.class).stream()))
                        .containsExactlyInAnyOrderElementsOf(tokens);
                requireTransactionsAgree(ring.cluster().cql());
                requireComplete(node, old, journal.acknowledgedBefore(joined(ended)));
            }
        }
    }

    private static DeadRing ring(CassandraVersion version) {
        DeadRing.Builder builder = DeadRing.of(version, "grow-keyspaces")
                .cluster(nodes -> nodes.racks("r1", "r1", "r1")
                        .numTokens(TOKENS)
                        .yaml(
                                version == CassandraVersion.V4_0
                                        ? "enable_materialized_views"
                                        : "materialized_views_enabled",
                                true)
                        .yaml("cdc_enabled", true))
                .lifecycle()
                .data(all -> all.cql()
                        .execute("CREATE KEYSPACE simple WITH replication ="
                                + " {'class': 'SimpleStrategy', 'replication_factor': 2}"))
                .data(PlanExpandKeyspacesIT::count);
        List.of(INDEXED, TRANSACTIONAL, SIMPLE, VIEWED, CAPTURED, JOURNAL).forEach(table -> builder.table(table, 3));
        return builder.data(PlanExpandKeyspacesIT::make).startAlive();
    }

    private static void count(CassandraCluster all) {
        all.cql()
                .execute("CREATE KEYSPACE counted WITH replication ="
                        + " {'class': 'NetworkTopologyStrategy', 'datacenter1': 3}");
        all.cql().execute("CREATE TABLE counted.rows (id bigint PRIMARY KEY, n counter)");
        // On a busy machine the others take longer to hear of it than the driver waits for them.
        DeadRing.await("every node has the table", Duration.ofMinutes(1), () -> all.nodes().stream()
                .allMatch(PlanExpandKeyspacesIT::hasCounters));
        // Not repeated where one times out: it may have counted.
        LongStream.range(0, ROWS)
                .forEach(id -> all.cql().execute("UPDATE counted.rows SET n = n + " + (id + 1) + " WHERE id = " + id));
    }

    private static boolean hasCounters(CassandraNode node) {
        return !node.cql()
                .execute("SELECT table_name FROM system_schema.tables WHERE keyspace_name = 'counted'")
                .isEmpty();
    }

    private static void make(CassandraCluster all) {
        CqlClient cql = all.cql();
        cql.execute("CREATE INDEX ON indexed.rows (payload)");
        cql.execute("CREATE MATERIALIZED VIEW viewed.again AS SELECT * FROM viewed.rows"
                + " WHERE id IS NOT NULL AND payload IS NOT NULL PRIMARY KEY (id, payload)");
        cql.execute("ALTER TABLE captured.rows WITH cdc = true");
        cql.execute("CREATE KEYSPACE everywhere WITH replication ="
                + " {'class': 'NetworkTopologyStrategy', 'datacenter1': 4}");
        EVERYWHERE.create(cql);
        DeadRing.patiently(
                () -> EVERYWHERE.insert(cql, LongStream.range(0, EVERYWHERE.rows()), ConsistencyLevel.THREE));
        LongStream.range(0, 10)
                .forEach(id -> DeadRing.patiently(() -> cql.execute(
                        "UPDATE transactional.rows SET payload = 0x01 WHERE id = %d IF EXISTS".formatted(id))));
    }

    private static List<String> tokens() {
        return IntStream.range(0, TOKENS)
                .mapToObj(i -> BigInteger.valueOf(Long.MIN_VALUE)
                        .add(BigInteger.ONE
                                .shiftLeft(64)
                                .multiply(BigInteger.valueOf(2L * i + 1))
                                .divide(BigInteger.valueOf(2L * TOKENS)))
                        .add(BigInteger.valueOf(12_345))
                        .toString())
                .toList();
    }

    private static Set<String> codes(Plan plan) {
        return plan.findings().stream().map(Finding::code).collect(Collectors.toSet());
    }

    private static Set<String> treatments(Plan plan, Treatment treatment) {
        return plan.keyspaces().stream()
                .filter(keyspace -> keyspace.treatment() == treatment)
                .map(PlanKeyspace::keyspace)
                .collect(Collectors.toSet());
    }

    // The result of a transaction before the node joined holds afterwards.
    private static void requireTransactionsAgree(CqlClient cql) {
        for (long id = 0; id < 10; id++) {
            assertThat(cql.execute("UPDATE transactional.rows SET payload = 0x02 WHERE id = %d IF payload = 0x01"
                                    .formatted(id))
                            .get(0)
                            .getBoolean("[applied]"))
                    .isTrue();
        }
    }

    // While it restarts afterwards it may miss writes, which others then have.
    private static Instant joined(Plan plan) {
        return plan.steps().stream()
                .filter(step -> step.kind() == PlanStep.Kind.JOIN)
                .map(step -> Objects.requireNonNull(step.startedAt()))
                .findFirst()
                .orElseThrow();
    }

    private static void requireComplete(CassandraNode node, List<CassandraNode> old, List<Long> journal) {
        Map<PayloadTable, OwnedRows> owned = new TreeMap<>(Comparator.comparing(PayloadTable::name));
        for (PayloadTable table :
                List.of(INDEXED, COUNTED, TRANSACTIONAL, SIMPLE, VIEWED, VIEW, CAPTURED, EVERYWHERE, JOURNAL)) {
            owned.put(table, OwnedRows.of(node, table.keyspace()));
        }
        old.stream().filter(each -> each != node).forEach(CassandraNode::stop);
        Set<Long> all = LongStream.range(0, ROWS).boxed().collect(Collectors.toCollection(TreeSet::new));
        owned.forEach((table, ranges) -> assertThat(ranges.ids(node.cql(), table, ConsistencyLevel.ONE))
                .as(table.name())
                .isNotEmpty()
                .containsAll(ranges.among(table.equals(JOURNAL) ? journal : all)));
        // The only node of its rack replicates everything.
        assertThat(owned.get(COUNTED).among(all)).isEqualTo(all);
        for (long id : all) {
            assertThat(one(node, "SELECT n FROM counted.rows WHERE id = " + id).getLong("n"))
                    .isEqualTo(id + 1);
        }
        assertThat(node.cql()
                        .session()
                        .execute(SimpleStatement.newInstance(
                                        "SELECT id FROM indexed.rows WHERE payload = ?", INDEXED.payload(7))
                                .setConsistencyLevel(ConsistencyLevel.ONE))
                        .map(row -> row.getLong("id")))
                .containsExactly(7L);
    }

    private static Row one(CassandraNode node, String query) {
        return node.cql()
                .session()
                .execute(SimpleStatement.newInstance(query).setConsistencyLevel(ConsistencyLevel.ONE))
                .one();
    }
}
