/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.sidecar.fetch.FetchResult.Fetched;
import io.idaeus.sidecar.fetch.file.PieceSettings;
import io.idaeus.sidecar.security.Certificates;
import io.idaeus.sidecar.security.TlsContexts;
import io.idaeus.sidecar.serve.DataPlaneServer;
import io.idaeus.sidecar.serve.Readers;
import io.idaeus.sidecar.serve.ServeMetrics;
import io.idaeus.sidecar.serve.ServeSettings;
import io.idaeus.sidecar.serve.file.ServedFile;
import io.idaeus.sidecar.serve.file.SnapshotFiles;
import io.idaeus.sidecar.wire.TlsSource;
import io.netty.handler.ssl.SslProvider;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Boringssl and the JDK, which takes over where boringssl does not load. */
@Timeout(120)
class TlsProvidersTest {
    private static final int SIZE = 9_000_001;

    @TempDir
    Path source;

    @TempDir
    Path staging;

    @TempDir
    Path pki;

    private final ServeMetrics metrics = new ServeMetrics();
    private final byte[] data = SnapshotFiles.bytes(SIZE, 12);
    private SnapshotFiles files;
    private ServedFile file;
    private Certificates authority;

    @BeforeEach
    void issue() throws Exception {
        authority = new Certificates(pki, "authority");
        files = new SnapshotFiles(source);
        file = files.add("Data.db", data);
    }

    @ParameterizedTest
    @CsvSource({"JDK, JDK", "JDK, OPENSSL", "OPENSSL, JDK", "OPENSSL, OPENSSL"})
    void aFileArrivesInPiecesWhateverEncryptsAtEachEnd(SslProvider sender, SslProvider receiver) throws Exception {
        FetchSettings settings = settings(contexts("CN=destination", receiver)::client);
        try (DataPlaneServer server = serve(sender);
                FileFetcher fetcher = new FileFetcher(settings, new FetchMetrics())) {
            FetchResult result = fetcher.fetch(new FetchRequest(
                            server.address(),
                            SnapshotFiles.path("Data.db"),
                            SIZE,
                            file.crc32(),
                            staging.resolve("Data.db"),
                            written -> {}))
                    .join();

            assertThat(result).isEqualTo(new Fetched(SIZE, 0));
            assertThat(staging.resolve("Data.db")).hasBinaryContent(data);
            assertThat(metrics.tlsBytes()).isEqualTo(SIZE);
        }
    }

    private TlsContexts contexts(String subject, SslProvider provider) throws Exception {
        return TlsContexts.load(authority.issue(subject), provider);
    }

    private static FetchSettings settings(TlsSource tls) {
        FetchSettings plain = FetchSettings.plain();
        return new FetchSettings(
                1,
                2,
                1 << 20,
                plain.connectTimeout(),
                plain.idleTimeout(),
                plain.keepAlive(),
                1,
                tls,
                4,
                new PieceSettings(4 << 20, true, 32 << 20, true, true));
    }

    private DataPlaneServer serve(SslProvider provider) throws Exception {
        ServeSettings plain = ServeSettings.plain("127.0.0.1", 0);
        return DataPlaneServer.start(
                new ServeSettings(
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
                        contexts("CN=source", provider)::server,
                        Readers.all()),
                files,
                metrics);
    }
}
