/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.snapshot;

import io.idaeus.sidecar.cassandra.CassandraDoor;
import io.idaeus.sidecar.sstable.SstableCatalog;
import io.idaeus.sidecar.store.JsonStore;
import java.nio.file.Path;
import java.time.Clock;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** The services of this package, put together over one state directory. */
public record Snapshots(
        SnapshotService service, LeaseService leases, ManifestService manifests, SnapshotReaper reaper) {
    private static final int REMEMBERED_CHECKSUMS = 100_000;

    /**
     * Time and chance, and the threads to work on; who gives them ends them.
     *
     * @param nanoTime a monotonic clock, as {@link System#nanoTime}
     * @param ids time-ordered
     * @param reaper one thread is enough
     * @param builders as many manifests are made at a time as it has threads
     */
    public record Surroundings(
            Clock clock,
            LongSupplier nanoTime,
            Supplier<UUID> ids,
            ScheduledExecutorService reaper,
            ExecutorService builders) {}

    /**
     * Loads what an earlier process left. {@link SnapshotReaper#start} is the caller's to call.
     *
     * @param state this package's own directory
     */
    public static Snapshots open(
            Path state, CassandraDoor door, SstableCatalog catalog, LowSpace lowSpace, Surroundings surroundings) {
        return open(state, NodeCalls.of(door), catalog, lowSpace, surroundings);
    }

    static Snapshots open(Path state, NodeCalls node, SstableCatalog catalog, LowSpace lowSpace, Surroundings with) {
        OwnSnapshots own =
                new OwnSnapshots(JsonStore.open(state.resolve("snapshots"), OwnSnapshot.class), with.clock());
        LeaseTable leases =
                new LeaseTable(JsonStore.open(state.resolve("leases"), LeaseRecord.class), own, with.nanoTime());
        SnapshotDirectories directories =
                new SnapshotDirectories(() -> node.identity().get().dataDirectories());
        SnapshotContents contents = new SnapshotContents(directories, own, catalog, node.declared());
        ManifestShelf shelf = new ManifestShelf(JsonStore.open(state.resolve("manifests"), ManifestRecord.class));
        ManifestService manifests = new ManifestService(
                new ManifestHeaders(contents, shelf, node.identity()),
                contents,
                new Checksums(REMEMBERED_CHECKSUMS),
                shelf,
                with.builders());
        SnapshotReaper reaper = new SnapshotReaper(
                own, leases, lowSpace, directories, manifests, node.clear(), with.clock(), with.reaper());
        return new Snapshots(
                new SnapshotService(
                        node, own, leases, reaper, manifests, directories, contents, with.clock(), with.ids()),
                new LeaseService(leases, reaper, directories, with.clock()),
                manifests,
                reaper);
    }
}
