/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.sidecar.Await;
import io.idaeus.sidecar.serve.file.OpenFiles;
import io.idaeus.sidecar.serve.file.ServedFile;
import io.idaeus.sidecar.serve.file.SnapshotFiles;
import io.idaeus.sidecar.throttle.Throttle;
import io.idaeus.sidecar.throttle.TimerAlarm;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The checksums of a component's pieces. */
@Timeout(120)
class ChecksumsTest {
    private static final int PIECE = 1 << 20;
    private static final int SIZE = 2 * PIECE + 7;

    @TempDir
    Path directory;

    private final byte[] data = SnapshotFiles.bytes(SIZE, 3);
    private final HttpClient client = HttpClient.newHttpClient();
    private SnapshotFiles files;
    private ServedFile served;
    private DataPlaneServer server;

    @BeforeEach
    void serve() {
        files = new SnapshotFiles(directory);
        served = files.add("Data.db", data);
        server = DataPlaneServer.start(ServeSettings.plain("127.0.0.1", 0), files, new ServeMetrics());
    }

    @AfterEach
    void stop() {
        server.close();
        assertThat(OpenFiles.below(directory)).isEmpty();
    }

    @Test
    void eachPieceHasTheChecksumOfItsBytesOnDisk() throws Exception {
        data[PIECE + 1] ^= 1;
        Files.write(served.path(), data);

        HttpResponse<String> response = get("Data.db", "?crc32=" + PIECE);

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("ETag")).contains(served.etag().header());
        assertThat(response.body())
                .isEqualTo("{\"pieceBytes\":1048576,\"crc32\":[\"%s\",\"%s\",\"%s\"]}"
                        .formatted(crc(0, PIECE), crc(PIECE, 2 * PIECE), crc(2 * PIECE, SIZE)));
    }

    @Test
    void anEmptyFileHasNoChecksums() throws Exception {
        files.add("Rows.db", new byte[0]);

        assertThat(get("Rows.db", "?crc32=1048576").body()).isEqualTo("{\"pieceBytes\":1048576,\"crc32\":[]}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "?crc32",
                "?crc32=",
                "?crc32=0",
                "?crc32=1048575",
                "?crc32=01048576",
                "?crc32=-1",
                "?crc32=1MiB",
                "?crc32=1048576&x=1",
                "?crc32=1048576?",
                "?sha1=1048576",
                "?crc32=9999999999999999999999"
            })
    void anyOtherQueryIsRefused(String query) throws Exception {
        assertThat(get("Data.db", query).statusCode()).isEqualTo(400);
    }

    @Test
    void aFileThatIsNotServedHasNoChecksums() throws Exception {
        assertThat(get("Index.db", "?crc32=1048576").statusCode()).isEqualTo(404);
    }

    @Test
    void aFileThatDiffersFromTheManifestHasNoChecksums() throws Exception {
        Files.write(served.path(), new byte[3]);

        assertThat(get("Data.db", "?crc32=1048576").statusCode()).isEqualTo(409);
    }

    @Test
    void aLimitedNumberRunsAtOnceAndConnectionsGoOn() throws Exception {
        String target = SnapshotFiles.path("Data.db").target();
        String checksums = RawClient.get(target + "?crc32=1048576");
        List<RawClient> running = new ArrayList<>();
        try (TimerAlarm alarm = new TimerAlarm()) {
            // They wait for the limit until it is lifted.
            Throttle limit = new Throttle(1, System::nanoTime, alarm);
            try (DataPlaneServer limited = DataPlaneServer.start(
                            ServeSettings.plain("127.0.0.1", 0), files, new ServeMetrics(), limit);
                    RawClient another = new RawClient(limited.address());
                    RawClient reader = new RawClient(limited.address())) {
                for (int i = 0; i < ChecksumWorkers.MAX_WORKERS; i++) {
                    running.add(new RawClient(limited.address()));
                    assertThat(running.get(i).send(checksums).head().status()).isEqualTo(200);
                }

                assertThat(another.ask(checksums).status()).isEqualTo(503);
                assertThat(reader.ask(RawClient.request("HEAD", target)).status())
                        .isEqualTo(200);
                reader.send(RawClient.get(target));
                limit.limit(Throttle.UNLIMITED);
                assertThat(reader.read().body()).isEqualTo(data);
            } finally {
                for (RawClient each : running) {
                    each.close();
                }
            }
        }
    }

    @Test
    @Tag("timing")
    void theFileIsReadNoFasterThanTheSendLimit() throws Exception {
        try (TimerAlarm alarm = new TimerAlarm();
                DataPlaneServer limited = DataPlaneServer.start(
                        ServeSettings.plain("127.0.0.1", 0),
                        files,
                        new ServeMetrics(),
                        new Throttle(SIZE, System::nanoTime, alarm));
                RawClient reader = new RawClient(limited.address())) {
            long start = System.nanoTime();
            assertThat(reader.ask(RawClient.get(SnapshotFiles.path("Data.db").target() + "?crc32=1048576"))
                            .status())
                    .isEqualTo(200);
            // A second at the limit, less what it lets through at once.
            assertThat(System.nanoTime() - start).isGreaterThan(700_000_000L);
        }
    }

    @Test
    void aReaderThatDisconnectsEndsTheWaitForTheLimit() throws Exception {
        try (TimerAlarm alarm = new TimerAlarm();
                DataPlaneServer limited = DataPlaneServer.start(
                        ServeSettings.plain("127.0.0.1", 0),
                        files,
                        new ServeMetrics(),
                        new Throttle(1, System::nanoTime, alarm))) {
            try (RawClient reader = new RawClient(limited.address())) {
                reader.send(RawClient.get(SnapshotFiles.path("Data.db").target() + "?crc32=1048576"))
                        .head();
                assertThat(OpenFiles.below(directory)).isNotEmpty();
            }
            Await.until("the file is closed", () -> OpenFiles.below(directory).isEmpty());
        }
    }

    private HttpResponse<String> get(String component, String query) throws IOException, InterruptedException {
        return client.send(request(component, query), HttpResponse.BodyHandlers.ofString());
    }

    private HttpRequest request(String component, String query) {
        return HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + server.address().getPort()
                                + SnapshotFiles.path(component).target() + query))
                .build();
    }

    private String crc(int from, int to) {
        return SnapshotFiles.crc32(Arrays.copyOfRange(data, from, to)).toString();
    }
}
