/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.importing;

import io.idaeus.sidecar.cassandra.schema.TableName;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;

/** Imports SSTables. */
public sealed interface Importer permits NodetoolImporter, JmxImporter {
    /**
     * Imports the SSTables of all directories in one call, so that they become live together. Blocks until Cassandra is done.
     *
     * @param directories absolute, at least one
     * @throws io.idaeus.sidecar.problem.ProblemException before Cassandra is called: UNKNOWN_TABLE,
     *     CASSANDRA_UNAVAILABLE, or INVALID_REQUEST for an option that the node's version lacks
     */
    ImportOutcome importInto(TableName table, List<Path> directories, NodetoolImportOptions options);

    /** Whether one call can take that many directories. */
    boolean fits(Collection<Path> directories);
}
