/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.demo;

import io.idaeus.api.transfer.Transfer;
import io.idaeus.api.transfer.TransferState;
import io.idaeus.it.harness.cassandra.CassandraCluster;
import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.it.harness.cassandra.CassandraVersion;
import io.idaeus.it.harness.cassandra.NodeSstables;
import io.idaeus.it.harness.process.Command;
import io.idaeus.it.harness.process.IdaeusCli;
import io.idaeus.it.harness.process.Workspace;
import io.idaeus.it.harness.rows.ComparableRows;
import io.idaeus.it.harness.rows.PayloadTable;
import io.idaeus.it.harness.rows.TableComparison;
import io.idaeus.it.harness.sidecar.Pair;
import io.idaeus.it.harness.sidecar.SidecarProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * Two one-node clusters with a sidecar each, and a table that moves from the first to the second. Exits with 0 if every
 * row arrived unchanged, 1 if anything differs or fails, 2 for bad settings.
 */
public final class Demo {
    private static final int PARTS = 8;
    private static final int SPANNING = 4;
    private static final String HALF_THE_RING = Long.MIN_VALUE + ":0";
    private static final String OTHER_HALF = "0:" + Long.MIN_VALUE;
    private static final double MEBIBYTE = 1 << 20;

    private final DemoSettings settings;
    private final PayloadTable table;
    private final Path directory = Workspace.own("demo");
    private final Narrator narrator = new Narrator(System.out, 7);

    private Demo(DemoSettings settings) {
        this.settings = settings;
        this.table = new PayloadTable("demo", "payload", settings.rows(), settings.valueBytes());
    }

    public static void main(String[] arguments) {
        DemoSettings settings;
        try {
            settings = DemoSettings.of(System.getenv());
        } catch (IllegalArgumentException e) {
            System.err.println("demo: " + e.getMessage());
            System.exit(2);
            return;
        }
        System.exit(new Demo(settings).run());
    }

    private int run() {
        long began = System.nanoTime();
        try {
            boolean same = moveAndCompare();
            narrator.say("%n%s, %.0f s in total", same ? "Done" : "FAILED", (System.nanoTime() - began) / 1e9);
            return same ? 0 : 1;
        } catch (Exception e) {
            System.err.println("\ndemo: " + e.getMessage());
            return 1;
        }
    }

    private boolean moveAndCompare() throws Exception {
        String release = CassandraVersion.V5_0.release();
        narrator.say(
                "Idaeus moves %,d rows of %,d bytes from one Cassandra %s to another",
                settings.rows(), settings.valueBytes(), release);
        List<CassandraCluster> clusters = narrator.step("Starting two clusters of one node each", this::clusters);
        try (CassandraCluster first = clusters.get(0);
                CassandraCluster second = clusters.get(1);
                Pair pair = narrator.step(
                        "Starting a sidecar beside each node", () -> sidecars(first.node(), second.node()))) {
            narrator.step("Writing the rows to the first node", () -> written(first.node(), second.node()));
            boolean same = transferred(pair);
            if (settings.keep()) {
                new Tour(narrator, table, pair.sourceSidecar(), pair.destinationSidecar()).untilInterrupted();
            }
            return same;
        }
    }

    private List<CassandraCluster> clusters() {
        List<CassandraCluster> clusters = CassandraCluster.startTogether(cluster("source"), cluster("destination"));
        clusters.forEach(cluster -> narrator.say(
                "      %-12s %s, logs in %s",
                cluster.name(),
                cluster.node().address(),
                cluster.node().directory().resolve("logs")));
        return clusters;
    }

    private CassandraCluster.Builder cluster(String name) {
        return CassandraCluster.builder(CassandraVersion.V5_0).name(name).directory(directory);
    }

    private Pair sidecars(CassandraNode first, CassandraNode second) {
        Pair pair = Pair.between(first, second)
                .sidecars(SidecarProcess.Builder::optimizing)
                .start();
        for (SidecarProcess sidecar : List.of(pair.sourceSidecar(), pair.destinationSidecar())) {
            narrator.say("      %-22s %s", sidecar.name(), sidecar.restUri());
        }
        return pair;
    }

    /**
     * One row of four is in an SSTable that spans the ring, as after size-tiered compaction. The others are in SSTables
     * that have a range of their own each, as after leveled compaction.
     */
    private Void written(CassandraNode source, CassandraNode destination) {
        table.create(source.cql());
        table.create(destination.cql());
        flushed(source, LongStream.range(0, settings.rows()).filter(Demo::isInSpanning));
        long width = Long.MIN_VALUE / PARTS * -2;
        for (int part = 0; part < PARTS; part++) {
            long left = Long.MIN_VALUE + part * width;
            long right = part == PARTS - 1 ? Long.MAX_VALUE : left + width;
            flushed(source, table.idsBetween(source.cql(), left, right).filter(id -> !isInSpanning(id)));
        }
        List<NodeSstables> sstables = NodeSstables.in(
                source.tableDirectories(table.keyspace(), table.table()).get(0));
        long bytes = sstables.stream().mapToLong(NodeSstables::size).sum();
        narrator.say("      %d SSTables, %.1f MiB", sstables.size(), bytes / MEBIBYTE);
        return null;
    }

    private static boolean isInSpanning(long id) {
        return id % SPANNING == 0;
    }

    private void flushed(CassandraNode node, LongStream ids) {
        table.insert(node.cql(), ids);
        node.flush(table.keyspace(), table.table());
    }

    private boolean transferred(Pair pair) throws Exception {
        String source = pair.sourceSidecar().restUri().toString();
        String destination = pair.destinationSidecar().restUri().toString();
        narrator.announce("Listing its SSTables in half of the ring");
        run("--url", source, "sstables", table.name(), "--range", HALF_THE_RING);

        narrator.announce("Transferring that half to the second node");
        transfer(source, destination, HALF_THE_RING);
        run("--url", destination, "transfer", "show", latest(pair, 1).get(0).id(), "--sstables");

        narrator.announce("Transferring the other half");
        transfer(source, destination, OTHER_HALF);

        TableComparison comparison =
                narrator.step("Comparing every row", () -> compared(pair.source(), pair.destination()));
        comparison.differences().forEach(difference -> narrator.say("      %s", difference));
        moved(latest(pair, 2));
        return comparison.same() && comparison.rows() == settings.rows();
    }

    private TableComparison compared(CassandraNode first, CassandraNode second) {
        TableComparison comparison = ComparableRows.withWriteTimes(first.cql(), table.keyspace(), table.table())
                .compareWith(ComparableRows.withWriteTimes(second.cql(), table.keyspace(), table.table()));
        narrator.say("      %,d rows match, %,d differ", comparison.rows(), comparison.differing());
        return comparison;
    }

    private void transfer(String source, String destination, String range) {
        run(
                "--url",
                destination,
                "transfer",
                "start",
                "--source",
                source,
                "--table",
                table.name(),
                "--range",
                range,
                "--watch");
    }

    private static List<Transfer> latest(Pair pair, int count) {
        return pair.destinationClient().transfers(null, count).transfers();
    }

    private void moved(List<Transfer> transfers) {
        Map<TransferState, Double> phases = new EnumMap<>(TransferState.class);
        transfers.forEach(
                transfer -> transfer.phases().forEach(time -> phases.merge(time.phase(), time.seconds(), Double::sum)));
        long bytes = transfers.stream()
                .mapToLong(transfer -> transfer.progress().bytesFetched())
                .sum();
        long sstables = transfers.stream()
                .mapToLong(transfer -> transfer.sstables().imported())
                .sum();
        String seconds = phases.entrySet().stream()
                .map(phase -> String.format(
                        Locale.ROOT, "%s %.2f s", phase.getKey().name().toLowerCase(Locale.ROOT), phase.getValue()))
                .collect(Collectors.joining(", "));
        narrator.say(
                "%nMoved %d SSTables and slices, %,d bytes, %.0f MiB/s while pulling (%s)",
                sstables,
                bytes,
                bytes / MEBIBYTE / Math.max(phases.getOrDefault(TransferState.PULLING, 0.0), 1e-3),
                seconds);
    }

    /** Prints the command, then runs it on this terminal. */
    private void run(String... arguments) {
        narrator.say("      $ idaeus %s%n", String.join(" ", arguments));
        Command command = IdaeusCli.command(arguments).within(Duration.ofHours(2));
        int exitCode = command.runAttached();
        if (exitCode != 0) {
            throw new IllegalStateException("idaeus ended with exit code " + exitCode + "; logs are in " + directory);
        }
    }
}
