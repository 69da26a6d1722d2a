/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.sidecar.Await;
import io.idaeus.sidecar.config.TlsPaths;
import io.idaeus.sidecar.fetch.FetchResult.Failed;
import io.idaeus.sidecar.fetch.FetchResult.Fetched;
import io.idaeus.sidecar.security.Certificates;
import io.idaeus.sidecar.security.LiveTls;
import io.idaeus.sidecar.security.MountedCertificates;
import io.idaeus.sidecar.security.TlsContexts;
import io.idaeus.sidecar.serve.DataPlaneServer;
import io.idaeus.sidecar.serve.Readers;
import io.idaeus.sidecar.serve.ServeMetrics;
import io.idaeus.sidecar.serve.ServeSettings;
import io.idaeus.sidecar.serve.file.ServedFile;
import io.idaeus.sidecar.serve.file.SnapshotFiles;
import io.idaeus.sidecar.wire.TlsSource;
import io.netty.channel.Channel;
import io.netty.handler.ssl.SslContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Certificates that change while both ends run. */
@Timeout(120)
class TlsRotationTest {
    private static final int SIZE = 100_001;
    private static final Duration FORGET_AT_ONCE = Duration.ofMillis(20);
    private static final Duration KEEP = Duration.ofSeconds(30);

    @TempDir
    Path source;

    @TempDir
    Path staging;

    @TempDir
    Path pki;

    private final ServeMetrics metrics = new ServeMetrics();
    private final FetchMetrics fetched = new FetchMetrics();
    private Certificates old;
    private Certificates fresh;
    private MountedCertificates there;
    private MountedCertificates here;
    private LiveTls server;
    private LiveTls client;
    private ServedFile file;
    private DataPlaneServer plane;

    @BeforeEach
    void serve() throws Exception {
        old = new Certificates(pki, "old");
        fresh = new Certificates(pki, "fresh");
        there = MountedCertificates.in(Files.createDirectory(pki.resolve("there")), old.issue("CN=source"));
        here = MountedCertificates.in(Files.createDirectory(pki.resolve("here")), old.issue("CN=destination"));
        server = LiveTls.open(there.files(), Clock.systemUTC());
        client = LiveTls.open(here.files(), Clock.systemUTC());
        SnapshotFiles files = new SnapshotFiles(source);
        file = files.add("Data.db", SnapshotFiles.bytes(SIZE, 11));
        plane = DataPlaneServer.start(settings(), files, metrics);
    }

    @AfterEach
    void stop() {
        plane.close();
        server.close();
        client.close();
    }

    @Test
    void bothEndsMoveToANewAuthorityWhileTheyRun() throws Exception {
        TlsPaths source = fresh.issue("CN=source");
        TlsPaths destination = fresh.issue("CN=destination");
        try (FileFetcher fetcher =
                fetcher(FORGET_AT_ONCE, () -> client.current().client())) {
            arrives(fetcher);

            there.trust(old.issue("CN=x"), source);
            here.trust(old.issue("CN=x"), source);
            look();
            arrives(fetcher);
            assertThat(shown(client).getIssuerX500Principal().getName()).isEqualTo("CN=old");

            there.replace(source);
            there.trust(old.issue("CN=x"), source);
            look();
            arrives(fetcher);
            assertThat(shown(client).getIssuerX500Principal().getName()).isEqualTo("CN=fresh");

            here.replace(destination);
            there.trust(source);
            look();
            arrives(fetcher);
            assertThat(fetched.connectionsOpened()).isGreaterThanOrEqualTo(4);
        }
        assertThat(server.changes()).isEqualTo(3);
        assertThat(client.changes()).isEqualTo(2);
    }

    @Test
    void theOldAuthorityIsRefusedOnceItIsGone() throws Exception {
        TlsContexts left = TlsContexts.load(old.issue("CN=destination"));
        TlsPaths both = here.files();
        here.trust(old.issue("CN=x"), fresh.issue("CN=x"));
        there.replace(fresh.issue("CN=source"));
        look();

        try (FileFetcher believer = fetcher(KEEP, TlsContexts.load(both)::client);
                FileFetcher doubter = fetcher(KEEP, left::client)) {
            assertThat(fetch(believer)).isInstanceOf(Failed.class);
            assertThat(fetch(doubter)).isInstanceOf(Failed.class);
        }
        assertThat(metrics.responses()).isEmpty();
    }

    @Test
    void anOpenConnectionKeepsWhatItWasOpenedWith() throws Exception {
        try (FileFetcher fetcher = fetcher(KEEP, () -> client.current().client())) {
            assertThat(fetch(fetcher)).isEqualTo(new Fetched(SIZE, 0));
            there.replace(fresh.issue("CN=source"));
            here.replace(fresh.issue("CN=destination"));
            look();

            assertThat(fetch(fetcher)).isEqualTo(new Fetched(SIZE, 0));
            assertThat(fetched.connectionsOpened()).isEqualTo(1);
        }
    }

    @Test
    void aConnectionToARevokedSourceEnds() throws Exception {
        TlsPaths destination = old.issue("CN=destination");
        Path list = pki.resolve("crl.pem");
        Files.copy(old.revoke(), list);
        TlsPaths checking = new TlsPaths(destination.certificate(), destination.key(), null, destination.trust(), list);
        try (LiveTls live = LiveTls.open(checking, Clock.systemUTC());
                FileFetcher fetcher = fetcher(KEEP, watched(live))) {
            assertThat(fetch(fetcher)).isEqualTo(new Fetched(SIZE, 0));
            assertThat(fetched.connectionsOpen()).isEqualTo(1);

            Files.copy(old.revoke(there.files()), list, StandardCopyOption.REPLACE_EXISTING);
            live.reload();

            Await.until("the connection is closed", () -> fetched.connectionsOpen() == 0);
            assertThat(fetch(fetcher)).isInstanceOf(Failed.class);
            assertThat(live.revoked()).isEqualTo(1);
        }
    }

    private static TlsSource watched(LiveTls live) {
        return new TlsSource() {
            @Override
            public SslContext get() {
                return live.current().client();
            }

            @Override
            public void connected(Channel connection) {
                live.connected(connection);
            }
        };
    }

    private void look() {
        server.reload();
        client.reload();
    }

    /** Over a connection of its own: the one before is closed by then. */
    private void arrives(FileFetcher fetcher) throws Exception {
        assertThat(fetch(fetcher)).isEqualTo(new Fetched(SIZE, 0));
        Await.until("the connection is closed", () -> fetched.connectionsOpen() == 0);
    }

    private FetchResult fetch(FileFetcher fetcher) throws Exception {
        Path destination = staging.resolve("Data.db");
        Files.deleteIfExists(destination);
        return fetcher.fetch(new FetchRequest(
                        plane.address(), SnapshotFiles.path("Data.db"), SIZE, file.crc32(), destination, written -> {}))
                .join();
    }

    private FileFetcher fetcher(Duration keepAlive, TlsSource tls) {
        FetchSettings plain = FetchSettings.plain();
        return new FileFetcher(
                new FetchSettings(1, 1, 1 << 20, plain.connectTimeout(), plain.idleTimeout(), keepAlive, 1, tls),
                fetched);
    }

    /** The certificate that the server shows to a new connection. */
    private X509Certificate shown(LiveTls caller) throws Exception {
        try (SSLSocket socket = (SSLSocket) caller.current()
                .jdk()
                .getSocketFactory()
                .createSocket("127.0.0.1", plane.address().getPort())) {
            socket.startHandshake();
            return (X509Certificate) socket.getSession().getPeerCertificates()[0];
        }
    }

    private ServeSettings settings() {
        ServeSettings plain = ServeSettings.plain("127.0.0.1", 0);
        return new ServeSettings(
                plain.host(),
                plain.port(),
                1,
                plain.connections(),
                plain.requestTimeout(),
                plain.idleTimeout(),
                plain.minRateWindow(),
                plain.minBytesPerSecond(),
                plain.segmentBytes(),
                plain.drainTimeout(),
                () -> server.current().server(),
                Readers.all());
    }
}
