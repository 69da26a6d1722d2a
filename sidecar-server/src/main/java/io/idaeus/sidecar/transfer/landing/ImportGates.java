/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.landing;

import io.idaeus.sidecar.cassandra.schema.TableName;
import io.idaeus.sidecar.importing.ImportService;
import io.idaeus.sidecar.transfer.job.StoredTransfer;
import io.idaeus.sidecar.transfer.waiting.NodeGate;
import io.idaeus.sidecar.transfer.waiting.Obstacle;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;

/**
 * The conditions that imports wait for.
 *
 * @param importThreads names of those that import, in Cassandra
 * @param maxPendingCompactions above which no import into a table begins; 0 for no bound
 */
public record ImportGates(
        NodeGate node,
        LocalDisks disks,
        ImportService.Turns turns,
        Supplier<List<String>> importThreads,
        ToIntFunction<TableName> pendingCompactions,
        int maxPendingCompactions) {

    ImportGate table(TableName table, StoredTransfer transfer) {
        return new ImportGate(node.in(transfer.nodePhases()), turns, pendingCompactions, maxPendingCompactions, table);
    }

    /** The obstacle that explains a failed import. */
    Optional<Obstacle> nodeAndDisks(StoredTransfer transfer) {
        return node.in(transfer.nodePhases()).check().or(disks.gate(transfer)::check);
    }
}
