/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.plans;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import io.idaeus.api.TableRef;
import io.idaeus.api.plan.Plan;
import io.idaeus.api.plan.PlanKeyspace;
import io.idaeus.api.plan.PlanState;
import io.idaeus.api.transfer.Transfer;
import io.idaeus.client.SidecarClient;
import io.idaeus.it.harness.cassandra.CassandraCluster;
import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.it.harness.cassandra.CassandraVersion;
import io.idaeus.it.harness.cassandra.CqlClient;
import io.idaeus.it.harness.rows.PayloadTable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A keyspace with more tables than one transfer may have is brought by several, and no row of it is missed. */
@Tag("plans")
@Timeout(1800)
class ManyTablesIT {
    private static final String KEYSPACE = "many";
    private static final int TABLES = 1_100;
    private static final Duration LONGEST = Duration.ofMinutes(20);

    // Tables with rows: the first, the last, and neighbours, which the plan deals to different transfers.
    private static final int WRITTEN_EACH = 100;
    private static final int NEIGHBOURS = 3;

    // Every replica has the rows before. Each other one was missed by one live replica.
    private static final int EVERYWHERE = 10;
    private static final int MISSED_BY_FIRST = 10;
    private static final int MISSED_BY_SECOND = 11;
    private static final int ROWS = 12;

    @Test
    void everyRowOfElevenHundredTablesIsReadFromEveryPairOfReplicas() {
        try (DeadRing ring = DeadRing.of(CassandraVersion.selected(), "many")
                .cluster(nodes -> nodes.heapMiB(1024)
                        .numTokens(4)
                        .jvmOptions(
                                // Each change of the schema would write SSTables.
                                "-Dcassandra.test.flush_local_schema_changes=false",
                                // Until another schema is asked for.
                                "-Dcassandra.migration_delay_ms=1000"))
                .quickDeaths()
                .data(ManyTablesIT::create)
                .data(ManyTablesIT::write)
                .start()) {
            PlanDriver driver = ring.replacement();
            Plan plan = driver.planned();
            assertThat(many(plan)).satisfies(keyspace -> {
                assertThat(keyspace.treatment()).isEqualTo(PlanKeyspace.Treatment.FILL);
                assertThat(keyspace.copies()).isEqualTo(2);
                assertThat(keyspace.tables()).hasSize(TABLES);
            });
            driver.approve(plan);

            Plan ended = driver.driveToEnd(LONGEST);

            assertThat(ended.state()).as(PlanDriver.brief(ended)).isEqualTo(PlanState.COMPLETED);
            assertReadFromEveryPair(List.of(ring.live().get(0), ring.live().get(1), driver.node()));
            assertDealt(fills(ended, ring.client(driver.sidecar())));
        }
    }

    private static String table(int number) {
        return "t" + number;
    }

    private static List<PayloadTable> written() {
        return IntStream.range(0, TABLES)
                .filter(number -> number % WRITTEN_EACH < NEIGHBOURS || number == TABLES - 1)
                .mapToObj(number -> new PayloadTable(KEYSPACE, table(number), ROWS, 100))
                .toList();
    }

    // Alone: each change of a schema costs a node as much as the whole schema. The others then take it over at once.
    private static void create(CassandraCluster all) {
        CassandraNode first = all.node(0);
        Absence.of(all.node(1), List.of(first), () -> Absence.of(all.node(2), List.of(first), () -> create(first)));
        try (CqlClient cql = CqlClient.forSchema(first.address())) {
            DeadRing.await("the nodes agree on the schema", () -> agree(cql));
        }
    }

    private static void create(CassandraNode node) {
        try (CqlClient cql = CqlClient.forSchema(node.address())) {
            cql.createKeyspace(KEYSPACE, 3);
            for (int number = 0; number < TABLES; number++) {
                // A read would write what a replica lacks.
                cql.execute("CREATE TABLE %s.%s (id bigint PRIMARY KEY, payload blob) WITH read_repair = 'NONE'"
                        .formatted(KEYSPACE, table(number)));
            }
        }
    }

    private static boolean agree(CqlClient cql) {
        return Stream.of("system.local", "system.peers_v2")
                        .flatMap(seen -> cql.execute("SELECT schema_version FROM " + seen).stream())
                        .map(row -> row.getUuid("schema_version"))
                        .distinct()
                        .count()
                == 1;
    }

    private static void write(CassandraCluster all) {
        DeadRing.patiently(
                () -> insert(all.node(0), LongStream.range(0, EVERYWHERE).toArray(), ConsistencyLevel.ALL));
        miss(all, all.node(0), all.node(1), MISSED_BY_FIRST);
        miss(all, all.node(1), all.node(0), MISSED_BY_SECOND);
    }

    private static void miss(CassandraCluster all, CassandraNode node, CassandraNode writer, long id) {
        Absence.of(
                node,
                all.nodes(),
                () -> DeadRing.patiently(() -> insert(writer, new long[] {id}, ConsistencyLevel.TWO)));
    }

    private static void insert(CassandraNode coordinator, long[] ids, ConsistencyLevel level) {
        written().forEach(table -> table.insert(coordinator.cql(), LongStream.of(ids), level));
    }

    private static PlanKeyspace many(Plan plan) {
        return plan.keyspaces().stream()
                .filter(keyspace -> keyspace.keyspace().equals(KEYSPACE))
                .findFirst()
                .orElseThrow();
    }

    private static List<Transfer> fills(Plan ended, SidecarClient destination) {
        return Objects.requireNonNull(Step.FILL.of(ended).transfers()).stream()
                .map(destination::transfer)
                .filter(transfer ->
                        transfer.request().tables().get(0).keyspace().equals(KEYSPACE))
                .toList();
    }

    /** Each table is in one transfer, and each transfer brought rows. */
    private static void assertDealt(List<Transfer> fills) {
        Set<String> written = written().stream().map(PayloadTable::table).collect(Collectors.toSet());
        List<String> brought = new ArrayList<>();
        assertThat(fills).hasSizeGreaterThan(1).allSatisfy(fill -> {
            List<String> tables =
                    fill.request().tables().stream().map(TableRef::table).toList();
            brought.addAll(tables);
            assertThat(tables).containsAnyElementsOf(written);
            assertThat(fill.sstables().imported()).isPositive();
        });
        assertThat(brought)
                .doesNotHaveDuplicates()
                .hasSameElementsAs(
                        IntStream.range(0, TABLES).mapToObj(ManyTablesIT::table).toList());
    }

    private static void assertReadFromEveryPair(List<CassandraNode> nodes) {
        for (int absent = 0; absent < nodes.size(); absent++) {
            CassandraNode coordinator = nodes.get((absent + 1) % nodes.size());
            Absence.of(nodes.get(absent), nodes, () -> {
                Map<String, Set<Long>> missed = missedAtQuorum(coordinator);
                assertThat(missed)
                        .as("rows of tables, missed by %s and one other", coordinator.name())
                        .isEmpty();
            });
        }
    }

    private static Map<String, Set<Long>> missedAtQuorum(CassandraNode coordinator) {
        return written().stream()
                .collect(Collectors.toMap(PayloadTable::table, table -> missedAtQuorum(coordinator, table)))
                .entrySet()
                .stream()
                .filter(table -> !table.getValue().isEmpty())
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    private static Set<Long> missedAtQuorum(CassandraNode coordinator, PayloadTable table) {
        Set<Long> missed = LongStream.range(0, ROWS).boxed().collect(Collectors.toCollection(HashSet<Long>::new));
        SimpleStatement query = SimpleStatement.newInstance(
                        "SELECT id, payload FROM " + table.name() + " WHERE id IN ?", List.copyOf(missed))
                .setConsistencyLevel(ConsistencyLevel.QUORUM);
        for (Row row : coordinator.cql().session().execute(query)) {
            long id = row.getLong("id");
            if (table.payload(id).equals(row.getByteBuffer("payload"))) {
                missed.remove(id);
            }
        }
        return missed;
    }
}
