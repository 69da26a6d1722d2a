/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.snapshot;

import io.idaeus.api.ProblemType;
import io.idaeus.api.TableRef;
import io.idaeus.sidecar.cassandra.schema.KeyspacePolicy;
import io.idaeus.sidecar.cassandra.schema.KeyspaceSchema;
import io.idaeus.sidecar.cassandra.schema.SchemaReader;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.snapshot.content.ManagedSnapshot;
import io.idaeus.sidecar.snapshot.content.SnapshotTag;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The tables to take a snapshot of. System keyspaces are refused: they describe one node. */
record SnapshotTables(NodeCalls node, KeyspacePolicy policy) {
    /** @throws ProblemException UNPROCESSABLE, KEYSPACE_NOT_ALLOWED, UNKNOWN_KEYSPACE, UNKNOWN_TABLE */
    List<ManagedSnapshot.Table> of(SnapshotOrder order) {
        List<TableRef> tables = Optional.ofNullable(order.tables()).orElse(List.of());
        String keyspace = order.keyspace();
        if (tables.isEmpty() == (keyspace == null)) {
            throw contradiction((keyspace == null ? "neither keyspace nor tables" : "both keyspace and tables")
                    + " (expected: either a keyspace, or at least one table)");
        }
        return (keyspace == null ? tables.stream().distinct() : all(keyspace))
                .peek(SnapshotTables::refuseSystem)
                .peek(table -> policy.requireListed(table.keyspace()))
                .map(node.declared())
                .toList();
    }

    private Stream<TableRef> all(String keyspace) {
        KeyspaceSchema schema = node.keyspaces().get().stream()
                .filter(one -> one.name().equals(keyspace))
                .findFirst()
                .orElseThrow(() -> new ProblemException(
                        ProblemType.UNKNOWN_KEYSPACE,
                        "keyspace: " + SnapshotTag.shown(keyspace) + " does not exist; GET /v1/keyspaces lists them"));
        if (schema.tables().isEmpty()) {
            throw contradiction("keyspace: " + keyspace + " has no tables (expected: at least one)");
        }
        return Stream.concat(schema.tables().stream(), schema.views().stream())
                .map(table -> new TableRef(keyspace, table));
    }

    private static void refuseSystem(TableRef table) {
        if (SchemaReader.isSystem(table.keyspace())) {
            throw contradiction("keyspace: " + table.keyspace()
                    + " is a system keyspace, which describes this node alone (expected: a"
                    + " user's keyspace); to copy it use nodetool snapshot");
        }
    }

    private static ProblemException contradiction(String message) {
        return new ProblemException(ProblemType.UNPROCESSABLE, message);
    }
}
