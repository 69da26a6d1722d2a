/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.competitor;

import io.idaeus.it.bench.agent.FileIndex;
import io.idaeus.it.bench.data.DataSet;
import io.idaeus.it.bench.measure.Ends;
import io.idaeus.it.bench.measure.Sample;
import io.idaeus.it.bench.measure.Server;
import io.idaeus.it.bench.measure.Usage;
import io.idaeus.it.harness.cassandra.CassandraCluster;
import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.it.harness.cassandra.CassandraVersion;
import io.idaeus.it.harness.rows.PayloadTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The product's data planes and its import. Files arrive staged as in a transfer, one directory for each SSTable, and a
 * node on the same file system imports them. A run ends when they are live. The node counts as receiver and lives over
 * all runs; each run recreates the table.
 */
final class IdaeusWithImport implements Competitor {
    private static final int HEAP_MIB = 1024;
    private static final String ANY_TABLE_ID = "0123456789abcdef0123456789abcdef";

    /** The checks that Cassandra makes before it imports. */
    enum Check {
        /** Nothing: the receiver has proven the bytes and read the keys. */
        NOTHING,
        TOKENS,
        /** The digest of Data.db too. */
        EVERYTHING
    }

    private final String name;
    private final IdaeusCompetitor dataPlanes;
    private final Check check;
    private @Nullable CassandraCluster cluster;
    private @Nullable DataSet set;

    IdaeusWithImport(String name, IdaeusCompetitor.Variant variant, Check check, int connections) {
        this.name = name;
        this.dataPlanes = new IdaeusCompetitor(SidecarBuild.current(), variant, connections, 0, Ends.LOOPBACK);
        this.check = check;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public int connections() {
        return dataPlanes.connections();
    }

    @Override
    public List<String> needs() {
        return dataPlanes.needs();
    }

    @Override
    public boolean warmsUp() {
        return true;
    }

    @Override
    public Optional<String> objection(DataSet set) {
        return set.table() == null ? Optional.of("the set holds no SSTables of Cassandra") : Optional.empty();
    }

    @Override
    public void open(DataSet opened, Path scratch) throws IOException {
        set = opened;
        cluster = CassandraCluster.builder(CassandraVersion.V5_0)
                .name("import")
                .heapMiB(HEAP_MIB)
                .optimizing()
                .directory(scratch)
                .start();
        dataPlanes.open(opened, staged(opened.index(), set().requireTable()), scratch);
        if (check == Check.NOTHING) {
            dataPlanes.readKeys();
        }
    }

    @Override
    public Sample run(Path destination) throws IOException {
        CassandraNode node = cluster().node();
        PayloadTable table = set().requireTable();
        table.create(node.cql());
        Usage.resetPeak(node.pid());
        double cpuBefore = Usage.cpuSeconds(node.pid());
        Sample sample = dataPlanes.run(destination, receiver -> importAll(receiver, destination, table));
        Sample both =
                sample.withReceiver(Usage.cpuSeconds(node.pid()) - cpuBefore, (double) Usage.peakRssBytes(node.pid()));
        ImportedRows.check(set(), node, table);
        node.cql().execute("DROP KEYSPACE " + table.keyspace());
        return both;
    }

    // The import moves the files; each run checks the live table.
    @Override
    public List<Path> landed(Path destination) {
        return List.of();
    }

    @Override
    public void close() {
        dataPlanes.close();
        if (cluster != null) {
            cluster.close();
            cluster = null;
        }
    }

    private long importAll(Server receiver, Path destination, PayloadTable table) throws IOException {
        String command = "import %d %s %s %s %s"
                .formatted(
                        cluster().node().jmxPort(),
                        table.keyspace(),
                        table.table(),
                        check != Check.EVERYTHING,
                        destination);
        return Long.parseLong(receiver.ask(command).get(0));
    }

    // Cassandra takes the last two parts of a directory for the table.
    private static FileIndex staged(FileIndex files, PayloadTable table) {
        String below = table.keyspace() + "/" + table.table() + "-" + ANY_TABLE_ID;
        return new FileIndex(files.files().stream()
                .map(file -> {
                    String sstable = file.path().substring(0, file.path().lastIndexOf('-'));
                    return new FileIndex.Entry(sstable + "/" + below + "/" + file.path(), file.size(), file.crc32());
                })
                .toList());
    }

    private CassandraCluster cluster() {
        if (cluster == null) {
            throw new IllegalStateException(name + " is not open");
        }
        return cluster;
    }

    private DataSet set() {
        if (set == null) {
            throw new IllegalStateException(name + " is not open");
        }
        return set;
    }
}
