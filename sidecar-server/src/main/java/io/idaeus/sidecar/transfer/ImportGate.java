/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer;

import io.idaeus.api.TransferWait;
import io.idaeus.sidecar.cassandra.schema.TableName;
import io.idaeus.sidecar.importing.ImportService;
import java.util.Optional;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Clear when a table can be imported into: the node is well, no other import into the table is under way, and not too many
 * of its compactions are pending. Then it holds the table's turn until it is closed. For one thread.
 */
final class ImportGate implements Gate, AutoCloseable {
    private final Gate node;
    private final ImportService.Turns turns;
    private final ToIntFunction<TableName> pendingCompactions;
    private final int maxPendingCompactions;
    private final TableName table;
    private ImportService.@Nullable Turn turn;

    /** @param maxPendingCompactions 0 for no bound */
    ImportGate(
            Gate node,
            ImportService.Turns turns,
            ToIntFunction<TableName> pendingCompactions,
            int maxPendingCompactions,
            TableName table) {
        this.node = node;
        this.turns = turns;
        this.pendingCompactions = pendingCompactions;
        this.maxPendingCompactions = maxPendingCompactions;
        this.table = table;
    }

    @Override
    public Optional<Obstacle> look() {
        close();
        return node.look().or(this::turn).or(this::compactions);
    }

    private Optional<Obstacle> turn() {
        turn = turns.take(table).orElse(null);
        return turn != null
                ? Optional.empty()
                : Optional.of(new Obstacle(
                        TransferWait.Cause.OTHER_IMPORT,
                        "another import into " + table + " is under way",
                        "wait: one import into a table at a time"));
    }

    /** Looked at last, so that it counts what an import brought that has just ended. */
    private Optional<Obstacle> compactions() {
        int pending = maxPendingCompactions == 0 ? 0 : pendingCompactions.applyAsInt(table);
        if (pending <= maxPendingCompactions) {
            return Optional.empty();
        }
        close();
        return Optional.of(new Obstacle(
                TransferWait.Cause.COMPACTIONS,
                pending + " compactions of " + table + " are pending (bound: " + maxPendingCompactions + ")",
                "wait for them, let compaction go faster (nodetool setcompactionthroughput), or raise"
                        + " transfers.maxPendingCompactions"));
    }

    @Override
    public void close() {
        if (turn != null) {
            turn.close();
            turn = null;
        }
    }
}
