/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.draft;

import io.idaeus.api.plan.PlanTable;
import java.util.Collection;
import java.util.List;

/** What moves of each table. */
final class TableBytes {
    private TableBytes() {}

    static List<PlanTable> of(KeyspaceFacts keyspace, SourceShares shares, Collection<String> destinations) {
        return keyspace.tables().stream()
                .map(table -> new PlanTable(
                        table.table(),
                        destinations.stream()
                                .mapToLong(to -> shares.movedBytes(to, keyspace.name(), table.table()))
                                .sum(),
                        destinations.stream()
                                .mapToLong(to -> shares.neededBytes(to, keyspace.name(), table.table()))
                                .sum()))
                .toList();
    }
}
