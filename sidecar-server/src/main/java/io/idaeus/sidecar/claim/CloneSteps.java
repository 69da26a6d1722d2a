/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.claim;

import io.idaeus.api.ProblemType;
import io.idaeus.api.TableRef;
import io.idaeus.api.claim.HeldTables;
import io.idaeus.api.keyspace.SchemaStatement;
import io.idaeus.sidecar.cassandra.node.LocalTables;
import io.idaeus.sidecar.cassandra.schema.KeyspacePolicy;
import io.idaeus.sidecar.cassandra.schema.SchemaChanges;
import io.idaeus.sidecar.cassandra.schema.TableName;
import io.idaeus.sidecar.importing.CompactionHolds;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.transfer.ClaimWork;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The steps of a plan for tables that it clones, besides its transfers. */
public final class CloneSteps {
    private final LocalTables tables;
    private final ClaimWork work;
    private final KeyspacePolicy keyspaces;
    private final CompactionHolds holds;
    private final @Nullable SchemaChanges changes;

    /** @param changes null where the sidecar changes no schema */
    public CloneSteps(
            LocalTables tables,
            ClaimWork work,
            KeyspacePolicy keyspaces,
            CompactionHolds holds,
            @Nullable SchemaChanges changes) {
        this.work = work;
        this.tables = tables;
        this.keyspaces = keyspaces;
        this.holds = holds;
        this.changes = changes;
    }

    void makeSchema(List<SchemaStatement> statements) {
        statements.forEach(statement -> keyspaces.requireMovable(statement.keyspace()));
        changes().make(statements);
    }

    /** Leaves out what transfers of the plan fill already: it was truncated before. */
    void truncate(String plan, List<TableRef> wanted) {
        wanted.forEach(table -> keyspaces.requireMovable(table.keyspace()));
        SchemaChanges truncating = changes();
        Set<TableRef> filled = work.tables(plan);
        names(wanted.stream().filter(table -> !filled.contains(table)).toList()).forEach(truncating::truncate);
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
        // Rows that transfers of the plan have brought are expected.
        Set<TableRef> filled = work.tables(plan);
        return new HeldTables(wanted.stream()
                .filter(table -> !filled.contains(table))
                .filter(table -> !tables.isEmpty(new TableName(table.keyspace(), table.table())))
                .toList());
    }

    /** Lets Cassandra compact what the plan holds. */
    void release(String plan) {
        holds.release(plan);
    }

    /**
     * Tells Cassandra again what is held.
     *
     * @param silent a plan whose tables may be compacted until its coordinator is heard of again; null for none
     */
    void keepHolds(@Nullable String silent) {
        holds.keepAll(silent);
    }

    private static List<TableName> names(List<TableRef> tables) {
        return tables.stream()
                .map(table -> new TableName(table.keyspace(), table.table()))
                .toList();
    }
}
