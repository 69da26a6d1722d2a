/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve;

import static io.idaeus.sidecar.serve.RawClient.get;
import static io.idaeus.sidecar.serve.RawClient.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idaeus.sidecar.Await;
import io.idaeus.sidecar.checksum.Crc32;
import io.idaeus.sidecar.disk.NamedPipe;
import io.idaeus.sidecar.serve.RawClient.Response;
import io.idaeus.sidecar.serve.file.OpenFiles;
import io.idaeus.sidecar.serve.file.ServedFile;
import io.idaeus.sidecar.serve.file.SnapshotFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DataPlaneServerTest {
    private static final byte[] DATA = SnapshotFiles.bytes(3 * 1024 * 1024 + 17, 1);
    private static final String TARGET = SnapshotFiles.path("Data.db").target();

    @TempDir
    Path directory;

    private final ServeMetrics metrics = new ServeMetrics();
    private SnapshotFiles files;
    private DataPlaneServer server;
    private RawClient client;
    private String etag;

    @BeforeEach
    void serve() throws IOException {
        files = new SnapshotFiles(directory);
        etag = files.add("Data.db", DATA).etag().header();
        server = DataPlaneServer.start(ServeSettings.plain("127.0.0.1", 0), files, metrics);
        client = new RawClient(server.address());
    }

    @AfterEach
    void stop() throws IOException {
        client.close();
        server.close();
        assertThat(metrics.connectionsOpen()).isZero();
    }

    @Test
    void aWholeFileComesWithItsTagAndLength() throws IOException {
        Response response = client.ask(get(TARGET));

        assertThat(response.status()).isEqualTo(200);
        assertThat(response.body()).isEqualTo(DATA);
        assertThat(response.headers())
                .containsEntry("etag", etag)
                .containsEntry("content-length", String.valueOf(DATA.length))
                .containsEntry("accept-ranges", "bytes")
                .containsEntry("content-type", "application/octet-stream")
                .containsKey("date")
                .doesNotContainKey("content-range");
        assertThat(etag).matches("\"[0-9a-f]{8}-" + DATA.length + "\"");
    }

    @Test
    void headHasTheHeadersOfTheWholeFileAndNoBody() throws IOException {
        Response response = client.ask(request("HEAD", TARGET, "Range: bytes=0-9"));

        assertThat(response.status()).isEqualTo(200);
        assertThat(response.headers()).containsEntry("content-length", String.valueOf(DATA.length));
        assertThat(client.ask(get(TARGET, "Range: bytes=0-0")).body()).containsExactly(DATA[0]);
    }

    @ParameterizedTest
    @CsvSource({
        "0-0, 0, 0",
        "0-, 0, 3145744",
        "5-9, 5, 9",
        "1048575-1048576, 1048575, 1048576",
        "1048576-3145727, 1048576, 3145727",
        "3145744-, 3145744, 3145744",
        "3145744-9999999, 3145744, 3145744",
        "7-99999999999999999999999999, 7, 3145744",
        "-1, 3145744, 3145744",
        "-1048577, 2097168, 3145744",
        "-99999999999, 0, 3145744"
    })
    void aRangeHasExactlyItsBytes(String range, int first, int last) throws IOException {
        Response response = client.ask(get(TARGET, "Range: bytes=" + range));

        assertThat(response.status()).isEqualTo(206);
        assertThat(response.headers()).containsEntry("content-range", "bytes " + first + "-" + last + "/3145745");
        assertThat(response.body()).isEqualTo(Arrays.copyOfRange(DATA, first, last + 1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"3145745-", "3145745-3145746", "99999999999999999999-", "-0"})
    void aRangePastTheEndIsUnsatisfiable(String range) throws IOException {
        Response response = client.ask(get(TARGET, "Range: bytes=" + range));

        assertThat(response.status()).isEqualTo(416);
        assertThat(response.headers())
                .containsEntry("content-range", "bytes */3145745")
                .containsEntry("content-type", "application/problem+json");
        assertThat(response.text()).contains("urn:idaeus:problem:range-not-satisfiable");
        assertThat(client.ask(get(TARGET)).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "bytes=0-1,4-5",
                "bytes=9-5",
                "bytes=",
                "bytes=-",
                "bytes=a-b",
                "lines=1-2",
                "bytes 0-1",
                "bytes=-1-2"
            })
    void severalOrMalformedRangesGetTheWholeFile(String range) throws IOException {
        Response response = client.ask(get(TARGET, "Range: " + range));

        assertThat(response.status()).isEqualTo(200);
        assertThat(response.body()).isEqualTo(DATA);
    }

    @Test
    void aRangeAppliesOnlyWhereIfRangeNamesTheFile() throws IOException {
        assertThat(client.ask(get(TARGET, "Range: bytes=1-2", "If-Range: " + etag))
                        .status())
                .isEqualTo(206);
        assertThat(client.ask(get(TARGET, "Range: bytes=1-2", "If-Range: \"00000000-5\""))
                        .status())
                .isEqualTo(200);
        assertThat(client.ask(get(TARGET, "Range: bytes=1-2", "If-Range: W/" + etag))
                        .status())
                .isEqualTo(200);
        assertThat(client.ask(get(TARGET, "Range: bytes=1-2", "If-Range: Sat, 21 Nov 2026 10:00:00 GMT"))
                        .status())
                .isEqualTo(200);
    }

    @Test
    void aMatchingEntityTagIsNotModified() throws IOException {
        Response response = client.ask(get(TARGET, "If-None-Match: \"x\", " + etag));

        assertThat(response.status()).isEqualTo(304);
        assertThat(response.headers()).containsEntry("etag", etag);
        assertThat(client.ask(get(TARGET, "If-None-Match: \"x\"")).status()).isEqualTo(200);
    }

    @Test
    void anEmptyFileIsServedEmpty() throws IOException {
        files.add("Rows.db", new byte[0]);
        String target = SnapshotFiles.path("Rows.db").target();

        Response whole = client.ask(get(target));
        assertThat(whole.status()).isEqualTo(200);
        assertThat(whole.headers()).containsEntry("content-length", "0").containsEntry("etag", "\"00000000-0\"");
        assertThat(client.ask(get(target, "Range: bytes=0-")).status()).isEqualTo(416);
        assertThat(client.ask(get(target, "Range: bytes=-5")).status()).isEqualTo(200);
        assertThat(client.ask(request("HEAD", target)).status()).isEqualTo(200);
    }

    @Test
    void pipelinedRequestsAreAnsweredInOrder() throws IOException {
        StringBuilder many = new StringBuilder();
        // More than Netty's own limit of 128.
        for (int i = 0; i < 200; i++) {
            many.append(get(TARGET, "Range: bytes=" + i * 1000 + "-" + (i * 1000 + 99_999)));
        }
        client.send(many.toString());

        for (int i = 0; i < 200; i++) {
            assertThat(client.read().body()).isEqualTo(Arrays.copyOfRange(DATA, i * 1000, i * 1000 + 100_000));
        }
        assertThat(metrics.connectionsAccepted()).isEqualTo(1);
        assertThat(metrics.sendfileBytes()).isEqualTo(200 * 100_000);
        assertThat(metrics.tlsBytes()).isZero();
        assertThat(metrics.responses()).containsEntry(206, 200L);
    }

    @Test
    void theConnectionClosesWhenTheClientAsksForIt() throws IOException {
        assertThat(client.ask(get(TARGET, "Connection: close")).headers()).containsEntry("connection", "close");
        assertThat(client.isClosedByServer()).isTrue();

        try (RawClient old = new RawClient(server.address())) {
            assertThat(old.ask("GET " + TARGET + " HTTP/1.0\r\n\r\n").body()).isEqualTo(DATA);
            assertThat(old.isClosedByServer()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/favicon.ico",
                "/data/v1/snapshots",
                "/data/v2/snapshots/backup-1/shop/orders/nb-7-big/Data.db",
                "/data/v1/snapshots/backup-1/shop/orders/nb-7-big/Data.db/more",
                "/data/v1/snapshots/backup-2/shop/orders/nb-7-big/Data.db",
                "/data/v1/snapshots/backup-1/shop/orders/nb-7-big/data.db",
                "/data/v1/snapshots/backup-1/shop/orders/nb-7-big/manifest.json"
            })
    void aComponentInNoManifestIsNotFound(String target) throws IOException {
        Response response = client.ask(get(target));

        assertThat(response.status()).isEqualTo(404);
        assertThat(response.headers()).containsEntry("content-type", "application/problem+json");
        assertThat(response.text())
                .contains("\"type\":\"urn:idaeus:problem:not-found\"")
                .contains("\"status\":404");
        assertThat(client.ask(get(TARGET)).status()).isEqualTo(200);
        assertThat(metrics.invalidPaths()).isZero();
    }

    @Test
    void ordinaryCharactersMayBePercentEncoded() throws IOException {
        files.add("SAI+ba+idx+Meta.db", new byte[] {1, 2, 3});

        assertThat(client.ask(get(SnapshotFiles.path("SAI+ba+idx+Meta.db").target()))
                        .body())
                .containsExactly(1, 2, 3);
        assertThat(client.ask(get("/data/v1/snapshots/backup-1/shop/orders/nb-7-big/SAI%2Bba%2Bidx%2BMeta.db"))
                        .status())
                .isEqualTo(200);
    }

    @Test
    void aLinkIsNotFollowed() throws IOException {
        Path secret = Files.write(directory.resolve("secret"), new byte[10]);
        Path link = Files.createSymbolicLink(directory.resolve("link"), secret);
        files.list("Filter.db", new ServedFile(link, 10, new Crc32(0)));

        Response response = client.ask(get(SnapshotFiles.path("Filter.db").target()));

        assertThat(response.status()).isEqualTo(409);
        assertThat(response.text())
                .contains("urn:idaeus:problem:snapshot-incomplete")
                .doesNotContain(directory.toString());
        assertThat(metrics.invalidPaths()).isEqualTo(1);
    }

    /** No event loop waits for a writer: the next file is served. */
    @ParameterizedTest
    @ValueSource(ints = {10, 2 << 20})
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aPipeInPlaceOfAFileIsNotOpened(int size) throws Exception {
        Path pipe = NamedPipe.create(directory.resolve("pipe"));
        files.list("Filter.db", new ServedFile(pipe, size, new Crc32(0)));
        files.add("Index.db", new byte[10]);

        assertThat(client.ask(get(SnapshotFiles.path("Filter.db").target())).status())
                .isEqualTo(409);
        assertThat(client.ask(get(SnapshotFiles.path("Index.db").target())).status())
                .isEqualTo(200);
    }

    @Test
    void aFileWhoseSizeDiffersFromTheManifestIsNotServed() throws IOException {
        ServedFile data = files.add("Index.db", new byte[10]);
        Files.write(data.path(), new byte[9]);

        assertThat(client.ask(get(SnapshotFiles.path("Index.db").target())).status())
                .isEqualTo(409);
        assertThat(metrics.invalidPaths()).isZero();
    }

    @Test
    void whoeverTakesItForTheControlPlaneIsToldWhereThatIs() throws IOException {
        assertThat(client.ask(get("/v1/node")).text())
                .contains("This is the data plane", "control.port, by default 9043");
    }

    @Test
    void aDeletedFileIsNotFound() throws IOException {
        Files.delete(files.add("Index.db", new byte[10]).path());

        assertThat(client.ask(get(SnapshotFiles.path("Index.db").target())).status())
                .isEqualTo(404);
        assertThat(client.ask(get(TARGET)).status()).isEqualTo(200);
    }

    @Test
    void aDirectoryIsNotServed() throws IOException {
        files.list("Index.db", new ServedFile(Files.createDirectory(directory.resolve("d")), 4096, new Crc32(0)));

        assertThat(client.ask(get(SnapshotFiles.path("Index.db").target())).status())
                .isEqualTo(409);
    }

    @Test
    void everyFileIsClosedAfterItsResponse() throws IOException {
        for (int i = 0; i < 20; i++) {
            client.ask(get(TARGET));
            client.ask(request("HEAD", TARGET));
            client.ask(get(TARGET, "Range: bytes=99999999-"));
        }
        try (RawClient hasty = new RawClient(server.address())) {
            hasty.send(get(TARGET) + get(TARGET)).head();
        }
        client.ask(get(TARGET, "Connection: close"));

        Await.until("no file is open", () -> OpenFiles.below(directory).isEmpty());
    }

    @Test
    void anAddressInUseIsNamed() {
        int port = server.address().getPort();

        assertThatThrownBy(() -> DataPlaneServer.start(ServeSettings.plain("127.0.0.1", port), files, metrics))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("127.0.0.1:" + port);
    }
}
