/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.harness.cassandra;

import io.idaeus.it.harness.process.Workspace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.Pattern;

/** The role of sidecars with its grants, as operators make it: docs/examples/cassandra-role.cql. */
public final class RoleScript {
    /** The name of the role, and its password. */
    public static final String ROLE = "idaeus";

    public static final String PASSWORD = "choose-another";

    private static final Pattern STATEMENT = Pattern.compile("(?m)^([A-Z][^;]*);(?: *-- since (\\d\\.\\d))?");

    private RoleScript() {}

    /** Without those that take a later Cassandra. */
    public static List<String> statements(CassandraVersion version) {
        try {
            String text = Files.readString(Workspace.docs().resolve("examples/cassandra-role.cql"));
            return STATEMENT
                    .matcher(text)
                    .results()
                    .filter(found -> found.group(2) == null || version.line().compareTo(found.group(2)) >= 0)
                    .map(found -> found.group(1))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void run(CqlClient cql, CassandraVersion version) {
        statements(version).forEach(cql::execute);
    }
}
