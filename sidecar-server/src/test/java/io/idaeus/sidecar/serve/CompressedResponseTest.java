/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.github.luben.zstd.Zstd;
import io.idaeus.sidecar.Await;
import io.idaeus.sidecar.compression.BrokenCodecs;
import io.idaeus.sidecar.serve.file.OpenFiles;
import io.idaeus.sidecar.serve.file.ServedFile;
import io.idaeus.sidecar.serve.file.SnapshotFiles;
import io.idaeus.sidecar.throttle.Throttle;
import io.idaeus.sidecar.throttle.TimerAlarm;
import io.idaeus.sidecar.wire.CompressedBlock;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
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

/** Compressed responses, read by hand. */
@Timeout(120)
class CompressedResponseTest {
    private static final int SIZE = (3 << 20) + 12_345;
    private static final Path IO = Path.of("/proc/self/io");
    private static final String TARGET = SnapshotFiles.path("Data.db").target();

    @TempDir
    Path directory;

    private final byte[] data = SnapshotFiles.text(SIZE, 7);
    private final ServeMetrics metrics = new ServeMetrics();
    private SnapshotFiles files;
    private ServedFile served;
    private DataPlaneServer server;

    @BeforeEach
    void serve() {
        files = new SnapshotFiles(directory);
        served = files.add("Data.db", data);
        server = DataPlaneServer.start(ServeSettings.plain("127.0.0.1", 0), files, metrics);
    }

    @AfterEach
    void stop() {
        server.close();
        assertThat(OpenFiles.below(directory)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void theWholeFileComesInBlocksOfItsOwnMediaType(int level) throws IOException {
        try (RawClient client = new RawClient(server.address())) {
            RawClient.Response head =
                    client.send(RawClient.get(TARGET + "?zstd=" + level)).head();

            assertThat(head.status()).isEqualTo(200);
            assertThat(head.headers())
                    .containsEntry("etag", served.etag().header())
                    .containsEntry("content-type", "application/vnd.idaeus.zstd-blocks")
                    .containsEntry("transfer-encoding", "chunked")
                    .doesNotContainKeys("content-length", "content-encoding");
            List<CompressedBlock> blocks = new ArrayList<>();
            assertThat(decoded(dechunked(client.input()), blocks)).isEqualTo(data);
            assertThat(blocks).hasSize(4).noneMatch(CompressedBlock::isStored);
            assertThat(blocks.get(0).plainBytes()).isEqualTo(1 << 20);
            assertThat(metrics.compressedPlainBytes()).isEqualTo(SIZE);

            // The connection goes on.
            assertThat(client.ask(RawClient.get(TARGET)).body()).isEqualTo(data);
        }
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "1, 1048577", "1048575, 3000000", "3158072, 3158072"})
    void aRangeOfPlainBytesComesInBlocks(int first, int last) throws IOException {
        try (RawClient client = new RawClient(server.address())) {
            RawClient.Response head = client.send(RawClient.get(
                            TARGET + "?zstd=1",
                            "Range: bytes=" + first + "-" + last,
                            "If-Range: " + served.etag().header()))
                    .head();

            assertThat(head.status()).isEqualTo(206);
            assertThat(head.headers()).containsEntry("content-range", "bytes " + first + "-" + last + "/" + SIZE);
            assertThat(decoded(dechunked(client.input()), new ArrayList<>()))
                    .isEqualTo(Arrays.copyOfRange(data, first, last + 1));
        }
    }

    @Test
    void anEmptyFileIsNoBlock() throws IOException {
        files.add("Data.db", new byte[0]);
        try (RawClient client = new RawClient(server.address())) {
            client.send(RawClient.get(TARGET + "?zstd=1")).head();

            assertThat(dechunked(client.input())).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "zstd=0",
                "zstd=4",
                "zstd=01",
                "zstd=-1",
                "zstd=",
                "zstd",
                "zstd=1&zstd=1",
                "zstd=1&crc32=1048576",
                "zstd=999999999",
                "ZSTD=1"
            })
    void anotherQueryIsRefused(String query) throws IOException {
        try (RawClient client = new RawClient(server.address())) {
            assertThat(client.ask(RawClient.get(TARGET + "?" + query)).status()).isEqualTo(400);
        }
    }

    @Test
    void theQueryNeedsAComponent() throws IOException {
        try (RawClient client = new RawClient(server.address())) {
            assertThat(client.ask(RawClient.get("/data/v1/snapshots/backup-1?zstd=1"))
                            .status())
                    .isEqualTo(400);
        }
    }

    @Test
    void otherMethodsAndHttp10AreRefused() throws IOException {
        try (RawClient client = new RawClient(server.address())) {
            assertThat(client.ask(RawClient.request("HEAD", TARGET + "?zstd=1")).status())
                    .isEqualTo(405);
        }
        try (RawClient client = new RawClient(server.address())) {
            assertThat(client.ask("GET " + TARGET + "?zstd=1 HTTP/1.0\r\n\r\n").text())
                    .contains("expected: HTTP/1.1 for compressed responses");
        }
    }

    @Test
    void aRangeBeyondTheEndAndAnUnchangedFileAreAnsweredAsEver() throws IOException {
        try (RawClient client = new RawClient(server.address())) {
            assertThat(client.ask(RawClient.get(TARGET + "?zstd=1", "Range: bytes=" + SIZE + "-"))
                            .status())
                    .isEqualTo(416);
            assertThat(client.ask(RawClient.get(
                                    TARGET + "?zstd=1",
                                    "If-None-Match: " + served.etag().header()))
                            .status())
                    .isEqualTo(304);
        }
    }

    @Test
    void blocksThatDoNotShrinkAreTriedMoreAndMoreSeldom() throws IOException {
        files.add("Data.db", SnapshotFiles.bytes(SIZE, 1));
        try (RawClient client = new RawClient(server.address())) {
            client.send(RawClient.get(TARGET + "?zstd=1")).head();
            List<CompressedBlock> blocks = new ArrayList<>();

            assertThat(decoded(dechunked(client.input()), blocks)).isEqualTo(SnapshotFiles.bytes(SIZE, 1));

            assertThat(blocks).allMatch(CompressedBlock::isStored);
            assertThat(metrics.sendfileBytes()).isEqualTo(SIZE + 4 * CompressedBlock.HEADER_BYTES);
        }
    }

    @Test
    void ofManyBlocksThatDoNotShrinkFewAreTried() throws IOException {
        assumeTrue(Files.isReadable(IO), "no counters of this process");
        server.close();
        server = DataPlaneServer.start(Settings.withoutReadAhead(), files, metrics);
        files.add("Data.db", SnapshotFiles.bytes(32 << 20, 1));

        long plain = bytesRead(TARGET);
        long compressed = bytesRead(TARGET + "?zstd=1");

        // Blocks 0, 2, 5, 10 and 19 are read by a compressor.
        assertThat(compressed - plain).isBetween(4L << 20, 8L << 20);
    }

    // By all system calls of this process: those of the client, of sendfile and of compressors.
    private long bytesRead(String target) throws IOException {
        long before = bytesRead();
        try (RawClient client = new RawClient(server.address())) {
            client.send(RawClient.get(target, "Connection: close"));
            assertThat(client.readToEnd()).hasSizeGreaterThan(32 << 20);
        }
        return bytesRead() - before;
    }

    private static long bytesRead() throws IOException {
        return Long.parseLong(Files.readAllLines(IO).get(0).replaceAll("\\D", ""));
    }

    @Test
    void aReaderThatDoesNotReadHoldsThreeBlocks() throws IOException {
        files.add("Data.db", SnapshotFiles.text(40 << 20, 3));
        long before = Await.settled("memory of earlier tests", PooledByteBufAllocator.DEFAULT::pinnedDirectMemory);
        try (RawClient client = new RawClient(server.address(), 16 * 1024)) {
            client.send(RawClient.get(TARGET + "?zstd=1")).head();

            // Each takes 0.27 MiB, in memory 0.31 MiB.
            Await.until("three blocks wait", () -> held(before) > 700_000);
            Await.settled("nothing more is sent", metrics::bytes);
            assertThat(held(before)).isLessThan(1_300_000);
        }
        Await.until("memory is free", () -> held(before) < 100_000);
    }

    private static long held(long before) {
        return PooledByteBufAllocator.DEFAULT.pinnedDirectMemory() - before;
    }

    @Test
    void aFileThatShrinksOnDiskEndsTheConnectionAfterTheBlocksBefore() throws IOException {
        try (RawClient client = new RawClient(server.address())) {
            try (java.io.RandomAccessFile file =
                    new java.io.RandomAccessFile(served.path().toFile(), "rw")) {
                // The server compares the size when it opens the file: it is truncated afterwards.
                RawClient.Response head = slow(client);
                assertThat(head.status()).isEqualTo(200);
                file.setLength(5);
            }
            byte[] rest = client.readToEnd();
            assertThat(new String(rest, StandardCharsets.ISO_8859_1)).doesNotEndWith("0\r\n\r\n");
        }
        Await.until("the response is aborted", () -> metrics.abortedResponses() == 1);
    }

    private RawClient.Response slow(RawClient client) throws IOException {
        served = files.add("Data.db", SnapshotFiles.text(64 << 20, 3));
        return client.send(RawClient.get(TARGET + "?zstd=1")).head();
    }

    @Test
    void manyReadersThatDoNotReadHoldLittleMemory() throws IOException {
        files.add("Data.db", SnapshotFiles.text(64 << 20, 3));
        List<RawClient> clients = new ArrayList<>();
        long before = Await.settled("memory of earlier tests", PooledByteBufAllocator.DEFAULT::pinnedDirectMemory);
        try {
            for (int i = 0; i < 40; i++) {
                RawClient client = new RawClient(server.address(), 16 * 1024);
                clients.add(client);
                client.send(RawClient.get(TARGET + "?zstd=1")).head();
            }
            Await.until("blocks wait", () -> held(before) >= 1L << 20 && metrics.sendfileBytes() > 0);
            Await.settled("the sockets are full", metrics::bytes);
            // Sixteen compress, with up to three blocks each; the others are sent by sendfile.
            assertThat(held(before)).isBetween(1L << 20, (CompressionWorkers.MAX_RESPONSES * 3L) << 20);
            assertThat(metrics.sendfileBytes()).isPositive();

            // A reader that reads is served beside them.
            try (RawClient client = new RawClient(server.address())) {
                client.send(RawClient.get(TARGET + "?zstd=1", "Range: bytes=0-2999999"))
                        .head();
                assertThat(decoded(dechunked(client.input()), new ArrayList<>()))
                        .hasSize(3_000_000);
            }
        } finally {
            for (RawClient client : clients) {
                client.close();
            }
        }
        Await.until("files are closed", () -> OpenFiles.below(directory).isEmpty());
        Await.until("memory is free", () -> PooledByteBufAllocator.DEFAULT.pinnedDirectMemory() <= before + (2L << 20));
    }

    @Test
    @Tag("timing")
    void aRateLimitCountsTheBytesOnTheWire() throws IOException {
        server.close();
        int limit = 1 << 20;
        try (TimerAlarm alarm = new TimerAlarm()) {
            server = DataPlaneServer.start(
                    ServeSettings.plain("127.0.0.1", 0), files, metrics, new Throttle(limit, System::nanoTime, alarm));
            try (RawClient client = new RawClient(server.address())) {
                client.send(RawClient.get(TARGET + "?zstd=1")).head();
                long began = System.nanoTime();
                List<CompressedBlock> blocks = new ArrayList<>();

                assertThat(decoded(dechunked(client.input()), blocks)).isEqualTo(data);

                double seconds = (System.nanoTime() - began) / 1e9;
                long wire =
                        blocks.stream().mapToLong(CompressedBlock::wireBytes).sum();
                assertThat(seconds).isBetween(0.7 * wire / limit, 1.0 * SIZE / limit);
            }
            server.close();
        }
    }

    @Test
    void withoutACompressorTheResponseIsAbortedAndTheConnectionEnds() throws IOException {
        server.close();
        CompressionWorkers workers =
                new CompressionWorkers(BrokenCodecs.compressing(new OutOfMemoryError("direct buffer memory")));
        server =
                new DataPlaneServer(ServeSettings.plain("127.0.0.1", 0), files, metrics, Throttle.unlimited(), workers);
        try (RawClient client = new RawClient(server.address())) {
            client.send(RawClient.get(TARGET + "?zstd=1"));

            assertThat(new String(client.readToEnd(), StandardCharsets.ISO_8859_1))
                    .doesNotEndWith("0\r\n\r\n");
        }
        Await.until("the response is aborted", () -> metrics.abortedResponses() == 1);
        assertThat(workers.free()).isEqualTo(CompressionWorkers.MAX_RESPONSES);
        // Files are served as ever.
        try (RawClient client = new RawClient(server.address())) {
            assertThat(client.ask(RawClient.get(TARGET)).body()).isEqualTo(data);
        }
    }

    private static byte[] dechunked(InputStream input) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        while (true) {
            int size = Integer.parseInt(line(input), 16);
            all.write(input.readNBytes(size));
            assertThat(line(input)).isEmpty();
            if (size == 0) {
                return all.toByteArray();
            }
        }
    }

    private static String line(InputStream input) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = input.read(); c != '\n'; c = input.read()) {
            line.append((char) c);
        }
        return line.toString().stripTrailing();
    }

    private static byte[] decoded(byte[] body, List<CompressedBlock> blocks) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        DataInputStream input = new DataInputStream(new java.io.ByteArrayInputStream(body));
        while (input.available() > 0) {
            CompressedBlock block =
                    CompressedBlock.readFrom(Unpooled.wrappedBuffer(input.readNBytes(CompressedBlock.HEADER_BYTES)));
            blocks.add(block);
            byte[] encoded = input.readNBytes(block.encodedBytes());
            all.write(block.isStored() ? encoded : Zstd.decompress(encoded, block.plainBytes()));
        }
        return all.toByteArray();
    }
}
