/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.sidecar.Await;
import io.idaeus.sidecar.pagecache.Pages;
import io.idaeus.sidecar.serve.RawClient.Response;
import io.idaeus.sidecar.serve.file.OpenFiles;
import io.idaeus.sidecar.serve.file.ServedFile;
import io.idaeus.sidecar.serve.file.SnapshotFiles;
import io.idaeus.sidecar.throttle.Throttle;
import io.idaeus.sidecar.throttle.TimerAlarm;
import io.idaeus.sidecar.wire.Bundle;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
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
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Many components in one response. */
@Timeout(120)
class BundleTest {
    private static final String TARGET = "/data/v1/snapshots/backup-1";
    private static final String SSTABLE = "shop/orders/nb-7-big/";

    @TempDir
    Path directory;

    private final ServeMetrics metrics = new ServeMetrics();
    private final List<byte[]> contents = new ArrayList<>();
    private final List<ServedFile> served = new ArrayList<>();
    private SnapshotFiles files;
    private DataPlaneServer server;
    private RawClient client;

    @BeforeEach
    void serve() throws IOException {
        files = new SnapshotFiles(directory);
        // Copied, empty, one segment, more than one segment, copied.
        for (int size : new int[] {200, 0, 100_000, BundleSource.MAX_COPIED_FILE_BYTES, 3_000_000, 7}) {
            contents.add(SnapshotFiles.bytes(size, size));
            served.add(files.add("C" + served.size() + ".db", contents.get(served.size())));
        }
        server = DataPlaneServer.start(ServeSettings.plain("127.0.0.1", 0), files, metrics);
        client = new RawClient(server.address());
    }

    @AfterEach
    void stop() throws IOException {
        client.close();
        try (RawClient next = new RawClient(server.address())) {
            assertThat(next.ask(RawClient.get(SnapshotFiles.path("C0.db").target()))
                            .status())
                    .isEqualTo(200);
        }
        server.close();
        assertThat(OpenFiles.below(directory)).isEmpty();
    }

    @Test
    void componentsFollowOneAnotherEachWithItsSizeAndChecksum() throws IOException {
        Response response = client.ask(post(all()));

        assertThat(response.status()).isEqualTo(200);
        assertThat(response.headers()).containsEntry("content-type", "application/octet-stream");
        assertThat(response.body()).isEqualTo(expected(0));
        assertThat(client.ask(post(line(1, 0))).body()).hasSize(Bundle.TRAILER_BYTES);
        assertThat(metrics.bundles()).isEqualTo(2);
        Await.until("all is counted", () -> metrics.sendfileBytes() == 3_100_000);
        int copied = response.body().length - 3_100_000 + Bundle.TRAILER_BYTES;
        Await.until("all is counted", () -> metrics.copiedBytes() == copied);
    }

    @Test
    void eachComponentIsSentFromItsOffsetOn() throws IOException {
        String lines = line(0, 199) + line(0, 200) + line(2, 90_000) + line(4, 2_999_999) + line(4, 5) + line(5, 3);

        byte[] body = client.ask(post(lines)).body();

        assertThat(body)
                .isEqualTo(concat(
                        part(0, 199), part(0, 200), part(2, 90_000), part(4, 2_999_999), part(4, 5), part(5, 3)));
    }

    @Test
    void rangesAreSentToTheirEnd() throws IOException {
        String lines = line(0, 0, 200)
                + line(0, 5, 9)
                + line(0, 200, 200)
                + line(1, 0, 0)
                + line(2, 1, 99_999)
                + line(4, 1_000_000, 2_500_001)
                + line(4, 7, 8);

        byte[] body = client.ask(post(lines)).body();

        assertThat(body)
                .isEqualTo(concat(
                        range(0, 0, 200),
                        range(0, 5, 9),
                        range(0, 200, 200),
                        range(1, 0, 0),
                        range(2, 1, 99_999),
                        range(4, 1_000_000, 2_500_001),
                        range(4, 7, 8)));
    }

    @ParameterizedTest
    @CsvSource({"0, 201", "5, 4", "200, 999999999999999999"})
    void anEndOutsideOfTheComponentIsNamedBeforeAByteIsSent(long offset, long end) throws IOException {
        Response response = client.ask(post(line(0, offset, end)));

        assertThat(response.status()).isEqualTo(416);
        assertThat(response.text()).contains("C0.db", Long.toString(offset), Long.toString(end), "200");
        assertThat(client.ask(post(all())).status()).isEqualTo(200);
    }

    @Test
    @Tag("timing")
    void aThrottleDelaysABundleAndChangesNoByte() throws IOException {
        try (TimerAlarm alarm = new TimerAlarm();
                DataPlaneServer slow = DataPlaneServer.start(
                        ServeSettings.plain("127.0.0.1", 0),
                        files,
                        new ServeMetrics(),
                        new Throttle(8_000_000, System::nanoTime, alarm));
                RawClient one = new RawClient(slow.address())) {
            long began = System.nanoTime();

            byte[] body = one.ask(post(all())).body();

            assertThat(body).isEqualTo(expected(0));
            // The throttle does not wait after the last segment.
            assertThat((System.nanoTime() - began) / 1e9).isGreaterThan((body.length - (1 << 20) - 100_000) / 8e6);
        }
    }

    @Test
    void coldFilesAreReadAheadAndDroppedAfterwards() throws Exception {
        List<ServedFile> filled =
                served.stream().filter(file -> file.size() > 0).toList();
        long bytes = 0;
        for (ServedFile file : filled) {
            Pages.evict(file.path(), 0, file.size());
            bytes += file.size();
        }

        assertThat(client.ask(post(all())).body()).isEqualTo(expected(0));

        assertThat(metrics.readAheadBytes()).isEqualTo(bytes);
        long all = bytes;
        Await.until("their pages are dropped", () -> {
            sendSomethingElse();
            return metrics.droppedPageBytes() >= all;
        });
        long absent = 0;
        for (ServedFile file : filled) {
            absent += Pages.absentBytes(file.path(), file.size());
        }
        // Not all of them: a page whose packet a core still holds stays.
        assertThat(absent).isGreaterThanOrEqualTo(bytes / 2);
    }

    /** Linux frees the pages of a delivered packet when the core that sent it sends again. */
    private void sendSomethingElse() {
        try {
            assertThat(client.ask(post(SSTABLE + "Other.db 00000000-0 0\n")).status())
                    .isEqualTo(404);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void filesInMemoryAreNeitherReadAheadNorDropped() throws Exception {
        for (ServedFile file : served) {
            Files.readAllBytes(file.path());
        }

        assertThat(client.ask(post(all())).body()).isEqualTo(expected(0));

        assertThat(metrics.readAheadBytes()).isZero();
        assertThat(metrics.droppedPageBytes()).isZero();
    }

    @Test
    void namesArePercentDecoded() throws IOException {
        ServedFile file = files.add("SAI+a b.db", new byte[] {1});

        assertThat(client.ask(post(SSTABLE + "SAI+a%20b.db " + file.etag().value() + " 0\n"))
                        .body())
                .hasSize(1 + Bundle.TRAILER_BYTES);
    }

    @Test
    void aComponentInNoManifestIsNamedBeforeAByteIsSent() throws IOException {
        Response response = client.ask(post(line(0, 0) + SSTABLE + "Other.db 00000000-0 0\n"));

        assertThat(response.status()).isEqualTo(404);
        assertThat(response.text()).contains("urn:idaeus:problem:not-found", "Other.db");
        assertThat(client.ask(post(all())).status()).isEqualTo(200);
    }

    @Test
    void aDifferentEntityTagIsNamedBeforeAByteIsSent() throws IOException {
        Response response = client.ask(post(line(0, 0) + SSTABLE + "C2.db 00c0ffee-100000 0\n"));

        assertThat(response.status()).isEqualTo(409);
        assertThat(response.text())
                .contains("C2.db", "00c0ffee-100000", served.get(2).etag().value());
    }

    @Test
    void anOffsetPastTheEndIsNamedBeforeAByteIsSent() throws IOException {
        Response response = client.ask(post(line(0, 201)));

        assertThat(response.status()).isEqualTo(416);
        assertThat(response.text()).contains("C0.db", "201", "200");
        assertThat(client.ask(post(all())).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 2, 5})
    void aDeletedFileEndsTheResponseWhereItsBytesWouldBegin(int gone) throws IOException {
        Files.delete(served.get(gone).path());

        client.send(post(all())).head();

        byte[] came = client.readToEnd();
        int due = 0;
        for (int i = 0; i < gone; i++) {
            due += part(i, 0).length;
        }
        assertThat(came).isEqualTo(Arrays.copyOf(expected(0), came.length)).hasSize(due);
        if (gone == 0) {
            files.add("C0.db", contents.get(0));
        }
        Await.until("the response counts as aborted", () -> metrics.abortedResponses() == 1);
    }

    @Test
    void aFileOfAnotherSizeEndsTheResponse() throws IOException {
        Files.write(served.get(3).path(), new byte[5]);

        client.send(post(all())).head();

        assertThat(client.readToEnd().length).isLessThan(expected(0).length);
    }

    @Test
    void aLinkIsNotFollowed() throws IOException {
        Path file = served.get(5).path();
        Files.move(file, directory.resolve("elsewhere"));
        Files.createSymbolicLink(file, directory.resolve("elsewhere"));

        client.send(post(all())).head();

        assertThat(client.readToEnd().length).isLessThan(expected(0).length);
    }

    @Test
    void everyFileIsClosedWhenTheClientDisconnects() throws IOException {
        try (RawClient leaving = new RawClient(server.address(), 4096)) {
            leaving.send(post(line(4, 0).repeat(50))).head();
        }
        Await.until("the response has ended", () -> metrics.abortedResponses() == 1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "../orders/nb-7-big/C0.db",
                "shop/orders/nb-7-big/..",
                "shop/orders/nb-7-big/%2e%2e",
                "shop/orders/nb-7-big/..%2fC0.db",
                "shop/orders/nb-7-big/C0.db%00",
                "shop/orders/nb-7-big/%252e",
                "shop/orders/nb-7-big/%ff",
                "shop/orders/nb-7-big/%2",
                "shop/orders/nb-7-big/C0.db?x",
                "shop/orders//C0.db",
                "/shop/orders/nb-7-big/C0.db",
                "shop/orders/nb-7-big\\C0.db",
                "shop/orders/nb-7-big/C0\u00e4.db",
            })
    void anInvalidPathIsRefusedAndCounted(String names) throws IOException {
        Response response = client.ask(post(line(0, 0) + names + " 00000000-0 0\n"));

        assertThat(response.status()).isEqualTo(400);
        assertThat(response.text()).contains("urn:idaeus:problem:invalid-request", "Line 2");
        assertThat(metrics.invalidPaths()).isEqualTo(1);
        assertThat(client.isClosedByServer()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\n",
                "x\n",
                SSTABLE + "C0.db\n",
                SSTABLE + "C0.db 00000000-0\n",
                SSTABLE + "C0.db 00000000-0 \n",
                SSTABLE + "C0.db  00000000-0 0\n",
                SSTABLE + "C0.db 00000000-0 0 0 0\n",
                SSTABLE + "C0.db 00000000-0 0 00\n",
                SSTABLE + "C0.db 00000000-0 0 -1\n",
                SSTABLE + "C0.db 00000000-0 0 \n",
                SSTABLE + "C0.db 00000000-0 0 9999999999999999999\n",
                SSTABLE + "C0.db 00000000-0 00\n",
                SSTABLE + "C0.db 00000000-0 -1\n",
                SSTABLE + "C0.db 00000000-0 9999999999999999999\n",
                SSTABLE + "C0.db 0000000-0 0\n",
                SSTABLE + "C0.db 0000000G-0 0\n",
                SSTABLE + "C0.db \"00000000-0\" 0\n",
                SSTABLE + "C0.db 00000000-01 0\n",
                SSTABLE + "C0.db 00000000-0 0\r\n",
                SSTABLE + "C0.db 00000000-0 0",
                "orders/nb-7-big/C0.db 00000000-0 0\n",
                "backup-1/shop/orders/nb-7-big/C0.db 00000000-0 0\n",
            })
    void aMalformedBodyIsRefused(String body) throws IOException {
        Response response = client.ask(post(body));

        assertThat(response.status()).isEqualTo(400);
        assertThat(response.text()).contains("urn:idaeus:problem:invalid-request", "body");
        assertThat(client.isClosedByServer()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Content-Length: 0\r\n",
                "Content-Length: -1\r\n",
                "Content-Length: 1e3\r\n",
                "Content-Length: 01\r\n",
                "Transfer-Encoding: chunked\r\n",
                "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n",
                "Content-Length: 5\r\nContent-Length: 6\r\n",
                "Content-Length: 5\r\nHost: b\r\n",
            })
    void aBodyOfUnknownLengthIsRefusedAtOnce(String headers) throws IOException {
        Response response = client.ask("POST " + TARGET + " HTTP/1.1\r\nHost: a\r\n" + headers + "\r\n");

        assertThat(response.status()).isEqualTo(400);
        assertThat(client.isClosedByServer()).isTrue();
    }

    @Test
    void aBodyAboveTheLimitIsRefusedAtOnce() throws IOException {
        Response response = client.ask("POST " + TARGET + " HTTP/1.1\r\nHost: a\r\nContent-Length: 262145\r\n\r\nshop");

        assertThat(response.status()).isEqualTo(413);
        assertThat(response.text()).contains("urn:idaeus:problem:payload-too-large", "262145", "262144");
    }

    @Test
    void tooManyLinesAreRefused() throws IOException {
        assertThat(client.ask(post(line(1, 0).repeat(Bundle.MAX_COMPONENTS))).body())
                .hasSize(Bundle.MAX_COMPONENTS * Bundle.TRAILER_BYTES);
        Response response = client.ask(post(line(1, 0).repeat(Bundle.MAX_COMPONENTS + 1)));

        assertThat(response.status()).isEqualTo(413);
        assertThat(response.text()).contains("more lines");
    }

    @Test
    void aResponseAboveTheLimitIsRefused() throws IOException {
        ServedFile large = files.addSparse("Large.db", Bundle.MAX_BYTES - Bundle.TRAILER_BYTES, 0);
        String line = SSTABLE + "Large.db " + large.etag().value();

        assertThat(client.ask(post(line + " 0\n" + line(1, 0))).status()).isEqualTo(413);
        try (RawClient next = new RawClient(server.address())) {
            Response allowed = next.send(post(line + " 0\n")).head();
            assertThat(allowed.headers()).containsEntry("content-length", Long.toString(Bundle.MAX_BYTES));
        }
    }

    @Test
    void otherMethodsAreRefused() throws IOException {
        assertThat(client.ask(RawClient.get(TARGET)).status()).isEqualTo(404);
        assertThat(client.ask(RawClient.request("PUT", TARGET)).status()).isEqualTo(405);
    }

    @Test
    void aPipelinedRequestIsAnsweredNext() throws IOException {
        client.send(post(all()) + post(line(5, 0)));

        assertThat(client.read().body()).isEqualTo(expected(0));
        assertThat(client.read().body()).isEqualTo(part(5, 0));
    }

    static String post(String body) {
        return RawClient.request("POST", TARGET, "Content-Length: " + body.length()) + body;
    }

    private String all() {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < served.size(); i++) {
            lines.append(line(i, 0));
        }
        return lines.toString();
    }

    private String line(int index, long offset) {
        return line("C" + index + ".db", served.get(index), offset);
    }

    private String line(int index, long offset, long end) {
        return line(index, offset).replace("\n", " " + end + "\n");
    }

    static String line(String component, ServedFile file, long offset) {
        return SSTABLE + component + ' ' + file.etag().value() + ' ' + offset + '\n';
    }

    private byte[] expected(int offset) {
        byte[][] parts = new byte[served.size()][];
        for (int i = 0; i < parts.length; i++) {
            parts[i] = part(i, offset);
        }
        return concat(parts);
    }

    private byte[] part(int index, int offset) {
        return range(index, offset, contents.get(index).length);
    }

    private byte[] range(int index, int offset, int end) {
        byte[] content = contents.get(index);
        return ByteBuffer.allocate(end - offset + Bundle.TRAILER_BYTES)
                .put(content, offset, end - offset)
                .putLong(content.length)
                .putInt(SnapshotFiles.crc32(content).value())
                .array();
    }

    private static byte[] concat(byte[]... parts) {
        ByteBuffer all = ByteBuffer.allocate(
                Arrays.stream(parts).mapToInt(part -> part.length).sum());
        Arrays.stream(parts).forEach(all::put);
        return all.array();
    }
}
