/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.slices;

import io.idaeus.api.transfer.SourceRef;
import io.idaeus.api.transfer.Transfer;
import io.idaeus.api.transfer.TransferRequest;
import io.idaeus.api.transfer.TransferRequest.PartialOverlapPolicy;
import io.idaeus.client.SidecarClient;
import io.idaeus.it.bench.measure.Usage;
import io.idaeus.it.harness.cassandra.CassandraCluster;
import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.it.harness.cassandra.CassandraVersion;
import io.idaeus.it.harness.rows.PayloadTable;
import io.idaeus.it.harness.sidecar.SidecarProcess;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/**
 * One node with all rows, and two of another data centre that take turns on the ring: each owns half of it in sixteen
 * ranges. Each run has a keyspace of its own, because a node requests no range twice. The first of the two gets its half.
 */
final class SlicedRing implements AutoCloseable {
    private static final int HEAP_MIB = 1024;
    private static final int RANGES = 16;
    private static final Duration LONGEST = Duration.ofMinutes(30);

    private final CassandraCluster cluster;
    private final SidecarProcess source;
    private final SidecarProcess destination;
    private final PayloadTable table;
    private final Path files;
    private int runs;

    private SlicedRing(
            CassandraCluster cluster,
            SidecarProcess source,
            SidecarProcess destination,
            PayloadTable table,
            Path files) {
        this.cluster = cluster;
        this.source = source;
        this.destination = destination;
        this.table = table;
        this.files = files;
    }

    /** @param files the SSTables of the table */
    static SlicedRing start(Path directory, PayloadTable table, Path files) {
        CassandraCluster cluster = CassandraCluster.builder(CassandraVersion.V5_0)
                .name("slices")
                .nodes(3)
                .datacenters("from", "to", "to")
                .initialTokens(tokens(2, 1), tokens(0, 0), tokens(1, 0))
                .heapMiB(HEAP_MIB)
                .optimizing()
                .yaml("stream_throughput_outbound", "0MiB/s")
                .yaml("inter_dc_stream_throughput_outbound", "0MiB/s")
                .yaml("entire_sstable_stream_throughput_outbound", "0MiB/s")
                .yaml("entire_sstable_inter_dc_stream_throughput_outbound", "0MiB/s")
                .yaml("compaction_throughput", "0MiB/s")
                .directory(directory)
                .start();
        SidecarProcess source =
                SidecarProcess.beside(cluster.node(0)).optimizing().build();
        SidecarProcess destination = SidecarProcess.beside(cluster.node(1))
                .optimizing()
                .allowPeers(cluster.node(0).address())
                .importOverJmx()
                .build();
        SidecarProcess.startTogether(source, destination);
        return new SlicedRing(cluster, source, destination, table, files);
    }

    // The tokens of the two take turns; those of the one with all rows are beside them.
    private static String tokens(int turn, int beside) {
        BigInteger apart = BigInteger.TWO.pow(64).divide(BigInteger.valueOf(2L * RANGES));
        return IntStream.range(0, RANGES)
                .mapToObj(i -> BigInteger.valueOf(Long.MIN_VALUE + 1000)
                        .add(apart.multiply(BigInteger.valueOf(2L * i + turn % 2)))
                        .add(BigInteger.valueOf(beside))
                        .toString())
                .collect(Collectors.joining(","));
    }

    SliceSample run(SliceWay way) throws IOException {
        PayloadTable here = load();
        CassandraNode from = cluster.node(0);
        CassandraNode to = cluster.node(1);
        double fromBefore = Usage.cpuSeconds(from.pid()) + Usage.cpuSeconds(source.pid());
        double toBefore = Usage.cpuSeconds(to.pid()) + Usage.cpuSeconds(destination.pid());
        Moved moved = way == SliceWay.CASSANDRA ? rebuild(here) : transfer(way, here);
        double fromCpu = Usage.cpuSeconds(from.pid()) + Usage.cpuSeconds(source.pid()) - fromBefore;
        double toCpu = Usage.cpuSeconds(to.pid()) + Usage.cpuSeconds(destination.pid()) - toBefore;
        long sstables = metric(to, here, "LiveSSTableCount");
        long compactions = metric(to, here, "PendingCompactions");
        long all = dataBytes(from, here);
        // Cassandra deletes obsolete files a little later.
        Awaitility.await("half of the rows at the destination")
                .atMost(Duration.ofMinutes(1))
                .until(() -> dataBytes(to, here) < all * 0.55);
        long half = dataBytes(to, here);
        require(
                half > all * 0.45 && half < all * 0.55,
                way + " left " + half + " of " + all + " bytes (expected: half)");
        from.cql().execute("DROP KEYSPACE " + here.keyspace());
        return new SliceSample(
                moved.seconds(),
                all / 2,
                way == SliceWay.CASSANDRA ? all / 2 : moved.sent(),
                fromCpu,
                toCpu,
                sstables,
                compactions);
    }

    private static long metric(CassandraNode node, PayloadTable table, String name) throws IOException {
        String bean = "org.apache.cassandra.metrics:type=Table,keyspace=%s,scope=%s,name=%s"
                .formatted(table.keyspace(), table.table(), name);
        return ((Number) node.jmx().attribute(bean, "Value")).longValue();
    }

    private record Moved(double seconds, long sent) {}

    private Moved rebuild(PayloadTable here) {
        return new Moved(cluster.node(1).rebuild("from", here.keyspace()).toNanos() / 1e9, 0);
    }

    private Moved transfer(SliceWay way, PayloadTable here) {
        SidecarClient client = SidecarClient.of(destination.restUri());
        TransferRequest request = TransferRequest.builder(
                        List.of(SourceRef.at(source.restUri().toString())), List.of(here.ref()))
                .onPartialOverlap(way == SliceWay.SLICES ? PartialOverlapPolicy.SLICE : PartialOverlapPolicy.INCLUDE)
                .accept(List.of("STAGING_ELSEWHERE"))
                .build();
        Transfer transfer =
                client.awaitTransfer(client.createTransfer(request, null).id(), LONGEST);
        require(transfer.outcome() == Transfer.Outcome.COMPLETE, transfer.toString());
        // By its own times: it is asked only now and then.
        double seconds = Duration.between(transfer.createdAt(), Objects.requireNonNull(transfer.finishedAt()))
                        .toNanos()
                / 1e9;
        if (way == SliceWay.WHOLE) {
            long began = System.nanoTime();
            cluster.node(1).nodetool("cleanup", here.keyspace()).orThrow();
            seconds += (System.nanoTime() - began) / 1e9;
        }
        return new Moved(seconds, transfer.progress().bytesFetched());
    }

    private PayloadTable load() {
        CassandraNode from = cluster.node(0);
        PayloadTable here = new PayloadTable("bench" + ++runs, table.table(), table.rows(), table.valueBytes());
        from.cql().execute("CREATE KEYSPACE " + here.keyspace() + " WITH replication = " + replication("'from': 1"));
        here.create(from.cql());
        from.nodetool("import", "--copy-data", here.keyspace(), here.table(), files.toString())
                .orThrow();
        from.cql()
                .execute("ALTER KEYSPACE " + here.keyspace() + " WITH replication = "
                        + replication("'from': 1, 'to': 1"));
        return here;
    }

    private static String replication(String datacenters) {
        return "{'class': 'NetworkTopologyStrategy', " + datacenters + "}";
    }

    private static long dataBytes(CassandraNode node, PayloadTable table) throws IOException {
        long bytes = 0;
        for (Path directory : node.tableDirectories(table.keyspace(), table.table())) {
            try (Stream<Path> files = Files.list(directory)) {
                for (Path data : files.filter(file -> file.toString().endsWith("-Data.db"))
                        .toList()) {
                    bytes += Files.size(data);
                }
            }
        }
        return bytes;
    }

    private static void require(boolean fine, String otherwise) {
        if (!fine) {
            throw new IllegalStateException(otherwise);
        }
    }

    @Override
    public void close() {
        destination.close();
        source.close();
        cluster.close();
    }
}
