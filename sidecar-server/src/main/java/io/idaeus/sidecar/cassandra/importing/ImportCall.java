/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.importing;

import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.cassandra.connection.Jmx;
import io.idaeus.sidecar.cassandra.node.LocalNode;
import io.idaeus.sidecar.cassandra.node.Mbeans;
import io.idaeus.sidecar.cassandra.schema.TableName;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.release.ReleaseVersion;
import java.nio.file.Path;
import java.util.List;

record ImportCall(TableName table, List<Path> directories, NodetoolImportOptions options) {
    /** @throws ProblemException INVALID_REQUEST, UNKNOWN_KEYSPACE, UNKNOWN_TABLE, CASSANDRA_UNAVAILABLE */
    void check(Jmx jmx, LocalNode node) {
        if (directories.isEmpty()) {
            throw refused("directories: none (expected: at least one)");
        }
        for (Path directory : directories) {
            if (!directory.isAbsolute() || directory.toString().chars().anyMatch(Character::isISOControl)) {
                throw refused("directory: \"" + directory.toString().replaceAll("\\p{Cntrl}", "?")
                        + "\" (expected: an absolute path without control characters)");
            }
        }
        ReleaseVersion version = node.version();
        if (options.needs5() && !version.isAtLeast(5, 0)) {
            throw new ProblemException(
                    ProblemType.UNPROCESSABLE,
                    "requireIndexComponents, noIndexValidation: not known to Cassandra " + version
                            + " (expected: 5.0 or later); leave them out");
        }
        Mbeans.requireTables(jmx, List.of(table));
    }

    private static ProblemException refused(String message) {
        return new ProblemException(ProblemType.INVALID_REQUEST, message);
    }
}
