/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.schema;

import com.datastax.oss.driver.api.core.cql.Row;
import io.idaeus.api.ProblemType;
import io.idaeus.api.keyspace.SchemaStatement;
import io.idaeus.sidecar.cassandra.connection.CqlQueries;
import io.idaeus.sidecar.problem.ProblemException;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes what a schema lacks, and truncates tables: of the whole cluster, as a role that may. Thread-safe. */
public final class SchemaChanges {
    private static final Logger LOG = LoggerFactory.getLogger(SchemaChanges.class);

    private final CqlQueries cql;

    /** @param cql as a role that may change the schema */
    public SchemaChanges(CqlQueries cql) {
        this.cql = cql;
    }

    /**
     * Executes these in their order, without those whose result is there. Idempotent.
     *
     * @throws ProblemException UNPROCESSABLE for a statement that does something else; CASSANDRA_REFUSED, CASSANDRA_UNAVAILABLE
     */
    public synchronized void make(List<SchemaStatement> statements) {
        statements.forEach(StatementCheck::require);
        for (SchemaStatement statement : statements) {
            if (!exists(statement)) {
                cql.change(
                        "make the " + statement.kind() + " " + statement.name() + " of " + statement.keyspace(),
                        statement.statement());
                LOG.info("{}: {} {} is made", statement.keyspace(), statement.kind(), statement.name());
            }
        }
    }

    private boolean exists(SchemaStatement statement) {
        String table = String.valueOf(statement.table());
        return switch (statement.kind()) {
            case KEYSPACE -> has(statement, "keyspaces", "");
            case TYPE -> hasType(statement);
            case TABLE -> has(statement, "tables", "AND table_name = ?", table);
            case DROPPED_COLUMN -> hasColumn(statement, "dropped_columns", table);
            case COLUMN -> hasColumn(statement, "columns", table);
            // It can be set again.
            case COMMENT -> false;
            case INDEX -> has(statement, "indexes", "AND table_name = ? AND index_name = ?", table, statement.name());
            case VIEW -> has(statement, "views", "AND view_name = ?", statement.name());
        };
    }

    // One with other fields is another type: SSTables could not be read with it. It may have more of them at its end.
    private boolean hasType(SchemaStatement statement) {
        List<Row> found = cql.query(
                "the type " + statement.name() + " of " + statement.keyspace(),
                "SELECT field_names, field_types FROM system_schema.types WHERE keyspace_name = ? AND type_name = ?",
                statement.keyspace(),
                statement.name());
        if (found.isEmpty()) {
            return false;
        }
        String here = TypeFields.of(
                found.get(0).getList("field_names", String.class), found.get(0).getList("field_types", String.class));
        String wanted = TypeFields.of(statement);
        if (!TypeFields.extend(here, wanted)) {
            throw new ProblemException(
                    ProblemType.ILLEGAL_STATE,
                    "the type " + statement.name() + " of " + statement.keyspace() + " has the fields (" + here
                            + ") here (expected: " + wanted
                            + "); add the fields that are missing, or drop the type if no table uses it");
        }
        return true;
    }

    private boolean hasColumn(SchemaStatement statement, String where, String table) {
        return has(statement, where, "AND table_name = ? AND column_name = ?", table, statement.name());
    }

    private boolean has(SchemaStatement statement, String where, String condition, Object... values) {
        List<Object> all = new ArrayList<>(List.of(statement.keyspace()));
        all.addAll(List.of(values));
        return !cql.query(
                        "whether there is the " + statement.kind() + " " + statement.name(),
                        "SELECT keyspace_name FROM system_schema." + where + " WHERE keyspace_name = ? " + condition,
                        all.toArray())
                .isEmpty();
    }

    /**
     * Removes all rows of a table, on all nodes.
     *
     * @throws ProblemException CASSANDRA_REFUSED, also while a node is down; CASSANDRA_UNAVAILABLE
     */
    public void truncate(TableName table) {
        cql.change("truncate " + table, "TRUNCATE TABLE \"" + table.keyspace() + "\".\"" + table.table() + "\"");
        LOG.info("{} is truncated", table);
    }
}
