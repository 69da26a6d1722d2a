/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.scale;

import io.idaeus.api.TableRef;
import io.idaeus.api.imports.ImportOptions;
import io.idaeus.api.transfer.Transfer;
import io.idaeus.api.transfer.TransferRequest;
import io.idaeus.api.transfer.TransferState;
import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.it.harness.cassandra.NodeSstables;
import io.idaeus.it.harness.cassandra.SstableDamage;
import io.idaeus.it.harness.process.ProcessFigures;
import io.idaeus.it.harness.process.Workspace;
import io.idaeus.it.harness.rows.PayloadTable;
import io.idaeus.it.harness.sidecar.Pair;
import io.idaeus.it.harness.sidecar.SidecarProcess;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * {@code small}: one transfer of 50,000 SSTables of a few KiB. Cassandra keeps two files of each open. Where the limit
 * on open files forbids that, Cassandra refuses each SSTable; the sidecar's work stays the same.
 *
 * <p>{@code cut_small}: half of each of them. Where they cannot be imported, the transfer is cancelled before that.
 */
final class ManySmall implements Scenario {
    private static final PayloadTable TABLE = new PayloadTable("scale", "small", 200, 200);
    private static final TableRef REF = new TableRef("scale", "small");
    private static final String HALF = Long.MIN_VALUE + ":0";
    private static final int WRITTEN = 20;
    private static final int FIRST_NUMBER = 1_000;

    // Eight files of a page each on both sides, and their directories.
    private static final long ROOM_EACH = 2 * 12 * 4096;

    private static final int DESCRIPTORS_EACH = 2;
    private static final int OTHER_DESCRIPTORS = 1_000;
    private static final Duration LONGEST = Duration.ofMinutes(30);
    private static final Duration EVERY = Duration.ofMillis(250);

    private final boolean cut;

    ManySmall(boolean cut) {
        this.cut = cut;
    }

    @Override
    public void run(ScaleSettings settings, ScaleReport report) {
        int count = settings.count();
        RequiredSpace.require(Workspace.target(), count * ROOM_EACH + (2L << 30));
        long allowed = new ProcessFigures(ProcessHandle.current().pid()).descriptorsAllowed();
        boolean imports = count * DESCRIPTORS_EACH + OTHER_DESCRIPTORS <= allowed;
        try (Pair pair = Pair.named(cut ? "scale-cut-small" : "scale-small")
                // Mapped files would exceed the maps that Linux grants a process.
                .destination(cluster -> cluster.heapMiB(imports ? 640 + count / 20 : 512)
                        .yaml("disk_access_mode", "standard")
                        .yaml("read_request_timeout", "60000ms"))
                .sidecars(sidecar -> sidecar.optimizing().jvmOptions(Peaks.JVM_OPTIONS))
                .start()) {
            report.figure("SSTables", count);
            fill(pair, count, imports || cut);
            double before = pair.destinationSidecar().startTime().toMillis() / 1000.0;
            transfer(pair, imports, count, report);
            if (imports) {
                expectRows(pair, report);
            } else {
                report.figure("not imported, because the limit on open files is", allowed);
            }
            restart("source", pair.sourceSidecar(), before, report);
            restart("destination", pair.destinationSidecar(), before, report);
        }
    }

    private static void fill(Pair pair, int count, boolean readable) {
        TABLE.create(pair.source().cql());
        TABLE.create(pair.destination().cql());
        long rows = TABLE.rows() / WRITTEN;
        for (int i = 0; i < WRITTEN; i++) {
            TABLE.insert(pair.source().cql(), LongStream.range(i * rows, (i + 1) * rows));
            pair.source().flush(TABLE.keyspace(), TABLE.table());
        }
        List<NodeSstables> written = NodeSstables.in(
                pair.source().tableDirectories(TABLE.keyspace(), TABLE.table()).get(0));
        HandMadeSnapshot snapshot = HandMadeSnapshot.of(pair.source(), TABLE.keyspace(), TABLE.table());
        for (int i = 0; i < count; i++) {
            NodeSstables copy = snapshot.add(written.get(i % written.size()), FIRST_NUMBER + i);
            if (!readable) {
                SstableDamage.zeroPageAsWritten(copy);
            }
        }
        snapshot.complete();
    }

    private void transfer(Pair pair, boolean imports, int count, ScaleReport report) {
        try (Peaks source = Peaks.watching(pair.sourceSidecar());
                Peaks destination = Peaks.watching(pair.destinationSidecar())) {
            String id = pair.destinationClient()
                    .createTransfer(request(pair, imports), null)
                    .id();
            Transfer end = pair.await(id, LONGEST, EVERY, transfer -> cut && !imports && isPulled(transfer));
            report.phases(end);
            report.expect(end.sstables().planned() == count, count + " SSTables planned", end);
            if (imports) {
                report.expect(end.outcome() == Transfer.Outcome.COMPLETE, "a complete transfer", end);
                report.expect(end.sstables().imported() == count, count + " SSTables imported", end.sstables());
            } else if (cut) {
                report.expect(end.sstables().fetched() == count, count + " SSTables fetched", end.sstables());
                pair.destinationClient().cancelTransfer(id);
                pair.await(id, LONGEST, EVERY, transfer -> false);
            } else {
                report.expect(end.sstables().fetched() == count, count + " SSTables fetched", end.sstables());
                report.expect(end.sstables().failed() == count, count + " SSTables refused", end.sstables());
            }
            source.reportTo("source", report);
            destination.reportTo("destination", report);
        }
    }

    private static boolean isPulled(Transfer transfer) {
        return transfer.state() == TransferState.IMPORTING;
    }

    // Without readable rows, only a verification makes Cassandra refuse.
    private TransferRequest request(Pair pair, boolean readable) {
        TransferRequest request = HandMadeSnapshot.named(pair.request(REF))
                .ranges(cut ? List.of(HALF) : null)
                .build();
        return readable || cut
                ? request
                : request.toBuilder()
                        .importOptions(new ImportOptions(null, null, null, null, null, null, null, true, null, null))
                        .build();
    }

    // By key: each row is in thousands of SSTables.
    private void expectRows(Pair pair, ScaleReport report) {
        CassandraNode node = pair.destination();
        Set<Long> wanted = TABLE.idsBetween(node.cql(), Long.MIN_VALUE, cut ? 0 : Long.MAX_VALUE)
                .boxed()
                .collect(Collectors.toSet());
        report.figure("Cassandra descriptors", new ProcessFigures(node.pid()).descriptors());
        for (long id = 0; id < TABLE.rows(); id += TABLE.rows() / WRITTEN) {
            int found = node.cql()
                    .execute("SELECT payload FROM " + TABLE.name() + " WHERE id = ?", id)
                    .size();
            report.expect(
                    found == (wanted.contains(id) ? 1 : 0),
                    "row " + id + (wanted.contains(id) ? "" : " only at the source"),
                    found + " rows");
        }
    }

    /** Restarts with this transfer and its manifest in the state directory. */
    private static void restart(String side, SidecarProcess sidecar, double before, ScaleReport report) {
        sidecar.restart();
        double ready = sidecar.startTime().toMillis() / 1000.0;
        report.atMost(side + " ready again after", ready, before + ScaleBounds.READY_SECONDS, "s");
    }
}
