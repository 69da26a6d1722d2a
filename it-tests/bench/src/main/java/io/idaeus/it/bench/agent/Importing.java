/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.agent;

import io.idaeus.sidecar.cassandra.CassandraDoor;
import io.idaeus.sidecar.cassandra.connection.CassandraSettings;
import io.idaeus.sidecar.cassandra.connection.CassandraSettings.Endpoint;
import io.idaeus.sidecar.cassandra.importing.NodetoolImportOptions;
import io.idaeus.sidecar.cassandra.schema.KeyspacePolicy;
import io.idaeus.sidecar.cassandra.schema.TableName;
import io.idaeus.sidecar.importing.DirectoryOutcome;
import io.idaeus.sidecar.importing.ImportService;
import io.idaeus.sidecar.importing.StagingRoots;
import io.idaeus.sidecar.sstable.SstableCatalog;
import java.nio.file.Path;
import java.util.List;

/** The product's import over JMX with default settings. Keeps its connection open. */
final class Importing implements AutoCloseable {
    private final CassandraDoor door;
    private final ImportService imports;

    Importing(int jmxPort) {
        Endpoint jmx = new Endpoint("127.0.0.1", jmxPort, null);
        // An import needs no CQL.
        this.door = new CassandraDoor(CassandraSettings.of(jmx, jmx, null));
        this.imports = new ImportService(
                door, new StagingRoots(List.of()), new SstableCatalog(0), KeyspacePolicy.allUsers(), table -> {});
    }

    /** Imports all directories of the table in one call, like a transfer. */
    void run(TableName table, List<Path> directories, boolean noVerify, boolean noTokens) {
        List<DirectoryOutcome> outcomes =
                imports.<RuntimeException>importStaged(table, directories, options(noVerify, noTokens), why -> false);
        imports.beginCompactions(table);
        List<DirectoryOutcome> refused =
                outcomes.stream().filter(outcome -> !outcome.imported()).toList();
        if (!refused.isEmpty()) {
            throw new IllegalStateException("not imported: " + refused);
        }
    }

    private static NodetoolImportOptions options(boolean noVerify, boolean noTokens) {
        return new NodetoolImportOptions(false, false, false, noVerify, noTokens, false, false, false, false, false);
    }

    @Override
    public void close() {
        door.close();
    }
}
