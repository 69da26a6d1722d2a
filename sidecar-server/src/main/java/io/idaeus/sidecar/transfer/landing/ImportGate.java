/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.landing;

import io.idaeus.api.transfer.TransferWait;
import io.idaeus.sidecar.cassandra.schema.TableName;
import io.idaeus.sidecar.importing.ImportService;
import io.idaeus.sidecar.transfer.waiting.Gate;
import io.idaeus.sidecar.transfer.waiting.Obstacle;
import java.util.Optional;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Finds no obstacle when Cassandra is up, no other import into the table runs, and few enough of its compactions are
 * pending. It then holds the table's turn until the next check or {@link #close}. For one thread.
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
    public Optional<Obstacle> check() {
        close();
        // Compactions last, so that they include those of an import that has just ended.
        return node.check().or(this::turn).or(this::compactions);
    }

    private Optional<Obstacle> turn() {
        turn = turns.take(table).orElse(null);
        return turn != null
                ? Optional.empty()
                : Optional.of(new Obstacle(
                        TransferWait.Cause.OTHER_IMPORT,
                        "another import into " + table + " is running",
                        "wait: imports into a table run one at a time"));
    }

    private Optional<Obstacle> compactions() {
        int pending = maxPendingCompactions == 0 ? 0 : pendingCompactions.applyAsInt(table);
        if (pending <= maxPendingCompactions) {
            return Optional.empty();
        }
        close();
        return Optional.of(new Obstacle(
                TransferWait.Cause.COMPACTIONS,
                pending + " compactions of " + table + " are pending (expected: at most " + maxPendingCompactions + ")",
                "wait for them, speed compaction up (nodetool setcompactionthroughput), or raise"
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
