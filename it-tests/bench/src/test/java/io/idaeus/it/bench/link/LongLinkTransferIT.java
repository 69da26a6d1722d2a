/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.TableRef;
import io.idaeus.api.transfer.SourceRef;
import io.idaeus.api.transfer.Transfer;
import io.idaeus.api.transfer.TransferProgress;
import io.idaeus.api.transfer.TransferRequest;
import io.idaeus.client.SidecarClient;
import io.idaeus.it.harness.cassandra.CassandraCluster;
import io.idaeus.it.harness.cassandra.CassandraVersion;
import io.idaeus.it.harness.rows.ComparableRows;
import io.idaeus.it.harness.rows.TextTable;
import io.idaeus.it.harness.sidecar.Authority;
import io.idaeus.it.harness.sidecar.Authority.Identity;
import io.idaeus.it.harness.sidecar.SidecarProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two real nodes, and a long link between their sidecars: both planes under mTLS, with TCP from end to end. The
 * destination reaches the source over the link alone.
 */
@Tag("faults")
class LongLinkTransferIT {
    private static final int RTT_MILLIS = 80;
    private static final long BUFFER = 6 << 20;
    private static final LinkPath PATH = new LinkPath(0.02, RTT_MILLIS, 0.1, "cubic", BUFFER, BUFFER);

    private static final TextTable TEXTS = new TextTable("shop", "texts", 4000, 8192);

    private static final Map<String, List<String>> CALLERS =
            Map.of("operator", List.of("CN=operator"), "peer", List.of("CN=source", "CN=destination"));

    @TempDir
    private static Path directory;

    // The last one opened is closed first.
    private static final Deque<AutoCloseable> OPEN = new ArrayDeque<>();

    private static List<CassandraCluster> clusters;
    private static LongLink link;
    private static SidecarProcess source;
    private static SidecarProcess destination;
    private static Identity operator;

    @BeforeAll
    static void start() throws IOException {
        LinkNeeds.orSkip("iptables");
        link = LongLink.open(PATH, directory, 1);
        OPEN.push(link);
        LinkRoute route = LinkRoute.over(link);
        OPEN.push(route);
        clusters = CassandraCluster.startTogether(cluster("link-source"), cluster("link-destination"));
        clusters.forEach(OPEN::push);
        Authority authority = new Authority(directory);
        operator = authority.issue("CN=operator", "127.0.0.1");
        HttpClient http = HttpClient.newBuilder().sslContext(operator.ssl()).build();
        Path access = authority.accessList(CALLERS);
        source = SidecarProcess.beside(clusters.get(0).node())
                .identity(authority.issue("CN=source", route.address()))
                .http(http)
                .set("access.list", access)
                .listenOn(route.listener(), route.address())
                .build();
        OPEN.push(source);
        destination = SidecarProcess.beside(clusters.get(1).node())
                .identity(
                        authority.issue("CN=destination", clusters.get(1).node().address()))
                .http(http)
                .set("access.list", access)
                .set("transfers.pieceSize", "4MiB")
                .allowPeers(route.address())
                .build();
        OPEN.push(destination);
        SidecarProcess.startTogether(source, destination);
    }

    // A busy machine writes more slowly than Cassandra's 2 s.
    private static CassandraCluster.Builder cluster(String name) {
        return CassandraCluster.builder(CassandraVersion.V5_0).name(name).yaml("write_request_timeout", "30s");
    }

    @AfterAll
    static void stop() throws Exception {
        while (!OPEN.isEmpty()) {
            OPEN.pop().close();
        }
    }

    @Test
    void everyRowArrivesCompressedThoughTheDestinationIsKilledInTheMiddleOfAFile() throws IOException {
        clusters.forEach(cluster -> TEXTS.create(cluster.cql()));
        TEXTS.insert(clusters.get(0).cql());
        clusters.get(0).node().flush(TEXTS.keyspace(), TEXTS.table());
        assertThat(millisToConnect()).isBetween(RTT_MILLIS - 1L, 2L * RTT_MILLIS);
        LinkCounters before = link.counters();

        SidecarClient client = client();
        String id = client.createTransfer(request(), null).id();
        TransferProgress atKill = Awaitility.await("half of the file has arrived")
                .atMost(Duration.ofMinutes(1))
                .pollInterval(Duration.ofMillis(20))
                .until(
                        () -> client.transfer(id).progress(),
                        progress -> progress.bytesFetched() > TEXTS.textBytes() / 2);
        destination.kill9();
        LinkCounters killed = link.counters();
        destination.start();
        Transfer transfer = await(client(), id);

        assertThat(transfer.outcome()).as("%s", transfer).isEqualTo(Transfer.Outcome.COMPLETE);
        TransferProgress progress = transfer.progress();
        // In the middle of a file, of which a part was kept.
        assertThat(atKill.bytesFetched()).isLessThan(TEXTS.textBytes() * 9 / 10);
        assertThat(progress.bytesResumed()).isBetween(TEXTS.textBytes() / 8, TEXTS.textBytes() * 9 / 10);
        // The rest was compressed, and what the sidecar counts went over the link.
        assertThat(progress.bytesCompressed())
                .isBetween(TEXTS.textBytes() / 10, progress.bytesTotal() - progress.bytesResumed());
        assertThat(progress.bytesCompressedTo()).isLessThan(progress.bytesCompressed() / 2);
        LinkCounters end = link.counters();
        assertThat(killed.since(before).bytes()).isGreaterThan(atKill.bytesCompressedTo());
        assertThat(end.since(killed).bytes()).isGreaterThan(progress.bytesCompressedTo());
        assertThat(end.since(before).bytes()).isLessThan(TEXTS.textBytes() * 3 / 4);
        assertThat(end.since(before).lost()).isPositive();
        assertSameRows();
    }

    private static TransferRequest request() {
        return TransferRequest.builder(
                        List.of(SourceRef.at(source.restUri().toString())),
                        List.of(new TableRef(TEXTS.keyspace(), TEXTS.table())))
                .compression(TransferRequest.Compression.ZSTD)
                .build();
    }

    private static Transfer await(SidecarClient client, String id) {
        return Awaitility.await("the end of " + id)
                .atMost(Duration.ofMinutes(2))
                .until(() -> client.transfer(id), found -> found.state().isFinal());
    }

    private static SidecarClient client() {
        return SidecarClient.builder(destination.restUri()).tls(operator.ssl()).build();
    }

    /** The fastest of three. A connection is open for its caller after one round trip. */
    private static long millisToConnect() {
        InetSocketAddress address = source.dataPlane();
        return IntStream.range(0, 3)
                .mapToLong(i -> millisToConnect(address))
                .min()
                .orElseThrow();
    }

    private static long millisToConnect(InetSocketAddress address) {
        long began = System.nanoTime();
        try (Socket socket = new Socket()) {
            socket.connect(address);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Duration.ofNanos(System.nanoTime() - began).toMillis();
    }

    private static void assertSameRows() {
        ComparableRows sent = rows(clusters.get(0));
        assertThat(sent.compareWith(rows(clusters.get(1))).requireSame()).isEqualTo(TEXTS.rows());
    }

    private static ComparableRows rows(CassandraCluster cluster) {
        return ComparableRows.withWriteTimes(cluster.cql(), TEXTS.keyspace(), TEXTS.table());
    }
}
