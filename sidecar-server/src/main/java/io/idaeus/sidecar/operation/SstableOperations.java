/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.operation;

import io.idaeus.api.TableRef;
import io.idaeus.api.contract.Permission;
import io.idaeus.api.sstable.Overlap;
import io.idaeus.api.sstable.SstablePage;
import io.idaeus.api.sstable.SstablePageBuilder;
import io.idaeus.sidecar.cassandra.CassandraDoor;
import io.idaeus.sidecar.cassandra.schema.KeyspacePolicy;
import io.idaeus.sidecar.cassandra.schema.TableName;
import io.idaeus.sidecar.problem.UnreadableFiles;
import io.idaeus.sidecar.ring.TokenRanges;
import io.idaeus.sidecar.snapshot.SnapshotService;
import io.idaeus.sidecar.snapshot.SnapshotTable;
import io.idaeus.sidecar.snapshot.content.SnapshotTag;
import io.idaeus.sidecar.sstable.SstableCatalog;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The SSTables of a table, by token range. */
public final class SstableOperations {
    private final CassandraDoor door;
    private final SstableCatalog catalog;
    private final SnapshotService snapshots;
    private final KeyspacePolicy keyspaces;

    SstableOperations(CassandraDoor door, SstableCatalog catalog, SnapshotService snapshots, KeyspacePolicy keyspaces) {
        this.door = door;
        this.catalog = catalog;
        this.snapshots = snapshots;
        this.keyspaces = keyspaces;
    }

    /**
     * @param snapshot null for the live SSTables
     * @param overlap null or empty for all that overlap the ranges
     */
    public SstablePage sstables(
            Call call,
            TableRef table,
            TokenRanges ranges,
            @Nullable String snapshot,
            @Nullable List<Overlap> overlap,
            Paging paging) {
        call.require(Permission.OBSERVE, table.keyspace());
        TableName name = new TableName(table.keyspace(), table.table());
        if (snapshot != null) {
            SnapshotTag.requireName("snapshot", snapshot);
        }
        keyspaces.requireListed(name.keyspace());
        SnapshotTable found = snapshot == null ? live(name) : snapshots.sstables(snapshot, table);
        TableListing listing = new TableListing(found.sstables(), ranges, wanted(overlap));
        var page = listing.page(paging);
        return SstablePageBuilder.builder()
                .keyspace(name.keyspace())
                .table(name.table())
                .tableId(found.tableId())
                .definition(found.definition())
                .definitionUnknown(found.definitionUnknown())
                .unlisted(found.unlisted() ? true : null)
                .sstables(page.items())
                .total(listing.total())
                .totalBytes(listing.totalBytes())
                .next(page.next())
                .build();
    }

    private SnapshotTable live(TableName name) {
        String id = door.schemas().table(name).id().toString();
        List<Path> directories = door.tables().directories(name);
        try {
            return new SnapshotTable(id, null, null, false, catalog.live(directories));
        } catch (IOException e) {
            throw UnreadableFiles.problem(directories, e);
        }
    }

    private static Set<Overlap> wanted(@Nullable List<Overlap> overlap) {
        return overlap == null || overlap.isEmpty()
                ? EnumSet.of(Overlap.CONTAINED, Overlap.PARTIAL)
                : EnumSet.copyOf(overlap);
    }
}
