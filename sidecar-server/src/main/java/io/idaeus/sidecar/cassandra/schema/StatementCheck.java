/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.schema;

import io.idaeus.api.ProblemType;
import io.idaeus.api.keyspace.SchemaStatement;
import io.idaeus.sidecar.problem.ProblemException;
import java.util.regex.Pattern;

/** Whether a statement makes what it says, and nothing else. */
final class StatementCheck {
    private StatementCheck() {}

    /** @throws ProblemException UNPROCESSABLE */
    static void require(SchemaStatement statement) {
        Pattern expected = expected(statement);
        boolean one = CqlStatements.split(statement.statement()).size() == 1;
        if (!one || !expected.matcher(statement.statement()).lookingAt()) {
            throw new ProblemException(
                    ProblemType.UNPROCESSABLE,
                    "statements: this is no statement that makes the " + statement.kind() + " " + statement.name()
                            + " of " + statement.keyspace() + ": " + start(statement.statement())
                            + " (expected: one statement, as GET /v1/keyspaces/" + statement.keyspace()
                            + "/statements has it)");
        }
    }

    private static Pattern expected(SchemaStatement statement) {
        String keyspace = name(statement.keyspace());
        String qualified = keyspace + "\\." + name(statement.name());
        String table = keyspace + "\\." + name(String.valueOf(statement.table()));
        return Pattern.compile(
                switch (statement.kind()) {
                    case KEYSPACE -> "CREATE KEYSPACE " + keyspace + "\\s";
                    case TYPE -> "CREATE TYPE " + qualified + "\\s*\\(";
                    case TABLE -> "CREATE TABLE " + qualified + "\\s*\\(";
                    case DROPPED_COLUMN ->
                        "ALTER TABLE " + table + " DROP " + name(statement.name()) + " USING TIMESTAMP -?\\d+$";
                    case COLUMN -> "ALTER TABLE " + table + " ADD " + name(statement.name()) + "\\s";
                    case COMMENT ->
                        "(?:COMMENT|SECURITY LABEL(?: FOR \\S+)?) ON [A-Z ]+ "
                                + (statement.table() == null ? qualified : table) + "[\\s.]";
                    case INDEX -> "CREATE (?:CUSTOM )?INDEX " + name(statement.name()) + " ON " + table + "\\s*\\(";
                    case VIEW -> "CREATE MATERIALIZED VIEW " + qualified + "\\s";
                });
    }

    // Both ways to write it mean the same, where it can be written without quotes.
    private static String name(String name) {
        String quoted = Pattern.quote('"' + name.replace("\"", "\"\"") + '"');
        return name.matches("[a-z][a-z0-9_]*") ? "(?:" + name + "|" + quoted + ")" : quoted;
    }

    private static String start(String statement) {
        String line = statement.replaceAll("\\s+", " ");
        return line.length() <= 80 ? line : line.substring(0, 80) + "…";
    }
}
