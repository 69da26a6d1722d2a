/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve;

import static io.idaeus.sidecar.serve.RawClient.get;
import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.sidecar.Await;
import io.idaeus.sidecar.security.Certificates;
import io.idaeus.sidecar.security.TlsContexts;
import io.idaeus.sidecar.serve.file.SnapshotFiles;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Many connections that request nothing, beside peers that do. */
@Tag("timing")
@Timeout(120)
class ConnectionFloodTest {
    private static final int MANY = 330;
    private static final String TARGET = SnapshotFiles.path("Data.db").target();

    @TempDir
    Path directory;

    private final ServeMetrics metrics = new ServeMetrics();
    private final List<RawClient> idle = new ArrayList<>();
    private SnapshotFiles files;
    private DataPlaneServer server;

    @BeforeEach
    void serve() {
        files = new SnapshotFiles(directory);
        files.add("Data.db", new byte[10]);
        server = DataPlaneServer.start(ServeSettings.plain("127.0.0.1", 0), files, metrics);
    }

    @AfterEach
    void stop() throws IOException {
        for (RawClient client : idle) {
            client.close();
        }
        server.close();
    }

    @Test
    void idleConnectionsOfOneAddressDoNotKeepOutAnother() throws IOException {
        flood("127.0.0.1");

        try (RawClient peer = RawClient.from("127.0.0.2", server.address())) {
            assertThat(peer.ask(get(TARGET)).status()).isEqualTo(200);
        }
    }

    @Test
    void idleConnectionsDoNotKeepOutTheirOwnAddress() throws IOException {
        flood("127.0.0.1");

        try (RawClient peer = RawClient.from("127.0.0.1", server.address())) {
            assertThat(peer.ask(get(TARGET)).status()).isEqualTo(200);
        }
    }

    @Test
    void idleConnectionsOfManyAddressesDoNotKeepOutAnother() throws IOException {
        for (int i = 10; i < 20; i++) {
            flood("127.0.0." + i, 60);
        }

        try (RawClient peer = RawClient.from("127.0.0.2", server.address())) {
            assertThat(peer.ask(get(TARGET)).status()).isEqualTo(200);
        }
    }

    @Test
    void peersThatHaveRequestedSomethingKeepTheirConnections() throws IOException {
        try (RawClient peer = RawClient.from("127.0.0.1", server.address())) {
            assertThat(peer.ask(get(TARGET)).status()).isEqualTo(200);
            flood("127.0.0.1");
            assertThat(peer.ask(get(TARGET)).status()).isEqualTo(200);
        }
    }

    @Test
    void halfOpenHandshakesDoNotKeepOutPeers(@TempDir Path keys) throws Exception {
        TlsContexts tls = TlsContexts.load(new Certificates(keys, "authority").issue("CN=node"));
        server.close();
        server = DataPlaneServer.start(secured(tls), files, metrics);
        flood("127.0.0.1");
        flood("127.0.0.3");

        HttpClient peer = HttpClient.newBuilder().sslContext(tls.jdk()).build();
        URI uri = URI.create("https://127.0.0.1:" + server.address().getPort() + TARGET);
        assertThat(peer.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.discarding())
                        .statusCode())
                .isEqualTo(200);
        assertThat(metrics.admission().unauthenticated()).isLessThanOrEqualTo(128);
    }

    private static ServeSettings secured(TlsContexts tls) {
        ServeSettings plain = ServeSettings.plain("127.0.0.1", 0);
        return new ServeSettings(
                plain.host(),
                plain.port(),
                plain.eventLoops(),
                plain.connections(),
                plain.requestTimeout(),
                plain.idleTimeout(),
                plain.minRateWindow(),
                plain.minBytesPerSecond(),
                plain.segmentBytes(),
                plain.drainTimeout(),
                tls::server,
                plain.readers());
    }

    private void flood(String address) throws IOException {
        flood(address, MANY);
    }

    private void flood(String address, int count) throws IOException {
        long before = metrics.connectionsAccepted();
        for (int i = 0; i < count; i++) {
            idle.add(RawClient.from(address, server.address()));
        }
        Await.until("all are accepted", () -> metrics.connectionsAccepted() == before + count);
    }
}
