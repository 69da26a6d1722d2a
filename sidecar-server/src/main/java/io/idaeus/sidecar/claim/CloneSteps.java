/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.claim;

import io.idaeus.api.HeldTables;
import io.idaeus.api.ProblemType;
import io.idaeus.api.SchemaStatement;
import io.idaeus.api.TableRef;
import io.idaeus.sidecar.cassandra.node.LocalTables;
import io.idaeus.sidecar.cassandra.schema.KeyspacePolicy;
import io.idaeus.sidecar.cassandra.schema.SchemaChanges;
import io.idaeus.sidecar.cassandra.schema.TableName;
import io.idaeus.sidecar.importing.CompactionHolds;
import io.idaeus.sidecar.problem.ProblemException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a plan does to tables that it clones, besides its transfers. */
public final class CloneSteps {
    private final LocalTables tables;
    private final KeyspacePolicy keyspaces;
    private final CompactionHolds holds;
    private final @Nullable SchemaChanges changes;

    /** @param changes null where the sidecar changes no schema */
    public CloneSteps(
            LocalTables tables, KeyspacePolicy keyspaces, CompactionHolds holds, @Nullable SchemaChanges changes) {
        this.tables = tables;
        this.keyspaces = keyspaces;
        this.holds = holds;
        this.changes = changes;
    }

    void makeSchema(List<SchemaStatement> statements) {
        statements.forEach(statement -> keyspaces.requireMovable(statement.keyspace()));
        changes().make(statements);
    }

    void truncate(List<TableRef> wanted) {
        wanted.forEach(table -> keyspaces.requireMovable(table.keyspace()));
        SchemaChanges truncating = changes();
        names(wanted).forEach(truncating::truncate);
    }

    private SchemaChanges changes() {
        if (changes == null) {
            throw new ProblemException(
                    ProblemType.FORBIDDEN,
                    "this sidecar changes no schema, and truncates no table (expected: cassandra.clones.accept: true in its"
                            + " configuration)");
        }
        return changes;
    }

    HeldTables hold(String plan, List<TableRef> wanted) {
        wanted.forEach(table -> keyspaces.requireMovable(table.keyspace()));
        holds.hold(plan, names(wanted));
        return new HeldTables(wanted.stream()
                .filter(table -> !tables.isEmpty(new TableName(table.keyspace(), table.table())))
                .toList());
    }

    /** Lets Cassandra compact what the plan holds. */
    void release(String plan) {
        holds.release(plan);
    }

    boolean holds(String plan) {
        return holds.has(plan);
    }

    /** Tells Cassandra again what is held. */
    void keepHolds() {
        holds.keep();
    }

    private static List<TableName> names(List<TableRef> tables) {
        return tables.stream()
                .map(table -> new TableName(table.keyspace(), table.table()))
                .toList();
    }
}
