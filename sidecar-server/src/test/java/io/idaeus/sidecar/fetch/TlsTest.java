/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.config.TlsPaths;
import io.idaeus.sidecar.fetch.FetchResult.Failed;
import io.idaeus.sidecar.fetch.FetchResult.Fetched;
import io.idaeus.sidecar.fetch.FetchResult.Reason;
import io.idaeus.sidecar.fetch.file.PieceSettings;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.security.Certificates;
import io.idaeus.sidecar.security.TlsContexts;
import io.idaeus.sidecar.serve.DataPlaneServer;
import io.idaeus.sidecar.serve.Readers;
import io.idaeus.sidecar.serve.ServeMetrics;
import io.idaeus.sidecar.serve.ServeSettings;
import io.idaeus.sidecar.serve.file.OpenFiles;
import io.idaeus.sidecar.serve.file.ServedFile;
import io.idaeus.sidecar.serve.file.SnapshotFiles;
import io.idaeus.sidecar.wire.TlsSource;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import javax.security.auth.x500.X500Principal;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Both ends with certificates. */
@Timeout(120)
class TlsTest {
    private static final int SIZE = 9_000_001;

    @TempDir
    Path source;

    @TempDir
    Path staging;

    @TempDir
    Path pki;

    private final byte[] data = SnapshotFiles.bytes(SIZE, 11);
    private final ServeMetrics metrics = new ServeMetrics();
    private final AtomicLong progress = new AtomicLong();
    private Certificates authority;
    private ServedFile served;
    private DataPlaneServer server;

    @BeforeEach
    void serve() throws Exception {
        authority = new Certificates(pki, "authority");
        SnapshotFiles files = new SnapshotFiles(source);
        served = files.add("Data.db", data);
        ServeSettings plain = ServeSettings.plain("127.0.0.1", 0);
        server = DataPlaneServer.start(
                new ServeSettings(
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
                        TlsContexts.load(authority.issue("CN=source"))::server,
                        onlyDestination()),
                files,
                metrics);
    }

    @AfterEach
    void stop() {
        server.close();
        assertThat(OpenFiles.below(source)).isEmpty();
    }

    @Test
    void aFileArrivesEncrypted() throws Exception {
        assertThat(fetch(client(destination()))).isEqualTo(new Fetched(SIZE, 0));

        assertThat(staging.resolve("Data.db")).hasBinaryContent(data);
        assertThat(metrics.tlsBytes()).isEqualTo(SIZE);
        assertThat(metrics.sendfileBytes()).isZero();
    }

    @Test
    void aLargeFileArrivesInPiecesEncrypted() throws Exception {
        FetchResult result = fetch(client(destination()), new PieceSettings(4 << 20, true, 32 << 20, true, true));

        assertThat(result).isEqualTo(new Fetched(SIZE, 0));
        assertThat(staging.resolve("Data.db")).hasBinaryContent(data);
        assertThat(metrics.tlsBytes()).isEqualTo(SIZE);
        assertThat(metrics.responses()).containsOnlyKeys(206).containsValue(3L);
    }

    @Test
    void aFileIsResumedEncrypted() throws Exception {
        Files.write(staging.resolve("Data.db.part"), Arrays.copyOf(data, 4_000_000));

        assertThat(fetch(client(destination()))).isEqualTo(new Fetched(SIZE, 4_000_000));

        assertThat(staging.resolve("Data.db")).hasBinaryContent(data);
        assertThat(metrics.tlsBytes()).isEqualTo(SIZE - 4_000_000);
    }

    @Test
    void aCallerWhoIsNotOnTheListIsForbidden() throws Exception {
        Failed failed = failure(client(authority.issue("CN=somebody")));

        assertThat(failed.reason()).isEqualTo(Reason.FORBIDDEN);
        assertThat(failed.message()).contains("CN=somebody");
        assertThat(metrics.responses()).containsOnlyKeys(403);
    }

    @Test
    void aCallerOfAnotherAuthorityDoesNotGetThroughTheHandshake() throws Exception {
        TlsPaths stranger = new Certificates(pki, "stranger").issue("CN=destination,O=Example");
        TlsPaths mixed = new TlsPaths(
                stranger.certificate(), stranger.key(), destination().trust());

        assertThat(failure(client(mixed)).reason().retryable()).isTrue();
        assertThat(metrics.responses()).isEmpty();
    }

    @Test
    void aServerOfAnotherAuthorityIsNotBelieved() throws Exception {
        TlsPaths mine = destination();
        TlsPaths gullible = new TlsPaths(
                mine.certificate(),
                mine.key(),
                new Certificates(pki, "other").issue("CN=x").trust());

        Failed failed = failure(client(gullible));
        assertThat(failed.reason()).isEqualTo(Reason.UNREACHABLE);
        assertThat(failed.message()).contains("TLS");
    }

    @Test
    void aServerWithAnotherNameIsNotBelieved() throws Exception {
        server.close();
        SnapshotFiles files = new SnapshotFiles(source);
        ServeSettings plain = ServeSettings.plain("127.0.0.1", 0);
        TlsPaths elsewhere = authority.issue("CN=source", "10.9.9.9", "elsewhere");
        server = DataPlaneServer.start(
                new ServeSettings(
                        plain.host(),
                        0,
                        1,
                        plain.connections(),
                        plain.requestTimeout(),
                        plain.idleTimeout(),
                        plain.minRateWindow(),
                        1,
                        1 << 20,
                        plain.drainTimeout(),
                        TlsContexts.load(elsewhere)::server,
                        Readers.all()),
                files,
                metrics);

        assertThat(failure(client(destination())).reason()).isEqualTo(Reason.UNREACHABLE);
    }

    @Test
    void aPlainCallerGetsNothing() {
        assertThat(failure(null).reason().retryable()).isTrue();
        assertThat(metrics.responses()).isEmpty();
        assertThat(metrics.tlsBytes()).isZero();
    }

    @Test
    void theSameIdentityWorksForJavaNetHttp() throws Exception {
        HttpClient client = HttpClient.newBuilder()
                .sslContext(TlsContexts.load(destination()).jdk())
                .build();
        URI uri = URI.create("https://127.0.0.1:" + server.address().getPort()
                + SnapshotFiles.path("Data.db").target());

        HttpResponse<byte[]> response =
                client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofByteArray());

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).isEqualTo(data);
    }

    private TlsPaths destination() throws Exception {
        return authority.issue("CN=destination,O=Example");
    }

    private static TlsSource client(TlsPaths settings) {
        return TlsContexts.load(settings)::client;
    }

    private FetchResult fetch(@Nullable TlsSource tls) {
        return fetch(tls, FetchSettings.plain().pieces());
    }

    private FetchResult fetch(@Nullable TlsSource tls, PieceSettings pieces) {
        FetchSettings plain = FetchSettings.plain();
        FetchSettings settings = new FetchSettings(
                1, 2, 1 << 20, plain.connectTimeout(), plain.idleTimeout(), plain.keepAlive(), 1, tls, 4, pieces);
        try (FileFetcher fetcher = new FileFetcher(settings, new FetchMetrics())) {
            return fetcher.fetch(new FetchRequest(
                            server.address(),
                            SnapshotFiles.path("Data.db"),
                            SIZE,
                            served.crc32(),
                            staging.resolve("Data.db"),
                            progress::addAndGet))
                    .join();
        }
    }

    private Failed failure(@Nullable TlsSource tls) {
        FetchResult result = fetch(tls);
        assertThat(result).isInstanceOf(Failed.class);
        return (Failed) result;
    }

    private static Readers onlyDestination() {
        return new Readers() {
            @Override
            public Reader connected(@Nullable X509Certificate certificate) {
                if (certificate == null
                        || !certificate
                                .getSubjectX500Principal()
                                .equals(new X500Principal("CN=destination,O=Example"))) {
                    throw new ProblemException(ProblemType.FORBIDDEN, certificate + " is not that of the destination");
                }
                return (tag, keyspace) -> {};
            }

            @Override
            public Reader anybody() {
                return Readers.all().anybody();
            }
        };
    }
}
