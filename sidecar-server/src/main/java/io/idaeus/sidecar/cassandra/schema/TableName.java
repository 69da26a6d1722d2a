/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.schema;

import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.problem.BoundedText;
import io.idaeus.sidecar.problem.ProblemException;

/** As Cassandra stores it: unquoted, case kept. Safe in a path and an ObjectName. */
public record TableName(String keyspace, String table) {
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
                    ProblemType.INVALID_REQUEST, "table: " + BoundedText.shown(text) + " (expected: keyspace.table)");
        }
        return new TableName(text.substring(0, dot), text.substring(dot + 1));
    }

    public static String requireKeyspace(String keyspace) {
        return requireName("keyspace", keyspace);
    }

    private static String requireName(String what, String name) {
        return BoundedText.NAME.require(what, name);
    }

    @Override
    public String toString() {
        return keyspace + "." + table;
    }
}
