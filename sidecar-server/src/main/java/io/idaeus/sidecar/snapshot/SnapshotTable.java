/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.snapshot;

import io.idaeus.api.sstable.TableDefinition;
import io.idaeus.sidecar.sstable.SstableEntry;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A table in a snapshot.
 *
 * @param tableId a UUID
 * @param definition when the snapshot was taken; null where Cassandra had to tell it and does not
 * @param definitionUnknown why {@code definition} is null or the table's now; null where it is that of the snapshot
 * @param unlisted whether there is no manifest.json
 * @param sstables by first token; the unreadable and the missing ones last
 */
public record SnapshotTable(
        String tableId,
        @Nullable TableDefinition definition,
        @Nullable String definitionUnknown,
        boolean unlisted,
        List<SstableEntry> sstables) {}
