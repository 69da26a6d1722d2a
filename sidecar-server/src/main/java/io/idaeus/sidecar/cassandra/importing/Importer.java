/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.importing;

import io.idaeus.sidecar.cassandra.schema.TableName;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Imports SSTables. */
public sealed interface Importer permits NodetoolImporter, JmxImporter {
    /**
     * Imports all directories in one call, so that their SSTables become live together. Blocks until Cassandra is
     * done.
     *
     * @param directories absolute, at least one
     * @throws io.idaeus.sidecar.problem.ProblemException before Cassandra is called: UNKNOWN_TABLE,
     *     CASSANDRA_UNAVAILABLE, INVALID_REQUEST
     */
    ImportOutcome importInto(TableName table, List<Path> directories, NodetoolImportOptions options);

    boolean fits(Collection<Path> directories);

    /** Why it cannot import, empty where it can. Does not call Cassandra. */
    default Optional<String> failure() {
        return Optional.empty();
    }
}
