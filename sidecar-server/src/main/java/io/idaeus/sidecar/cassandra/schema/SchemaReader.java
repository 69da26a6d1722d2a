/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.schema;

import com.datastax.oss.driver.api.core.cql.Row;
import io.idaeus.api.ProblemType;
import io.idaeus.api.keyspace.KeyspaceStatements;
import io.idaeus.sidecar.cassandra.connection.CqlQueries;
import io.idaeus.sidecar.problem.ProblemException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Supplier;

/** Reads {@code system_schema}, in the same way for 4.0 to 6.0. */
public final class SchemaReader {
    private static final int MAX_READS = 5;

    private static final Set<String> OWN = Set.of(
            "system",
            "system_schema",
            "system_traces",
            "system_auth",
            "system_distributed",
            "system_views",
            "system_virtual_schema",
            // Since 6.0.
            "system_cluster_metadata",
            "system_accord",
            "system_accord_debug",
            "system_accord_debug_remote",
            "system_metrics");

    private final CqlQueries cql;

    public SchemaReader(CqlQueries cql) {
        this.cql = cql;
    }

    /**
     * Whether it holds Cassandra's own data, in any version from 4.0 to 6.0. A user's keyspace may be named so as well, for
     * instance {@code system_orders}, but not by one of these names ({@code SchemaConstants}). Names of 6.0 count before 6.0,
     * too: a keyspace of users that has one keeps its cluster from that upgrade.
     */
    public static boolean isSystem(String keyspace) {
        return OWN.contains(keyspace);
    }

    /** By name, without virtual ones. */
    public List<KeyspaceSchema> keyspaces() {
        return settled(() -> {
            Map<String, List<String>> tables = namesByKeyspace("tables", "table_name");
            Map<String, List<String>> views = namesByKeyspace("views", "view_name");
            return query("the keyspaces", "SELECT * FROM system_schema.keyspaces").stream()
                    .map(row -> keyspace(row, tables, views))
                    .sorted(Comparator.comparing(KeyspaceSchema::name))
                    .toList();
        });
    }

    /**
     * Also for a materialized view.
     *
     * @throws ProblemException UNKNOWN_KEYSPACE, UNKNOWN_TABLE
     */
    public TableSchema table(TableName name) {
        return settled(() -> new SchemaRows(cql, name).read());
    }

    /**
     * The statements that make what a keyspace has elsewhere.
     *
     * @throws ProblemException UNKNOWN_KEYSPACE
     */
    public KeyspaceStatements statements(String keyspace) {
        return settled(() -> new KeyspaceDescription(cql, keyspace).read());
    }

    /** The types of a keyspace's tables and views, by name, without those that have a type unknown to CQL. */
    public Map<String, HeaderTypes> headerTypes(String keyspace) {
        return settled(() -> new KeyspaceTypes(cql, keyspace).read());
    }

    /** @throws ProblemException CASSANDRA_UNAVAILABLE */
    public void requireAnswer() {
        String unused = releaseVersion();
    }

    public String releaseVersion() {
        Row local = cql.probe("the node's version", "SELECT release_version FROM system.local")
                .get(0);
        return Objects.requireNonNull(local.getString("release_version"));
    }

    /** When the node last truncated a table; empty where it never did. */
    public Optional<Instant> truncatedAt(UUID table) {
        Row local = query("when tables were truncated", "SELECT truncated_at FROM system.local")
                .get(0);
        Map<UUID, ByteBuffer> all = local.getMap("truncated_at", UUID.class, ByteBuffer.class);
        ByteBuffer entry = all == null ? null : all.get(table);
        // Behind a position in the commit log, which has another length in each version.
        return entry == null
                ? Optional.empty()
                : Optional.of(Instant.ofEpochMilli(entry.getLong(entry.limit() - Long.BYTES)));
    }

    // Repeats a read during which the schema changed.
    private <T> T settled(Supplier<T> read) {
        Object before = version();
        for (int reads = 1; ; reads++) {
            T result = read.get();
            Object after = version();
            if (before.equals(after)) {
                return result;
            }
            if (reads == MAX_READS) {
                throw new ProblemException(
                        ProblemType.CASSANDRA_UNAVAILABLE,
                        "the schema changed " + MAX_READS + " times while it was read; try again");
            }
            before = after;
        }
    }

    private Object version() {
        Row local = query("the schema's version", "SELECT schema_version FROM system.local")
                .get(0);
        return Objects.requireNonNull(local.getUuid("schema_version"));
    }

    private Map<String, List<String>> namesByKeyspace(String table, String column) {
        Map<String, List<String>> names = new HashMap<>();
        query("the " + table, "SELECT keyspace_name, " + column + " FROM system_schema." + table)
                .forEach(row -> names.computeIfAbsent(
                                row.getString("keyspace_name"), keyspace -> new java.util.ArrayList<>())
                        .add(Objects.requireNonNull(row.getString(column))));
        names.values().forEach(list -> list.sort(Comparator.naturalOrder()));
        return names;
    }

    private static KeyspaceSchema keyspace(Row row, Map<String, List<String>> tables, Map<String, List<String>> views) {
        String name = Objects.requireNonNull(row.getString("keyspace_name"));
        return new KeyspaceSchema(
                name,
                isSystem(name),
                new TreeMap<>(Objects.requireNonNull(row.getMap("replication", String.class, String.class))),
                tables.getOrDefault(name, List.of()),
                views.getOrDefault(name, List.of()));
    }

    private List<Row> query(String what, String statement) {
        return cql.query(what, statement);
    }
}
