/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.comparison.ComparedTable;
import io.idaeus.api.comparison.Comparison;
import io.idaeus.api.comparison.ComparisonRequest;
import io.idaeus.api.rows.RowLevel;
import io.idaeus.api.rows.RowVerdict;
import io.idaeus.client.ComparisonsClient;
import io.idaeus.client.SidecarClient;
import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.it.harness.cassandra.CqlClient;
import io.idaeus.it.harness.sidecar.SidecarProcess;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/** Two nodes of different clusters, with sidecars that may read rows. The first one coordinates comparisons. */
record ComparedPair(CassandraNode first, CassandraNode second, SidecarProcess here, SidecarProcess there)
        implements AutoCloseable {

    static ComparedPair between(CassandraNode first, CassandraNode second) {
        SidecarProcess here = SidecarProcess.beside(first)
                .set("cassandra.rows.read", "true")
                .allowPeers(second.address())
                .build();
        SidecarProcess there =
                SidecarProcess.beside(second).set("cassandra.rows.read", "true").build();
        SidecarProcess.startTogether(here, there);
        return new ComparedPair(first, second, here, there);
    }

    Stream<CqlClient> sessions() {
        return Stream.of(first.cql(), second.cql());
    }

    void both(String statement, Object... values) {
        sessions().forEach(cql -> cql.execute(statement, values));
    }

    void here(String statement) {
        first.cql().execute(statement);
    }

    void there(String statement) {
        second.cql().execute(statement);
    }

    void createKeyspace(String keyspace) {
        sessions().forEach(cql -> cql.createKeyspace(keyspace, 1));
    }

    /** Rows 0 to {@code rows - 1} in both, where the statement has the table and the number. */
    void fill(String table, String columns, String statement, int rows) {
        both("CREATE TABLE %s (%s)".formatted(table, columns));
        for (int i = 0; i < rows; i++) {
            both(statement.formatted(table, i));
        }
    }

    /** A table {@code (id int PRIMARY KEY, v text)}, written at 5 microseconds. */
    void fill(String table, int rows) {
        fill(table, "id int PRIMARY KEY, v text", "INSERT INTO %s (id, v) VALUES (%d, 'v') USING TIMESTAMP 5", rows);
    }

    /** The token of a partition whose key is {@code p}. */
    long token(String table, int p) {
        return first.cql()
                .execute("SELECT token(p) AS t FROM %s WHERE p = %d LIMIT 1".formatted(table, p))
                .get(0)
                .getLong("t");
    }

    ComparisonsClient comparisons() {
        return SidecarClient.of(here.restUri()).comparisons();
    }

    Comparison compared(String tables) {
        return compared(tables, null);
    }

    Comparison compared(String tables, @Nullable String asOf) {
        return ended(begun(tables, asOf, null));
    }

    /** Returns its id. */
    String begun(String tables, @Nullable String asOf, @Nullable Long maxRate) {
        return comparisons()
                .create(new ComparisonRequest(
                        there.restUri().toString(), List.of(tables), null, RowLevel.LOCAL_ONE, asOf, maxRate))
                .id();
    }

    Comparison ended(String id) {
        return Awaitility.await("the end of the comparison")
                .atMost(Duration.ofMinutes(10))
                .pollInterval(Duration.ofMillis(200))
                .ignoreExceptions()
                .until(() -> comparisons().get(id), each -> each.state().isFinal());
    }

    static List<ComparedTable> tables(Comparison comparison) {
        assertThat(comparison.error()).isNull();
        return comparison.tables();
    }

    static Map<RowVerdict, Long> differences(Comparison comparison, String table) {
        return tables(comparison).stream()
                .filter(each -> each.table().equals(table))
                .findFirst()
                .orElseThrow()
                .differences();
    }

    @Override
    public void close() {
        here.close();
        there.close();
    }
}
