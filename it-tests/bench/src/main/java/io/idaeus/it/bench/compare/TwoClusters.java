/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.compare;

import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import io.idaeus.api.comparison.Comparison;
import io.idaeus.api.comparison.ComparisonRequest;
import io.idaeus.api.comparison.ComparisonResult;
import io.idaeus.api.rows.RowColumn;
import io.idaeus.api.rows.RowDigestPage;
import io.idaeus.api.rows.RowDigestRequest;
import io.idaeus.api.rows.RowLevel;
import io.idaeus.client.ClientJson;
import io.idaeus.client.SidecarClient;
import io.idaeus.it.harness.cassandra.CassandraCluster;
import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.it.harness.cassandra.CassandraVersion;
import io.idaeus.it.harness.process.ProcessFigures;
import io.idaeus.it.harness.rows.PayloadTable;
import io.idaeus.it.harness.sidecar.SidecarProcess;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/** Two nodes of different clusters with a sidecar each, and the same rows in both. */
final class TwoClusters implements AutoCloseable {
    private static final int HEAP_MIB = 1024;
    private static final int PAGE_ROWS = 5_000;
    private static final int BLOCK_ROWS = 1_000;
    private static final Duration LONGEST = Duration.ofMinutes(30);

    private final List<CassandraCluster> clusters;
    private final SidecarProcess here;
    private final SidecarProcess there;
    private final PayloadTable table;
    private final ExecutorService threads = Executors.newFixedThreadPool(2);

    private TwoClusters(
            List<CassandraCluster> clusters, SidecarProcess here, SidecarProcess there, PayloadTable table) {
        this.clusters = clusters;
        this.here = here;
        this.there = there;
        this.table = table;
    }

    /** @param files the SSTables of the table */
    static TwoClusters start(Path directory, PayloadTable table, Path files) {
        List<CassandraCluster> clusters =
                CassandraCluster.startTogether(cluster("here", directory), cluster("there", directory));
        for (CassandraCluster cluster : clusters) {
            CassandraNode node = cluster.node();
            table.create(node.cql());
            node.nodetool("import", "--copy-data", table.keyspace(), table.table(), files.toString())
                    .orThrow();
        }
        SidecarProcess here = SidecarProcess.beside(clusters.get(0).node())
                .optimizing()
                .set("cassandra.rows.read", "true")
                .allowPeers(clusters.get(1).node().address())
                .build();
        SidecarProcess there = SidecarProcess.beside(clusters.get(1).node())
                .optimizing()
                .set("cassandra.rows.read", "true")
                .build();
        SidecarProcess.startTogether(here, there);
        return new TwoClusters(clusters, here, there, table);
    }

    private static CassandraCluster.Builder cluster(String name, Path directory) {
        return CassandraCluster.builder(CassandraVersion.V5_0)
                .name(name)
                .heapMiB(HEAP_MIB)
                .optimizing()
                .directory(directory);
    }

    /** In seconds: both at the same time, all columns with write times and times of expiry, page by page. */
    double scanBoth() {
        long began = System.nanoTime();
        CompletableFuture.allOf(clusters.stream()
                        .map(cluster -> CompletableFuture.runAsync(() -> scan(cluster.node()), threads))
                        .toArray(CompletableFuture[]::new))
                .join();
        return (System.nanoTime() - began) / 1e9;
    }

    private void scan(CassandraNode node) {
        SimpleStatement statement = SimpleStatement.newInstance(
                        "SELECT token(id), id, payload, writetime(payload), ttl(payload) FROM " + table.name())
                .setPageSize(PAGE_ROWS);
        long rows = 0;
        for (Row row : node.cql().session().execute(statement)) {
            rows += Objects.requireNonNull(row.getBytesUnsafe(2)).hasRemaining() ? 1 : 0;
        }
        require(rows == table.rows(), rows + " rows of " + node.name() + " (expected: " + table.rows() + ")");
    }

    /** In seconds, by its own times. */
    double compare() {
        var comparisons = SidecarClient.of(here.restUri()).comparisons();
        String id = comparisons
                .create(new ComparisonRequest(
                        there.restUri().toString(), List.of(table.name()), null, null, null, null))
                .id();
        Comparison ended = Awaitility.await("the comparison")
                .atMost(LONGEST)
                .pollInterval(Duration.ofSeconds(1))
                .until(() -> comparisons.get(id), each -> each.state().isFinal());
        require(
                ended.result() == ComparisonResult.SAME && ended.rowsHere() == table.rows(),
                ended + " (expected: all rows are the same)");
        return Duration.between(ended.createdAt(), Objects.requireNonNull(ended.finishedAt()))
                        .toNanos()
                / 1e9;
    }

    /** The bytes of the requests and answers, without their heads, by which blocks of the other cluster are compared. */
    long bytesBetween() throws IOException {
        List<String> ends = new ArrayList<>();
        long[] unused = {0};
        every(
                here,
                null,
                Long.MIN_VALUE,
                Long.MAX_VALUE,
                page -> page.blocks().forEach(block -> ends.add(block.end())),
                unused);
        long[] bytes = {0};
        long left = Long.MIN_VALUE;
        // As many as one side reads at a time.
        for (int from = 0; from < ends.size(); from += 100) {
            List<String> part = ends.subList(from, Math.min(ends.size(), from + 100));
            long right = Long.parseLong(part.get(part.size() - 1));
            every(there, part, left, right, page -> {}, bytes);
            left = right;
        }
        return bytes[0];
    }

    private void every(
            SidecarProcess sidecar,
            @Nullable List<String> ends,
            long left,
            long right,
            Consumer<RowDigestPage> each,
            long[] bytes)
            throws IOException {
        String after = null;
        do {
            byte[] request = ClientJson.mapper()
                    .writeValueAsBytes(new RowDigestRequest(
                            table.keyspace(),
                            table.table(),
                            List.of(new RowColumn("payload", true)),
                            left + ":" + right,
                            Instant.now().plusSeconds(120).getEpochSecond(),
                            RowLevel.LOCAL_ONE,
                            ends == null ? BLOCK_ROWS : null,
                            ends,
                            null,
                            null,
                            after));
            HttpResponse<InputStream> response = SidecarClient.of(sidecar.restUri())
                    .forward("POST", "/v1/rows/digests", request, Duration.ofMinutes(2));
            byte[] answer;
            try (InputStream body = response.body()) {
                answer = body.readAllBytes();
            }
            bytes[0] += request.length + answer.length;
            RowDigestPage page = ClientJson.mapper().readValue(answer, RowDigestPage.class);
            each.accept(page);
            after = page.next();
        } while (after != null);
    }

    long peakResidentBytes() {
        return new ProcessFigures(here.pid()).peakResidentBytes();
    }

    /** The live objects of a comparison at the coordinator: the most that is found while one runs, without what was there before. */
    long heapBytes() {
        ProcessFigures sidecar = new ProcessFigures(here.pid());
        long before = sidecar.heapAfterCollection();
        long most = before;
        CompletableFuture<Double> running = CompletableFuture.supplyAsync(this::compare, threads);
        while (!running.isDone()) {
            most = Math.max(most, sidecar.heapAfterCollection());
        }
        running.join();
        return most - before;
    }

    private static void require(boolean fine, String otherwise) {
        if (!fine) {
            throw new IllegalStateException(otherwise);
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
        here.close();
        there.close();
        clusters.forEach(CassandraCluster::close);
    }
}
