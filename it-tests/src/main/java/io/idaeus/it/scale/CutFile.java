/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.scale;

import io.idaeus.api.transfer.Transfer;
import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.it.harness.cassandra.NodeSstables;
import io.idaeus.it.harness.process.Workspace;
import io.idaeus.it.harness.rows.PayloadTable;
import io.idaeus.it.harness.sidecar.Pair;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;

/** {@code cut_file}: half of the ring from one SSTable of 20 GiB, with rows of 16 KiB. */
final class CutFile implements Scenario {
    private static final long SIZE = 20L << 30;
    private static final int ROW_BYTES = 16 << 10;
    private static final int WRITTEN_MIB = 256;
    private static final double GIBIBYTE = 1 << 30;
    private static final int SAMPLES = 1_000;
    private static final Duration LONGEST = Duration.ofMinutes(30);
    private static final Duration EVERY = Duration.ofMillis(250);

    @Override
    public void run(ScaleSettings settings, ScaleReport report) {
        long size = settings.scaled(SIZE);
        // The source compacts small SSTables to one; later the destination has what it fetched, and what it cut of it.
        RequiredSpace.require(Workspace.target(), 2 * size + size / 10 + (2L << 30));
        PayloadTable table = new PayloadTable("scale", "wide", Math.max(1, size / ROW_BYTES), ROW_BYTES);
        try (Pair pair = Pair.named("scale-cut")
                .clusters(cluster -> cluster.yaml("compaction_throughput", "0MiB/s"))
                .sidecars(sidecar -> sidecar.optimizing().jvmOptions(Peaks.JVM_OPTIONS))
                .start()) {
            NodeSstables written = written(pair.source(), table);
            table.create(pair.destination().cql());
            report.figure("files", written.size() / GIBIBYTE, "GiB");
            transfer(pair, table, report);
            expectRows(pair, table, report);
        }
    }

    private static NodeSstables written(CassandraNode node, PayloadTable table) {
        table.load(node, WRITTEN_MIB);
        node.nodetool(LONGEST, "compact", table.keyspace(), table.table()).orThrow();
        Path directory = node.tableDirectories(table.keyspace(), table.table()).get(0);
        // Cassandra deletes the others a little later.
        return Awaitility.await("one SSTable")
                .atMost(Duration.ofMinutes(2))
                .until(() -> NodeSstables.in(directory), found -> found.size() == 1)
                .get(0);
    }

    private static void transfer(Pair pair, PayloadTable table, ScaleReport report) {
        try (Peaks source = Peaks.watching(pair.sourceSidecar());
                Peaks destination = Peaks.watching(pair.destinationSidecar())) {
            String id = pair.destinationClient()
                    .createTransfer(
                            pair.request(table.ref()).toBuilder()
                                    .ranges(List.of(Long.MIN_VALUE + ":0"))
                                    .build(),
                            null)
                    .id();
            Transfer end = pair.await(id, LONGEST, EVERY, transfer -> false);
            report.expect(end.outcome() == Transfer.Outcome.COMPLETE, "a complete transfer", end);
            report.figure("fetched", end.progress().bytesFetched() / GIBIBYTE, "GiB");
            report.phases(end);
            source.reportTo("source", report);
            destination.reportTo("destination", report);
        }
    }

    // Some by key; Cassandra reads all of them to verify them.
    private static void expectRows(Pair pair, PayloadTable table, ScaleReport report) {
        CassandraNode node = pair.destination();
        Set<Long> wanted =
                table.idsBetween(node.cql(), Long.MIN_VALUE, 0).boxed().collect(Collectors.toSet());
        Random random = new Random(1);
        for (int i = 0; i < SAMPLES; i++) {
            long id = random.nextLong(table.rows());
            var found = node.cql().execute("SELECT payload FROM " + table.name() + " WHERE id = ?", id);
            boolean right = wanted.contains(id)
                    ? found.size() == 1 && table.payload(id).equals(found.get(0).getByteBuffer("payload"))
                    : found.isEmpty();
            report.expect(
                    right, "row " + id + (wanted.contains(id) ? "" : " only at the source"), found.size() + " rows");
        }
        node.verify(LONGEST, table.keyspace(), table.table());
    }
}
