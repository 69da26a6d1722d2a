/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.faults;

import io.idaeus.api.transfer.TransferRequest;
import io.idaeus.it.harness.process.LoopDisk;
import io.idaeus.it.harness.process.Workspace;
import io.idaeus.it.harness.rows.PayloadTable;
import io.idaeus.it.harness.sidecar.Pair;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Two nodes with a sidecar each, a link to the source, and a table whose rows only the source has. */
final class FaultScene implements AutoCloseable {
    // The smallest size allowed, so that a small table has many pieces.
    static final long PIECE = 4 << 20;

    static final int CONNECTIONS = 4;

    // Slow enough to hit a moment.
    private static final long RATE = 24L << 20;

    private static final PayloadTable TABLE = new PayloadTable("shop", "faulty", 3_000, 16_384);
    private static final int SSTABLE_MIB = 11;
    private static final int DISK_MIB = 640;

    private final @Nullable LoopDisk disk;
    private final Pair pair;
    private final @Nullable Path clockLibrary;
    private final MovableClock sourceClock;
    private final MovableClock destinationClock;

    private FaultScene(Path directory, @Nullable LoopDisk disk) {
        this.disk = disk;
        Path there = disk == null ? directory.resolve("disk") : disk.root();
        clockLibrary = MovableClock.compile(directory);
        sourceClock = MovableClock.at(directory.resolve("source-clock"));
        destinationClock = MovableClock.at(directory.resolve("destination-clock"));
        pair = Pair.in(directory)
                .linked()
                // A full disk would end Cassandra, whose commit log is mapped, before the test learns anything.
                .destination(cluster -> cluster.directory(there)
                        .yaml(
                                "commitlog_directory",
                                directory.resolve("commitlog").toString()))
                .sourceSidecar(sidecar -> sourceClock.addTo(sidecar, clockLibrary))
                .destinationSidecar(sidecar -> destinationClock
                        .addTo(sidecar, clockLibrary)
                        .set("transfers.pieceSize", (PIECE >> 20) + "MiB")
                        .set("transfers.connectionsPerSource", CONNECTIONS)
                        .set("transfers.peerTimeout", "3s")
                        .set("transfers.connectTimeout", "2s")
                        .set("transfers.leaseTtl", "2m"))
                .start();
        TABLE.load(pair.source(), SSTABLE_MIB);
        TABLE.create(pair.destination().cql());
    }

    static FaultScene open() {
        Path directory = Workspace.own("faults");
        LoopDisk disk = LoopDisk.make(directory.resolve("disk"), DISK_MIB);
        try {
            return new FaultScene(directory, disk);
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

    Pair pair() {
        return pair;
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
        return pair.request(TABLE.ref()).toBuilder()
                .onCorrupt(TransferRequest.CorruptPolicy.CONTINUE)
                .connectionsPerSource(CONNECTIONS)
                .maxRate(RATE)
                .build();
    }

    /** Deletes everything that arrived. */
    void clear() {
        pair.destination().cql().execute("TRUNCATE " + TABLE.name());
    }

    @Override
    public void close() {
        pair.close();
        if (disk != null) {
            disk.close();
        }
    }
}
