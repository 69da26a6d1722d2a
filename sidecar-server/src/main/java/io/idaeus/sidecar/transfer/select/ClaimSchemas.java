/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.select;

import static java.util.Objects.requireNonNull;

import io.idaeus.api.TableRef;
import io.idaeus.api.sstable.SerializationHeader;
import io.idaeus.api.sstable.TableDefinition;
import io.idaeus.sidecar.store.JsonStore;
import io.idaeus.sidecar.store.LocalDiskException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Schemas that transfers of a plan read over CQL, for its transfers that run while CQL is closed. Thread-safe. */
public final class ClaimSchemas {
    private final JsonStore<Recorded> store;
    private final Path stateDirectory;

    private ClaimSchemas(JsonStore<Recorded> store, Path stateDirectory) {
        this.store = store;
        this.stateDirectory = stateDirectory;
    }

    public static ClaimSchemas open(Path stateDirectory) {
        return new ClaimSchemas(JsonStore.open(stateDirectory.resolve("plan-schemas"), Recorded.class), stateDirectory);
    }

    /**
     * A table of this node.
     *
     * @param id 32 hex digits
     */
    record Table(
            TableRef ref,
            boolean system,
            String id,
            TableDefinition definition,
            SerializationHeader header,
            Map<String, String> droppedTypes) {}

    /**
     * The recorded tables of one version of the schema.
     *
     * @param compatibilityMode {@code storage_compatibility_mode}; null where Cassandra has none
     */
    record Recorded(String version, @Nullable String compatibilityMode, List<Table> tables) {
        Recorded {
            requireNonNull(version, "version");
            tables = List.copyOf(tables);
        }

        Optional<Table> table(TableRef ref) {
            return tables.stream().filter(table -> table.ref().equals(ref)).findFirst();
        }
    }

    /** Adds to what is recorded of the same version, and replaces that of another. */
    synchronized void record(String plan, Recorded read) {
        List<Table> tables = new ArrayList<>(read.tables());
        find(plan).filter(known -> known.version().equals(read.version())).ifPresent(known -> known.tables().stream()
                .filter(table -> read.table(table.ref()).isEmpty())
                .forEach(tables::add));
        try {
            store.put(plan, new Recorded(read.version(), read.compatibilityMode(), tables));
        } catch (UncheckedIOException e) {
            throw LocalDiskException.at(stateDirectory, e);
        }
    }

    Optional<Recorded> find(String plan) {
        return store.get(plan);
    }

    public void forget(String plan) {
        store.delete(plan);
    }
}
