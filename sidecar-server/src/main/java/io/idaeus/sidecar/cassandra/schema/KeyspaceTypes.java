/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.schema;

import com.datastax.oss.driver.api.core.cql.Row;
import io.idaeus.sidecar.cassandra.connection.CqlQueries;
import io.idaeus.sidecar.cassandra.schema.TableSchema.Column;
import io.idaeus.sidecar.cassandra.schema.TableSchema.DroppedColumn;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the types of all tables of a keyspace at once: a keyspace may have a thousand. */
record KeyspaceTypes(CqlQueries cql, String keyspace) {
    private static final Logger LOG = LoggerFactory.getLogger(KeyspaceTypes.class);

    /** By table, without those that have a type unknown to CQL. */
    Map<String, HeaderTypes> read() {
        MarshalTypes types = new MarshalTypes(
                keyspace, rows("types").stream().map(SchemaRows::userType).toList());
        Map<String, List<DroppedColumn>> dropped = byTable("dropped_columns", SchemaRows::droppedColumn);
        Map<String, HeaderTypes> found = new HashMap<>();
        byTable("columns", SchemaRows::column)
                .forEach((table, columns) -> put(table, types, columns, dropped.getOrDefault(table, List.of()), found));
        return found;
    }

    private void put(
            String table,
            MarshalTypes types,
            List<Column> columns,
            List<DroppedColumn> dropped,
            Map<String, HeaderTypes> into) {
        try {
            columns.sort(Column.ORDER);
            into.put(table, HeaderTypes.of(types, columns, dropped));
        } catch (IllegalArgumentException e) {
            LOG.warn("{}.{}: its types cannot be compared with those of its SSTables", keyspace, table, e);
        }
    }

    private <T> Map<String, List<T>> byTable(String what, Function<Row, T> view) {
        Map<String, List<T>> found = new HashMap<>();
        rows(what).forEach(row -> found.computeIfAbsent(
                        Objects.requireNonNull(row.getString("table_name")), table -> new ArrayList<>())
                .add(view.apply(row)));
        return found;
    }

    private List<Row> rows(String table) {
        return cql.query(
                "the " + table.replace('_', ' ') + " of " + keyspace,
                "SELECT * FROM system_schema." + table + " WHERE keyspace_name = ?",
                keyspace);
    }
}
