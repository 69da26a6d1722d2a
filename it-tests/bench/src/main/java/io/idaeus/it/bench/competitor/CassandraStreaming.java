/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.competitor;

import io.idaeus.it.bench.data.DataSet;
import io.idaeus.it.bench.measure.Sample;
import io.idaeus.it.bench.measure.Sides;
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
 * Cassandra's own streaming of entire SSTables without throughput caps. The second of two nodes, each its own data
 * centre, rebuilds a keyspace from the first. Each run needs a new keyspace, because a node requests no range twice;
 * the first node imports hard links of the set into it.
 */
final class CassandraStreaming implements Competitor {
    private static final int HEAP_MIB = 1024;

    private @Nullable CassandraCluster cluster;
    private @Nullable DataSet set;
    private int runs;

    @Override
    public String name() {
        return "cassandra";
    }

    @Override
    public int connections() {
        return 1;
    }

    @Override
    public List<String> needs() {
        return List.of();
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
    public void open(DataSet opened, Path scratch) {
        set = opened;
        cluster = CassandraCluster.builder(CassandraVersion.V5_0)
                .name("bench")
                .datacenters("from", "to")
                .numTokens(1)
                .heapMiB(HEAP_MIB)
                .optimizing()
                .yaml("stream_entire_sstables", true)
                .yaml("stream_throughput_outbound", "0MiB/s")
                .yaml("inter_dc_stream_throughput_outbound", "0MiB/s")
                .yaml("entire_sstable_stream_throughput_outbound", "0MiB/s")
                .yaml("entire_sstable_inter_dc_stream_throughput_outbound", "0MiB/s")
                .directory(scratch)
                .start();
    }

    @Override
    public Sample run(Path destination) throws IOException {
        CassandraNode from = cluster().node(0);
        CassandraNode to = cluster().node(1);
        String keyspace = "bench" + ++runs;
        PayloadTable table = load(from, keyspace);
        List.of(from, to).forEach(node -> Usage.resetPeak(node.pid()));
        double fromBefore = Usage.cpuSeconds(from.pid());
        double toBefore = Usage.cpuSeconds(to.pid());
        double seconds = to.rebuild("from", keyspace).toNanos() / 1e9;
        Sample sample = new Sample(
                seconds,
                new Sides(Usage.cpuSeconds(from.pid()) - fromBefore, Usage.cpuSeconds(to.pid()) - toBefore),
                new Sides(Usage.peakRssBytes(from.pid()), Usage.peakRssBytes(to.pid())),
                null);
        ImportedRows.check(set(), to, table);
        from.cql().execute("DROP KEYSPACE " + keyspace);
        return sample;
    }

    // Cassandra renames the files; each run checks the live table.
    @Override
    public List<Path> landed(Path destination) {
        return List.of();
    }

    @Override
    public void close() {
        if (cluster != null) {
            cluster.close();
            cluster = null;
        }
    }

    /** Creates a keyspace that the first node holds and the second lacks. */
    private PayloadTable load(CassandraNode from, String keyspace) {
        PayloadTable written = set().requireTable();
        PayloadTable table = new PayloadTable(keyspace, written.table(), written.rows(), written.valueBytes());
        from.cql().execute("CREATE KEYSPACE " + keyspace + " WITH replication = " + replication("'from': 1"));
        table.create(from.cql());
        from.nodetool(
                        "import",
                        "--copy-data",
                        keyspace,
                        table.table(),
                        set().directory().toString())
                .orThrow();
        from.cql().execute("ALTER KEYSPACE " + keyspace + " WITH replication = " + replication("'from': 1, 'to': 1"));
        return table;
    }

    private static String replication(String datacenters) {
        return "{'class': 'NetworkTopologyStrategy', " + datacenters + "}";
    }

    private CassandraCluster cluster() {
        if (cluster == null) {
            throw new IllegalStateException("cassandra is not open");
        }
        return cluster;
    }

    private DataSet set() {
        if (set == null) {
            throw new IllegalStateException("cassandra is not open");
        }
        return set;
    }
}
