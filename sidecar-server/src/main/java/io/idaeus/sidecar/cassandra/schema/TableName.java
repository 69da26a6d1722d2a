/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.schema;

import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.problem.ProblemException;
import java.util.regex.Pattern;

/** As Cassandra stores it: unquoted, case kept. Safe in a path and an ObjectName. */
public record TableName(String keyspace, String table) {
    // Cassandra allows word characters: 48 of them, and 222 since 5.0.
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_]{1,222}");

    /** @throws ProblemException INVALID_REQUEST */
    public TableName {
        requireName("keyspace", keyspace);
        requireName("table", table);
    }

    /** Reads {@code keyspace.table}. */
    public static TableName parse(String text) {
        int dot = text.indexOf('.');
        if (dot < 0) {
            throw new ProblemException(
                    ProblemType.INVALID_REQUEST, "table: " + shown(text) + " (expected: keyspace.table)");
        }
        return new TableName(text.substring(0, dot), text.substring(dot + 1));
    }

    public static String requireKeyspace(String keyspace) {
        return requireName("keyspace", keyspace);
    }

    private static String requireName(String what, String name) {
        if (!NAME.matcher(name).matches()) {
            throw new ProblemException(
                    ProblemType.INVALID_REQUEST,
                    what + ": " + shown(name) + " (expected: 1 to 222 letters, digits or underscores)");
        }
        return name;
    }

    private static String shown(String text) {
        String cut = text.length() <= 60 ? text : text.substring(0, 60) + "…";
        return '"' + cut.replaceAll("\\p{Cntrl}", "?") + '"';
    }

    @Override
    public String toString() {
        return keyspace + "." + table;
    }
}
