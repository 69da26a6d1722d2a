/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.faults;

import io.idaeus.api.SourceRef;
import io.idaeus.api.TableRef;
import io.idaeus.api.TransferRequest;
import io.idaeus.client.SidecarClient;
import io.idaeus.it.harness.CassandraCluster;
import io.idaeus.it.harness.CassandraNode;
import io.idaeus.it.harness.CassandraVersion;
import io.idaeus.it.harness.Link;
import io.idaeus.it.harness.LoopDisk;
import io.idaeus.it.harness.PayloadTable;
import io.idaeus.it.harness.SidecarProcess;
import io.idaeus.it.harness.Workspace;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Two nodes with a sidecar each, a link to the source, and a table whose rows only the source has. */
final class Scene implements AutoCloseable {
    // The smallest size allowed, so that a small table has many pieces.
    static final long PIECE = 4 << 20;

    static final int CONNECTIONS = 4;

    // Slow enough to hit a moment.
    private static final long RATE = 24L << 20;

    private static final PayloadTable TABLE = new PayloadTable("shop", "faulty", 3_000, 16_384);
    private static final int SSTABLE_MIB = 11;
    private static final int DISK_MIB = 640;

    private final @Nullable LoopDisk disk;
    private final CassandraCluster source;
    private final CassandraCluster destination;
    private final Link link;
    private final SidecarProcess sourceSidecar;
    private final SidecarProcess destinationSidecar;
    private final SidecarClient sourceClient;
    private final SidecarClient destinationClient;
    private final @Nullable Path clockLibrary;
    private final MovableClock sourceClock;
    private final MovableClock destinationClock;

    private Scene(Path directory, @Nullable LoopDisk disk) {
        this.disk = disk;
        Path there = disk == null ? directory.resolve("disk") : disk.root();
        List<CassandraCluster> clusters = CassandraCluster.startTogether(
                CassandraCluster.builder(CassandraVersion.V5_0)
                        .name("faults-source")
                        .directory(directory),
                // A full disk would end Cassandra, whose commit log is mapped, before the test learns anything.
                CassandraCluster.builder(CassandraVersion.V5_0)
                        .name("faults-destination")
                        .directory(there)
                        .yaml(
                                "commitlog_directory",
                                directory.resolve("commitlog").toString()));
        source = clusters.get(0);
        destination = clusters.get(1);
        link = Link.to(source.node());
        clockLibrary = MovableClock.compile(directory);
        sourceClock = MovableClock.at(directory.resolve("source-clock"));
        destinationClock = MovableClock.at(directory.resolve("destination-clock"));
        sourceSidecar = sourceClock
                .addTo(SidecarProcess.beside(source.node()), clockLibrary)
                .set("data.advertisedHost", link.address())
                .set("snapshots.reaperInterval", "1s")
                .build();
        destinationSidecar = destinationClock
                .addTo(SidecarProcess.beside(destination.node()), clockLibrary)
                .allowPeers(link.address())
                .set("transfers.pieceSize", (PIECE >> 20) + "MiB")
                .set("transfers.connectionsPerSource", CONNECTIONS)
                .set("transfers.peerTimeout", "3s")
                .set("transfers.connectTimeout", "2s")
                .set("transfers.leaseTtl", "2m")
                .build();
        SidecarProcess.startTogether(sourceSidecar, destinationSidecar);
        sourceClient = SidecarClient.of(sourceSidecar.restUri());
        destinationClient = SidecarClient.of(destinationSidecar.restUri());
        TABLE.load(source.node(), SSTABLE_MIB);
        TABLE.create(destination.cql());
    }

    static Scene open() {
        Path directory = Workspace.own("faults");
        LoopDisk disk = LoopDisk.make(directory.resolve("disk"), DISK_MIB);
        try {
            return new Scene(directory, disk);
        } catch (RuntimeException e) {
            if (disk != null) {
                disk.close();
            }
            throw e;
        }
    }

    /** False where this machine lacks the means. */
    boolean can(Fault fault) {
        return switch (fault) {
            case FILL_STAGING, FREEZE_STAGING -> disk != null;
            case JUMP_DESTINATION_CLOCK, JUMP_SOURCE_CLOCK -> clockLibrary != null;
            default -> true;
        };
    }

    PayloadTable table() {
        return TABLE;
    }

    CassandraNode sourceNode() {
        return source.node();
    }

    CassandraNode destinationNode() {
        return destination.node();
    }

    SidecarProcess sourceSidecar() {
        return sourceSidecar;
    }

    SidecarProcess destinationSidecar() {
        return destinationSidecar;
    }

    SidecarClient sourceClient() {
        return sourceClient;
    }

    SidecarClient destinationClient() {
        return destinationClient;
    }

    Link link() {
        return link;
    }

    MovableClock sourceClock() {
        return sourceClock;
    }

    MovableClock destinationClock() {
        return destinationClock;
    }

    LoopDisk disk() {
        if (disk == null) {
            throw new IllegalStateException("cannot create a loop file system");
        }
        return disk;
    }

    /** The whole table over the link, slowly. */
    TransferRequest request() {
        URI uri = URI.create("http://" + link.address() + ":" + SidecarProcess.CONTROL_PORT);
        return TransferRequest.builder(
                        List.of(SourceRef.at(uri.toString())), List.of(new TableRef(TABLE.keyspace(), TABLE.table())))
                .onCorrupt(TransferRequest.CorruptPolicy.CONTINUE)
                .accept(List.of("NO_HOST_ID"))
                .connectionsPerSource(CONNECTIONS)
                .maxRate(RATE)
                .build();
    }

    /** Deletes everything that arrived. */
    void clear() {
        destination.cql().execute("TRUNCATE " + TABLE.name());
    }

    @Override
    public void close() {
        link.close();
        destinationSidecar.close();
        sourceSidecar.close();
        destination.close();
        source.close();
        if (disk != null) {
            disk.close();
        }
    }
}
