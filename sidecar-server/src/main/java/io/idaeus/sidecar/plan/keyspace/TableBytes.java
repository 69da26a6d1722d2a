/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.keyspace;

import io.idaeus.api.plan.PlanTable;
import io.idaeus.sidecar.plan.facts.KeyspaceFacts;
import java.util.Collection;
import java.util.List;

/** The bytes that move of each table. */
public final class TableBytes {
    private TableBytes() {}

    public static List<PlanTable> of(KeyspaceFacts keyspace, SourceShares shares, Collection<String> destinations) {
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
