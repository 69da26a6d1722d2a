/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.selection;

import io.idaeus.api.Finding;
import io.idaeus.api.TableRef;
import io.idaeus.api.sstable.TableDefinition;
import io.idaeus.api.sstable.TableDefinition.Column;
import io.idaeus.api.sstable.TableDefinition.UserType;
import io.idaeus.sidecar.selection.check.Destination;
import io.idaeus.sidecar.selection.check.DropCheck;
import io.idaeus.sidecar.selection.check.SchemaCheck;
import io.idaeus.sidecar.selection.check.SnapshotAge;
import io.idaeus.sidecar.selection.finding.FindingCode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A table when the plan was made. Cassandra would import SSTables even if it was altered or recreated since.
 *
 * @param id 32 hex digits
 * @param snapshot the oldest one; null where unknown
 * @param keepRepaired whether its SSTables keep their repaired state; false where an earlier version does not tell
 */
public record SelectedTable(
        TableRef ref,
        String id,
        TableDefinition definition,
        @Nullable SnapshotAge snapshot,
        boolean keepRepaired) {

    /**
     * A change that rules out the import.
     *
     * @param indexed whether SSTables have index components
     */
    public Optional<Finding> change(Destination.Table now, boolean indexed) {
        List<String> changes = new ArrayList<>();
        if (!id.equals(now.id())) {
            changes.add("it was dropped and created again (id " + id + ", now " + now.id() + ")");
        }
        columns(now.definition(), changes);
        types(now.definition(), changes);
        now.definition().flags().stream()
                .filter(flag -> !definition.flags().contains(flag))
                .forEach(flag -> changes.add("it became " + flag));
        if (Boolean.FALSE.equals(definition.compact())
                && Boolean.TRUE.equals(now.definition().compact())) {
            changes.add("it has COMPACT STORAGE now");
        }
        if (indexed && !SchemaCheck.sameIndexes(definition, now.definition())) {
            changes.add("its indexes changed, and the SSTables to import have index components");
        }
        return changes.isEmpty()
                ? Optional.empty()
                : Optional.of(FindingCode.TABLE_CHANGED.about(
                        ref.keyspace() + "." + ref.table(), "since the plan: " + String.join("; ", changes)));
    }

    /**
     * The finding that rules out the import because of the snapshot's age, unless the request accepts it.
     *
     * @param gcGraceHere gc_grace_seconds of the table now
     */
    public Optional<Finding> outdated(int gcGraceHere, Instant now) {
        return Optional.ofNullable(snapshot)
                .flatMap(age -> age.tooOld(gcGraceHere, now))
                .map(why -> FindingCode.SNAPSHOT_TOO_OLD.about(ref.keyspace() + "." + ref.table(), why));
    }

    // A new column is harmless, unless it was dropped before.
    private void columns(TableDefinition now, List<String> changes) {
        for (Column column : definition.columns()) {
            Optional<Column> found = SchemaCheck.find(now.columns(), column.name());
            if (found.isEmpty()) {
                changes.add("column " + column.name() + " no longer exists");
            } else if (!found.get().equals(column)) {
                changes.add("column " + column.name() + " was " + SchemaCheck.describe(column) + " and is "
                        + SchemaCheck.describe(found.get()));
            }
        }
        definition.droppedColumns().stream()
                .filter(dropped -> SchemaCheck.find(definition.columns(), dropped.name())
                                .isEmpty()
                        && SchemaCheck.find(now.columns(), dropped.name()).isPresent())
                .forEach(dropped -> changes.add("column " + dropped.name() + " was dropped before and exists again"));
        definition.columns().stream()
                .filter(column -> SchemaCheck.find(now.columns(), column.name()).isPresent())
                .filter(column -> !Objects.equals(
                        DropCheck.droppedAt(definition, column.name()), DropCheck.droppedAt(now, column.name())))
                .forEach(column -> changes.add("column " + column.name() + " was dropped and added again"));
    }

    private void types(TableDefinition now, List<String> changes) {
        for (UserType type : definition.userTypes()) {
            boolean readable = now.userTypes().stream()
                    .filter(other -> other.name().equals(type.name()))
                    .anyMatch(other -> SchemaCheck.extend(other, type));
            if (!readable) {
                changes.add("type " + type.name() + " has different fields");
            }
        }
    }
}
