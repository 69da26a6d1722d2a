/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.schema;

import com.datastax.oss.driver.api.core.cql.Row;
import io.idaeus.api.ProblemType;
import io.idaeus.api.keyspace.KeyspaceStatements;
import io.idaeus.api.keyspace.SchemaStatement;
import io.idaeus.api.keyspace.SchemaStatement.Kind;
import io.idaeus.sidecar.cassandra.connection.CqlQueries;
import io.idaeus.sidecar.problem.ProblemException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A keyspace as {@code DESCRIBE … WITH INTERNALS} prints it: the statement of a table has the columns that were dropped since,
 * and is followed by statements that drop them as of then. The source is {@code TableMetadata.appendCqlTo} of Cassandra.
 */
record KeyspaceDescription(CqlQueries cql, String keyspace) {
    // The id of a table is of its cluster alone. It comes before all that a user can name.
    private static final Pattern ID = Pattern.compile("(?<=\\bWITH |\\bAND )ID = [0-9a-f-]{36}\\s+AND\\s+");
    private static final Pattern DURABLE = Pattern.compile("\\bdurable_writes = (true|false)");
    private static final Pattern COLUMN =
            Pattern.compile("(?s)^ALTER TABLE \\S+ (ADD|DROP) (\"(?:[^\"]|\"\")+\"|[a-z0-9_]+)\\s.*");

    KeyspaceStatements read() {
        List<Row> described = described();
        Map<String, String> tables = tablesOf("indexes", "index_name", "table_name");
        Map<String, String> views = tablesOf("views", "view_name", "base_table_name");
        boolean durable = true;
        List<SchemaStatement> statements = new ArrayList<>();
        for (Row row : described) {
            // In quotes where CQL needs them.
            String name = CqlStatements.unquoted(text(row, "name"));
            String statement = text(row, "create_statement");
            switch (text(row, "type")) {
                case "keyspace" -> durable = isDurable(statement);
                case "type" -> statements.addAll(described(Kind.TYPE, null, name, statement));
                case "table" -> statements.addAll(described(Kind.TABLE, name, name, statement));
                case "index" -> statements.addAll(described(Kind.INDEX, tables.get(name), name, statement));
                case "materialized_view" -> statements.addAll(described(Kind.VIEW, views.get(name), name, statement));
                default -> {
                    // Functions and aggregates: no table needs them.
                }
            }
        }
        return new KeyspaceStatements(keyspace, durable, List.copyOf(statements));
    }

    private List<Row> described() {
        List<Row> known = cql.query(
                "the keyspace " + keyspace,
                "SELECT keyspace_name FROM system_schema.keyspaces WHERE keyspace_name = ?",
                keyspace);
        if (known.isEmpty()) {
            throw new ProblemException(
                    ProblemType.UNKNOWN_KEYSPACE,
                    "this node has no keyspace " + keyspace + "; GET /v1/keyspaces lists those it has");
        }
        return cql.query(
                "the statements that make " + keyspace, "DESCRIBE KEYSPACE \"" + keyspace + "\" WITH INTERNALS");
    }

    private Map<String, String> tablesOf(String what, String name, String table) {
        Map<String, String> found = new HashMap<>();
        cql.query(
                        "the " + what + " of " + keyspace,
                        "SELECT " + name + ", " + table + " FROM system_schema." + what + " WHERE keyspace_name = ?",
                        keyspace)
                .forEach(row -> found.put(text(row, name), text(row, table)));
        return found;
    }

    // The statement that makes it, then others about it.
    private List<SchemaStatement> described(Kind kind, @Nullable String table, String name, String text) {
        List<SchemaStatement> statements = new ArrayList<>();
        for (String statement : CqlStatements.split(text)) {
            Matcher column = COLUMN.matcher(statement);
            if (statements.isEmpty()) {
                statements.add(new SchemaStatement(kind, keyspace, table, name, withoutId(statement)));
            } else if (column.matches()) {
                Kind change = column.group(1).equals("ADD") ? Kind.COLUMN : Kind.DROPPED_COLUMN;
                statements.add(new SchemaStatement(
                        change, keyspace, table, CqlStatements.unquoted(column.group(2)), statement));
            } else {
                statements.add(new SchemaStatement(Kind.COMMENT, keyspace, table, name, statement));
            }
        }
        return statements;
    }

    private static String withoutId(String statement) {
        return ID.matcher(statement).replaceFirst("");
    }

    private static boolean isDurable(String statement) {
        Matcher durable = DURABLE.matcher(statement);
        return !durable.find() || Boolean.parseBoolean(durable.group(1));
    }

    private static String text(Row row, String column) {
        return Objects.requireNonNull(row.getString(column), column);
    }
}
