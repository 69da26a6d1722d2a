/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.snapshot;

import io.idaeus.sidecar.audit.AuditLog;
import io.idaeus.sidecar.cassandra.CassandraDoor;
import io.idaeus.sidecar.cassandra.schema.KeyspacePolicy;
import io.idaeus.sidecar.snapshot.content.ManagedSnapshot;
import io.idaeus.sidecar.snapshot.content.ManagedSnapshots;
import io.idaeus.sidecar.snapshot.content.ManifestRecord;
import io.idaeus.sidecar.snapshot.content.SnapshotContents;
import io.idaeus.sidecar.snapshot.content.SnapshotDirectories;
import io.idaeus.sidecar.snapshot.content.SnapshotQuotas;
import io.idaeus.sidecar.snapshot.manifest.Checksums;
import io.idaeus.sidecar.snapshot.manifest.ManifestHeaders;
import io.idaeus.sidecar.snapshot.manifest.ManifestService;
import io.idaeus.sidecar.snapshot.manifest.StoredManifests;
import io.idaeus.sidecar.snapshot.schema.SnapshotSchemas;
import io.idaeus.sidecar.sstable.SstableCatalog;
import io.idaeus.sidecar.store.JsonStore;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.nio.file.Path;
import java.time.Clock;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** The services of this package over one state directory. */
public record Snapshots(
        SnapshotService service,
        LeaseService leases,
        ManifestService manifests,
        SnapshotReaper reaper,
        SnapshotMetrics metrics) {
    private static final int REMEMBERED_CHECKSUMS = 100_000;

    /**
     * The caller owns the executors.
     *
     * @param nanoTime as {@link System#nanoTime}
     * @param ids time-ordered
     * @param reaper one thread is enough
     * @param builders builds one manifest on each thread
     */
    @RecordBuilder
    public record Surroundings(
            Clock clock,
            LongSupplier nanoTime,
            Supplier<UUID> ids,
            ScheduledExecutorService reaper,
            ExecutorService builders,
            KeyspacePolicy keyspaces,
            SnapshotQuotas quotas,
            AuditLog audit) {}

    /**
     * Loads what an earlier process left. The caller calls {@link SnapshotReaper#start}.
     *
     * @param state directory for this package's records
     */
    public static Snapshots open(
            Path state, CassandraDoor door, SstableCatalog catalog, LowSpace lowSpace, Surroundings surroundings) {
        return open(state, NodeCalls.of(door), catalog, lowSpace, surroundings);
    }

    public static Snapshots open(
            Path state, NodeCalls node, SstableCatalog catalog, LowSpace lowSpace, Surroundings with) {
        ManagedSnapshots managed = new ManagedSnapshots(
                JsonStore.open(state.resolve("snapshots"), ManagedSnapshot.class), with.clock(), with.nanoTime());
        LeaseTable leases = new LeaseTable(
                JsonStore.open(state.resolve("leases"), LeaseRecord.class), managed, with.quotas(), with.nanoTime());
        SnapshotDirectories directories =
                new SnapshotDirectories(() -> node.identity().get().dataDirectories());
        SnapshotContents contents = new SnapshotContents(directories, managed, catalog, node.declared(), with.clock());
        SnapshotSchemas schemas = new SnapshotSchemas(contents);
        StoredManifests stored = new StoredManifests(JsonStore.open(state.resolve("manifests"), ManifestRecord.class));
        ManifestService manifests = new ManifestService(
                new ManifestHeaders(contents, schemas, stored, node.identity()),
                contents,
                new Checksums(REMEMBERED_CHECKSUMS),
                stored,
                with.keyspaces(),
                with.quotas(),
                with.builders());
        SnapshotReaper reaper = new SnapshotReaper(
                managed, leases, lowSpace, directories, manifests, node.clear(), with.reaper(), with.audit());
        SnapshotService service = new SnapshotService(
                node, with.keyspaces(), managed, leases, reaper, directories, contents, schemas, with.ids());
        return new Snapshots(
                service,
                new LeaseService(leases, reaper, directories, with.clock()),
                manifests,
                reaper,
                new SnapshotMetrics(service, leases, with.clock()));
    }
}
