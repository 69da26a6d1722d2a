/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.planning;

import io.idaeus.api.Finding;
import io.idaeus.api.TableDefinition;
import io.idaeus.api.TableDefinition.Column;
import io.idaeus.api.TableDefinition.UserType;
import io.idaeus.api.TableRef;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A table as it was here when the plan was made. Between a plan and its import hours can lie, in which the table is
 * altered, or dropped and made again; Cassandra would take the SSTables all the same.
 *
 * @param id 32 hex digits
 */
public record PlannedTable(TableRef ref, String id, TableDefinition definition) {

    /**
     * What has changed so that the planned SSTables may no longer be imported; empty when nothing has.
     *
     * @param indexed whether SSTables to import hold index components
     */
    public Optional<Finding> change(Destination.Table now, boolean indexed) {
        List<String> changes = new ArrayList<>();
        if (!id.equals(now.id())) {
            changes.add("it was dropped and made again (id " + id + ", now " + now.id() + ")");
        }
        columns(now.definition(), changes);
        types(now.definition(), changes);
        now.definition().flags().stream()
                .filter(flag -> !definition.flags().contains(flag))
                .forEach(flag -> changes.add("it became " + flag));
        if (indexed && !SchemaCheck.sameIndexes(definition, now.definition())) {
            changes.add("its indexes are others, and the SSTables to import hold components of them");
        }
        return changes.isEmpty()
                ? Optional.empty()
                : Optional.of(FindingCode.TABLE_CHANGED.about(
                        ref.keyspace() + "." + ref.table(), "since the plan: " + String.join("; ", changes)));
    }

    /** A new column harms nothing, unless it is one that was dropped before. */
    private void columns(TableDefinition now, List<String> changes) {
        for (Column column : definition.columns()) {
            Optional<Column> found = SchemaCheck.find(now.columns(), column.name());
            if (found.isEmpty()) {
                changes.add("column " + column.name() + " is gone");
            } else if (!found.get().equals(column)) {
                changes.add("column " + column.name() + " was " + SchemaCheck.describe(column) + " and is "
                        + SchemaCheck.describe(found.get()));
            }
        }
        definition.droppedColumns().stream()
                .filter(dropped -> SchemaCheck.find(definition.columns(), dropped.name())
                                .isEmpty()
                        && SchemaCheck.find(now.columns(), dropped.name()).isPresent())
                .forEach(dropped -> changes.add("column " + dropped.name() + ", once dropped, is back"));
    }

    private void types(TableDefinition now, List<String> changes) {
        for (UserType type : definition.userTypes()) {
            boolean readable = now.userTypes().stream()
                    .filter(other -> other.name().equals(type.name()))
                    .anyMatch(other -> SchemaCheck.extend(other, type));
            if (!readable) {
                changes.add("type " + type.name() + " has other fields");
            }
        }
    }
}
