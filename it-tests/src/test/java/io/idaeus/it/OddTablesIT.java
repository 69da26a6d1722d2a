/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.TableRef;
import io.idaeus.api.transfer.Transfer;
import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.it.harness.cassandra.CassandraVersion;
import io.idaeus.it.harness.cassandra.CqlClient;
import io.idaeus.it.harness.sidecar.Pair;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tables of odd shapes, all in one transfer: each is read at the destination as at the source. */
@Tag("versions")
class OddTablesIT {
    private static final Map<String, List<String>> afterImport = new HashMap<>();

    private static Pair pair;

    @BeforeAll
    static void start() {
        CassandraVersion version = CassandraVersion.selected();
        boolean old = version == CassandraVersion.V4_0;
        pair = Pair.named("odd-tables")
                .version(version)
                .clusters(cluster -> {
                    cluster.yaml(old ? "enable_materialized_views" : "materialized_views_enabled", true)
                            .yaml("cdc_enabled", true)
                            .yaml("incremental_backups", true);
                    return version.compareTo(CassandraVersion.V5_0) < 0
                            ? cluster
                            : cluster.yaml("dynamic_data_masking_enabled", true);
                })
                // One import for each table: nodetool takes seconds to start.
                .sidecars(sidecar -> sidecar.set("cassandra.importer", "jmx"))
                .start();
        List<OddTable> tables = tables().toList();
        for (CassandraNode node : List.of(pair.source(), pair.destination())) {
            node.cql().createKeyspace("odd", 1);
            tables.forEach(table -> execute(node, table, table.schema()));
        }
        tables.forEach(table -> execute(pair.source(), table, table.written()));
        pair.source().nodetool("flush", "odd");
        for (OddTable table : tables) {
            execute(pair.source(), table, table.later());
            execute(
                    pair.destination(),
                    table,
                    table.later().stream()
                            .filter(statement -> statement.startsWith("ALTER"))
                            .toList());
        }
        pair.source().nodetool("flush", "odd");
        TableRef[] names =
                tables.stream().map(table -> new TableRef("odd", table.name())).toArray(TableRef[]::new);
        Transfer transfer = pair.transfer(pair.request(names).toBuilder()
                .accept(List.of("CDC_TABLE", "HAS_VIEWS"))
                .build());
        assertThat(transfer.outcome()).as("%s", transfer).isEqualTo(Transfer.Outcome.COMPLETE);
        tables.forEach(
                table -> afterImport.put(table.name(), rows(pair.destination().cql(), table)));
        pair.destination().nodetool("compact", "odd");
    }

    @AfterAll
    static void stop() {
        pair.close();
    }

    static Stream<OddTable> tables() {
        return OddTable.ALL.stream().filter(table -> CassandraVersion.selected().compareTo(table.since()) >= 0);
    }

    @ParameterizedTest
    @MethodSource("tables")
    void isReadAtTheDestinationAsAtTheSource(OddTable table) {
        List<String> rows = rows(pair.source().cql(), table);

        assertThat(rows).hasSize(table.rows());
        assertThat(afterImport.get(table.name())).isEqualTo(rows);
        assertThat(rows(pair.destination().cql(), table)).as("compacted").isEqualTo(rows);
    }

    private static List<String> rows(CqlClient cql, OddTable table) {
        return cql.execute("SELECT JSON * FROM odd." + table.name()).stream()
                .map(row -> row.getString(0))
                .sorted()
                .toList();
    }

    private static void execute(CassandraNode node, OddTable table, List<String> statements) {
        statements.forEach(statement -> node.cql().execute(statement.formatted("odd." + table.name())));
    }
}
