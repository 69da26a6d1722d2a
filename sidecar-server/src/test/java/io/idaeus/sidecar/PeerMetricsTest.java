/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.sidecar.checksum.Crc32;
import io.idaeus.sidecar.fetch.FetchMetrics;
import io.idaeus.sidecar.fetch.FetchMetricsBinder;
import io.idaeus.sidecar.fetch.FetchRequest;
import io.idaeus.sidecar.fetch.FetchResult;
import io.idaeus.sidecar.fetch.FetchResult.Fetched;
import io.idaeus.sidecar.fetch.FetchResult.Mismatch;
import io.idaeus.sidecar.fetch.FetchSettings;
import io.idaeus.sidecar.fetch.FileFetcher;
import io.idaeus.sidecar.metrics.PrometheusMetrics;
import io.idaeus.sidecar.serve.DataPlaneServer;
import io.idaeus.sidecar.serve.ServeMetrics;
import io.idaeus.sidecar.serve.ServeMetricsBinder;
import io.idaeus.sidecar.serve.ServeSettings;
import io.idaeus.sidecar.serve.file.ServedFile;
import io.idaeus.sidecar.serve.file.SnapshotFiles;
import io.idaeus.sidecar.throttle.Throttle;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Peers that appear while the process runs. */
@Timeout(120)
class PeerMetricsTest {
    private static final int SIZE = 300_000;

    @TempDir
    Path source;

    @TempDir
    Path staging;

    private final PrometheusMetrics metrics = new PrometheusMetrics("test");
    private final FetchMetrics fetch = new FetchMetrics();
    private final ServeMetrics serve = new ServeMetrics();
    private Map<String, Crc32> crc32;
    private DataPlaneServer server;
    private FileFetcher fetcher;

    @BeforeEach
    void start() {
        metrics.bindBeforeScrape(new FetchMetricsBinder(fetch)::bindPeersTo);
        metrics.bindBeforeScrape(new ServeMetricsBinder(serve, Throttle.unlimited())::bindPeersTo);
        SnapshotFiles files = new SnapshotFiles(source);
        ServedFile file = files.add("Data.db", SnapshotFiles.bytes(SIZE, 5));
        Crc32 other = new Crc32(file.crc32().value() + 1);
        files.list("Index.db", new ServedFile(file.path(), SIZE, other));
        crc32 = Map.of("Data.db", file.crc32(), "Index.db", other);
        server = DataPlaneServer.start(ServeSettings.plain("127.0.0.1", 0), files, serve);
        fetcher = new FileFetcher(FetchSettings.plain(), fetch);
    }

    @AfterEach
    void stop() {
        fetcher.close();
        server.close();
        metrics.close();
    }

    @Test
    void eachPeerHasSeriesForEachDirection() throws Exception {
        assertThat(metrics.scrape()).doesNotContain("idaeus_peer_");

        assertThat(fetch("source-1", "Data.db")).isEqualTo(new Fetched(SIZE, 0));
        assertThat(value("idaeus_peer_bytes_total", "in", "source-1")).isEqualTo(SIZE);
        assertThat(value("idaeus_peer_bytes_total", "out", "127.0.0.1")).isEqualTo(SIZE);
        assertThat(value("idaeus_peer_responses_total", "out", "127.0.0.1")).isEqualTo(1);
        assertThat(value("idaeus_peer_connections_open", "in", "source-1")).isEqualTo(1);
        assertThat(value("idaeus_peer_crc_seconds_total", "in", "source-1")).isPositive();

        assertThat(fetch("source-2", "Index.db")).isInstanceOf(Mismatch.class);
        assertThat(value("idaeus_peer_mismatches_total", "in", "source-1")).isZero();
        assertThat(value("idaeus_peer_mismatches_total", "in", "source-2")).isEqualTo(1);
        assertThat(value("idaeus_peer_files_total", "in", "source-1")).isEqualTo(1);
        assertThat(value("idaeus_peer_files_total", "in", "source-2")).isZero();
        assertThat(value("idaeus_peer_bytes_total", "out", "127.0.0.1")).isEqualTo(2 * SIZE);
        assertThat(fetch.bytes()).as("of all peers").isEqualTo(2 * SIZE);
        assertThat(fetch.files()).isEqualTo(1);
        assertThat(serve.bytes()).isEqualTo(2 * SIZE);
    }

    /** With them the list of {@link WireNamesTest} is complete. */
    @Test
    void namesOfPeerMetricsDoNotChangeUnnoticed() throws Exception {
        fetch("source", "Data.db");

        WireNames.assertCommitted(
                "peer-metrics",
                MetricNames.of(metrics.scrape()).stream()
                        .filter(name -> name.startsWith("idaeus_peer_"))
                        .toList());
    }

    @Test
    void aCallerThatRequestsNothingIsNoPeer() throws Exception {
        try (Socket socket =
                new Socket(server.address().getAddress(), server.address().getPort())) {
            Await.until("the connection is counted", () -> serve.connectionsAccepted() == 1);
            assertThat(socket.isConnected()).isTrue();
            assertThat(metrics.scrape()).doesNotContain("idaeus_peer_");
        }
    }

    @Test
    void aFetchFromAPeerThatIsDownCountsAsARetry() throws Exception {
        server.close();
        fetch("gone", "Data.db");

        assertThat(value("idaeus_peer_retries_total", "in", "gone")).isEqualTo(1);
    }

    private FetchResult fetch(String name, String component) throws Exception {
        InetSocketAddress peer = new InetSocketAddress(
                InetAddress.getByAddress(name, new byte[] {127, 0, 0, 1}),
                server.address().getPort());
        Path destination = staging.resolve("Data.db");
        Files.deleteIfExists(destination);
        return fetcher.fetch(new FetchRequest(
                        peer, SnapshotFiles.path(component), SIZE, crc32.get(component), destination, written -> {}))
                .join();
    }

    private double value(String name, String direction, String peer) {
        String series = name + "{direction=\"" + direction + "\",peer=\"" + peer + "\"} ";
        return metrics.scrape()
                .lines()
                .filter(line -> line.startsWith(series))
                .mapToDouble(line -> Double.parseDouble(line.substring(series.length())))
                .reduce((one, other) -> {
                    throw new AssertionError("twice: " + series);
                })
                .orElseThrow(() -> new AssertionError("no " + series));
    }
}
