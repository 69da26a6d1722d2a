/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.github.luben.zstd.Zstd;
import io.idaeus.sidecar.fetch.FetchResult.Failed;
import io.idaeus.sidecar.fetch.FetchResult.Fetched;
import io.idaeus.sidecar.fetch.FetchResult.Reason;
import io.idaeus.sidecar.fetch.connection.ScriptedPeer;
import io.idaeus.sidecar.fetch.connection.ScriptedPeer.Connection;
import io.idaeus.sidecar.serve.file.SnapshotFiles;
import io.idaeus.sidecar.wire.CompressedBlock;
import io.idaeus.sidecar.wire.EntityTag;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.LoggerFactory;

/** Compressed responses that break the protocol: each is named, and the rest is fetched without compression. */
@Timeout(120)
class InvalidBlocksTest {
    private static final byte[] DATA = SnapshotFiles.text(100_000, 5);
    private static final String ETAG = new EntityTag(SnapshotFiles.crc32(DATA), DATA.length).header();
    private static final byte[] FRAME = Zstd.compress(DATA, 1);

    @TempDir
    Path staging;

    private final FetchMetrics metrics = new FetchMetrics();
    private final AtomicLong progress = new AtomicLong();
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private final CompressionChoice compression = CompressionChoice.zstd((wire, plain) -> {});
    private final FetchSettings plain = FetchSettings.plain();
    private final FileFetcher fetcher = new FileFetcher(
            new FetchSettings(
                    1,
                    plain.maxConnectionsPerPeer(),
                    64 * 1024,
                    Duration.ofSeconds(60),
                    Duration.ofSeconds(60),
                    Duration.ofSeconds(60),
                    1,
                    null),
            metrics);

    @BeforeEach
    void listen() {
        log.start();
        ((Logger) LoggerFactory.getLogger(RangeFetch.class)).addAppender(log);
    }

    @AfterEach
    void stop() {
        ((Logger) LoggerFactory.getLogger(RangeFetch.class)).detachAppender(log);
        fetcher.close();
    }

    @Test
    void aValidResponseInChunksOfAnySizeArrives() throws IOException {
        byte[] body = join(block(DATA.length, FRAME));
        try (ScriptedPeer peer = new ScriptedPeer(connection -> {
            connection.request();
            connection.send(head(""));
            for (int i = 0; i < body.length; i += 7) {
                byte[] chunk = Arrays.copyOfRange(body, i, Math.min(body.length, i + 7));
                connection.send(chunked(chunk));
            }
            connection.send("0;last=yes\r\nChecksum: none\r\n\r\n");
            connection.awaitClose();
        })) {
            assertThat(fetch(peer)).isEqualTo(new Fetched(DATA.length, 0));
            assertThat(peer.requests().get(0)).startsWith("GET /data/v1/").contains("Data.db?zstd=1 HTTP/1.1");
        }
        assertThat(staging.resolve("Data.db")).hasBinaryContent(DATA);
        assertThat(log.list).isEmpty();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("invalidBodies")
    void anInvalidBodyIsNamedAndTheRestComesUncompressed(String expected, byte[] body) throws IOException {
        try (ScriptedPeer peer = new ScriptedPeer(
                connection -> {
                    connection.request();
                    connection.send(head("")).send(body);
                    // Where the body ended as it should, the connection is used again.
                    answer(connection);
                },
                InvalidBlocksTest::answer)) {
            assertThat(fetch(peer)).isEqualTo(new Fetched(DATA.length, 0));
            assertThat(peer.requests()).last().asString().contains("Data.db HTTP/1.1");
        }
        assertThat(staging.resolve("Data.db")).hasBinaryContent(DATA);
        assertThat(metrics.compressedFailures()).isEqualTo(1);
        assertThat(progress).hasValue(DATA.length);
        assertThat(log.list).hasSize(1);
        assertThat(log.list.get(0).getFormattedMessage())
                .contains("Data.db", expected, "the rest is fetched without compression");
    }

    static Stream<Arguments> invalidBodies() {
        int size = DATA.length;
        byte[] shortFrame = Zstd.compress(Arrays.copyOf(DATA, size - 1), 1);
        byte[] longFrame = Zstd.compress(Arrays.copyOf(DATA, size + 1), 1);
        byte[] broken = FRAME.clone();
        // Behind the header of its first block, where its literals begin.
        Arrays.fill(broken, 13, 21, (byte) 0xFF);
        byte[] bomb = Zstd.compress(new byte[64 << 20], 1);
        byte[] random = SnapshotFiles.bytes(5000, 1);
        byte[] trailing = join(FRAME, new byte[] {1, 2, 3});
        byte[] twoFrames = join(FRAME, Zstd.compress(new byte[0], 1));
        return Stream.of(
                Arguments.of("a block of 1048577 bytes in 9", wire(header(1048577, 9))),
                Arguments.of("a block of 2147483647 bytes in 9", wire(header(Integer.MAX_VALUE, 9))),
                Arguments.of("a block of -1 bytes in 9", wire(header(-1, 9))),
                Arguments.of("a block of 0 bytes in 0", wire(header(0, 0))),
                Arguments.of("a block of 100001 bytes in 9", wire(header(size + 1, 9))),
                Arguments.of("a block of 9 bytes in 10", wire(header(9, 10))),
                Arguments.of("a block of 9 bytes in 0", wire(header(9, 0))),
                Arguments.of("a block of 9 bytes in -9", wire(header(9, -9))),
                Arguments.of("a zstd frame that announces 99999 bytes", wire(block(size, shortFrame))),
                Arguments.of("a zstd frame that announces 100001 bytes", wire(block(size, longFrame))),
                Arguments.of("a zstd frame that announces 67108864 bytes", wire(block(size, bomb))),
                Arguments.of("a zstd frame that announces", wire(block(size, random))),
                Arguments.of("a zstd frame of another length than its block", wire(block(size, trailing))),
                Arguments.of("a zstd frame of another length than its block", wire(block(size, twoFrames))),
                Arguments.of("a zstd frame that cannot be decoded", wire(block(size, broken))),
                Arguments.of("bytes up to 0 of the file (expected: up to 100000)", wire()),
                Arguments.of(
                        "bytes up to 50 of the file (expected: up to 100000)",
                        wire(block(50, Arrays.copyOf(DATA, 50)))),
                Arguments.of("a block of 1 bytes in 1", wire(block(size, FRAME), block(1, new byte[1]))),
                Arguments.of("no chunk where one must begin", "garbage\r\n".getBytes(StandardCharsets.US_ASCII)),
                Arguments.of("no chunk where one must begin", "\r\n".getBytes(StandardCharsets.US_ASCII)),
                Arguments.of("ends with LF alone", "5\nabcde\r\n".getBytes(StandardCharsets.US_ASCII)),
                Arguments.of(
                        "bytes after the end of a chunk",
                        join(chunkHead(4), new byte[] {0, 0, 0, 9}, "oops\r\n".getBytes(StandardCharsets.US_ASCII))),
                Arguments.of("more than 1024 bytes between chunks", new byte[2000]),
                Arguments.of(
                        "more than 64 trailers",
                        join(
                                chunked(block(size, FRAME)),
                                ("0\r\n" + "a: b\r\n".repeat(80)).getBytes(StandardCharsets.US_ASCII))));
    }

    @ParameterizedTest
    @MethodSource("invalidHeads")
    void anInvalidHeadIsNamed(String expected, String head) throws IOException {
        try (ScriptedPeer peer = new ScriptedPeer(
                connection -> {
                    connection.request();
                    connection.send(head).send(wire(block(DATA.length, FRAME)));
                    connection.awaitClose();
                },
                InvalidBlocksTest::answer)) {
            assertThat(fetch(peer)).isEqualTo(new Fetched(DATA.length, 0));
        }
        assertThat(log.list).hasSize(1);
        assertThat(log.list.get(0).getFormattedMessage()).contains(expected);
    }

    static Stream<Arguments> invalidHeads() {
        return Stream.of(
                Arguments.of("content-type: text/plain", head("").replace(CompressedBlock.MEDIA_TYPE, "text/plain")),
                Arguments.of("status 206", head("").replace("200 OK", "206 Partial Content")),
                // A source that knows nothing of compression, although it did when the transfer began.
                Arguments.of("400 Bad Request", "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n"));
    }

    @Test
    void anEndBetweenTwoBlocksIsALostConnection() throws IOException {
        try (ScriptedPeer peer = new ScriptedPeer(connection -> {
            connection.request();
            connection.send(head("")).send(chunked(block(50, Arrays.copyOf(DATA, 50))));
        })) {
            assertThat(fetch(peer)).isInstanceOfSatisfying(Failed.class, failed -> assertThat(failed.reason())
                    .isEqualTo(Reason.CONNECTION_LOST));
        }
        assertThat(staging.resolve("Data.db.part")).hasSize(50);
    }

    @Test
    void afterThreeInvalidResponsesNoneIsAskedFor() throws IOException {
        ScriptedPeer.Script invalid = connection -> {
            connection.request();
            connection.send(head("")).send("garbage\r\n");
            connection.awaitClose();
        };
        for (int i = 0; i < 3; i++) {
            try (ScriptedPeer peer = new ScriptedPeer(invalid, InvalidBlocksTest::answer)) {
                fetch(peer, "Data.db-" + i);
            }
        }
        try (ScriptedPeer peer = new ScriptedPeer(InvalidBlocksTest::answer)) {
            assertThat(fetch(peer)).isEqualTo(new Fetched(DATA.length, 0));
            assertThat(peer.requests().get(0)).contains("Data.db HTTP/1.1");
        }
    }

    private static void answer(Connection connection) throws IOException {
        String request = connection.request();
        if (request.isEmpty()) {
            return;
        }
        int from = request.contains("bytes=50-") ? 50 : 0;
        connection
                .send("HTTP/1.1 " + (from > 0 ? "206 Partial" : "200 OK") + "\r\nETag: " + ETAG + "\r\nContent-Length: "
                        + (DATA.length - from) + "\r\n"
                        + (from > 0 ? "Content-Range: bytes " + from + "-99999/100000\r\n" : "") + "\r\n")
                .send(Arrays.copyOfRange(DATA, from, DATA.length));
        connection.awaitClose();
    }

    private static String head(String more) {
        return "HTTP/1.1 200 OK\r\nETag: " + ETAG + "\r\nTransfer-Encoding: chunked\r\nContent-Type: "
                + CompressedBlock.MEDIA_TYPE + "\r\n" + more + "\r\n";
    }

    private static byte[] header(int plainBytes, int encodedBytes) {
        return ByteBuffer.allocate(CompressedBlock.HEADER_BYTES)
                .putInt(plainBytes)
                .putInt(encodedBytes)
                .array();
    }

    private static byte[] block(int plainBytes, byte[] encoded) {
        return join(header(plainBytes, encoded.length), encoded);
    }

    /** A whole body. */
    private static byte[] wire(byte[]... blocks) {
        byte[] all = join(blocks);
        return join(all.length == 0 ? all : chunked(all), "0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    }

    private static byte[] chunked(byte[] bytes) {
        return join(chunkHead(bytes.length), bytes, "\r\n".getBytes(StandardCharsets.US_ASCII));
    }

    private static byte[] chunkHead(int bytes) {
        return (Integer.toHexString(bytes) + "\r\n").getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] join(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        Arrays.stream(parts).forEach(all::writeBytes);
        return all.toByteArray();
    }

    private FetchResult fetch(ScriptedPeer peer) {
        return fetch(peer, "Data.db");
    }

    private FetchResult fetch(ScriptedPeer peer, String name) {
        return fetcher.fetch(new FetchRequest(
                        peer.address(),
                        SnapshotFiles.path("Data.db"),
                        DATA.length,
                        SnapshotFiles.crc32(DATA),
                        staging.resolve(name),
                        progress::addAndGet,
                        new ConnectionPermits(1),
                        compression))
                .join();
    }
}
