/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.sidecar.Await;
import io.idaeus.sidecar.byterange.ByteRanges;
import io.idaeus.sidecar.byterange.ByteRanges.ByteRange;
import io.idaeus.sidecar.checksum.Crc32;
import io.idaeus.sidecar.fetch.FetchResult.AlreadyThere;
import io.idaeus.sidecar.fetch.FetchResult.Failed;
import io.idaeus.sidecar.fetch.FetchResult.Fetched;
import io.idaeus.sidecar.fetch.FetchResult.Mismatch;
import io.idaeus.sidecar.fetch.FetchResult.Received;
import io.idaeus.sidecar.fetch.file.PieceJournal;
import io.idaeus.sidecar.fetch.file.PieceSettings;
import io.idaeus.sidecar.serve.DataPlaneServer;
import io.idaeus.sidecar.serve.ServeMetrics;
import io.idaeus.sidecar.serve.ServeSettings;
import io.idaeus.sidecar.serve.file.OpenFiles;
import io.idaeus.sidecar.serve.file.ServedFile;
import io.idaeus.sidecar.serve.file.SnapshotFiles;
import io.idaeus.sidecar.wire.Bundle;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Ranges of a file, stored one after the other: a fetcher and a real data plane, with pieces of 4 MiB. */
@Timeout(120)
class ExcerptFetchTest {
    private static final int PIECE = 4 << 20;
    private static final int SIZE = 6 * PIECE + 12_345;
    private static final int PERMITS = 2;

    @TempDir
    Path source;

    @TempDir
    Path staging;

    private final byte[] data = SnapshotFiles.bytes(SIZE, 22);
    private final ServeMetrics serveMetrics = new ServeMetrics();
    private final FetchMetrics metrics = new FetchMetrics();
    private final AtomicLong progress = new AtomicLong();
    private final ConnectionPermits permits = new ConnectionPermits(PERMITS);
    private final FileFetcher fetcher = fetcher();
    private ServedFile served;
    private DataPlaneServer server;

    private FileFetcher fetcher() {
        FetchSettings plain = FetchSettings.plain();
        return new FileFetcher(
                new FetchSettings(
                        2,
                        8,
                        1 << 20,
                        plain.connectTimeout(),
                        plain.idleTimeout(),
                        plain.keepAlive(),
                        2,
                        null,
                        16,
                        new PieceSettings(PIECE, true, 0, true, true)),
                metrics);
    }

    @BeforeEach
    void serve() {
        SnapshotFiles files = new SnapshotFiles(source);
        served = files.add("Data.db", data);
        server = DataPlaneServer.start(ServeSettings.plain("127.0.0.1", 0), files, serveMetrics);
    }

    @AfterEach
    void stop() {
        fetcher.close();
        server.close();
        assertThat(permits.free()).isEqualTo(PERMITS);
        assertThat(OpenFiles.below(staging)).isEmpty();
        assertThat(OpenFiles.below(source)).isEmpty();
    }

    /** In one part file, and in pieces; with fewer ranges than a request may have, and with more. */
    @ParameterizedTest
    @CsvSource({"1, 1000", "3, 1_000_000", "17, 100_000", "3, 4_000_000", "2000, 10", "2000, 3000"})
    void theRangesAreStoredOneAfterTheOther(int count, int length) throws IOException {
        ByteRanges ranges = ranges(count, length);

        assertThat(fetch(ranges, null)).isEqualTo(new Fetched(ranges.size(), 0));

        assertThat(destination()).hasBinaryContent(bytes(ranges));
        assertThat(progress).hasValue(ranges.size());
        assertThat(staging).isDirectoryNotContaining("glob:**.{part,pieces}");
        assertThat(fetch(ranges, null)).isEqualTo(new AlreadyThere(ranges.size()));
    }

    @ParameterizedTest
    @ValueSource(ints = {1_000, 4_000_000})
    void aKnownChecksumProvesThem(int length) throws IOException {
        ByteRanges ranges = ranges(3, length);

        assertThat(fetch(ranges, Crc32.of(bytes(ranges)))).isInstanceOf(Fetched.class);
        Files.delete(destination());
        FetchResult wrong = fetch(ranges, new Crc32(7));

        assertThat(wrong).isInstanceOf(Mismatch.class);
        assertThat(((Mismatch) wrong).foundCrc32()).isEqualTo(Crc32.of(bytes(ranges)));
        assertThat(staging).isEmptyDirectory();
        assertThat(progress).hasValue(ranges.size());
    }

    @ParameterizedTest
    @ValueSource(ints = {1_000_000, 4_000_000})
    void afterALostConnectionTheRestIsRequested(int length) throws IOException {
        ByteRanges ranges = ranges(3, length);
        try (FlakyProxy proxy = new FlakyProxy(server.address())) {
            proxy.breakAfter(ranges.size() * 3 / 4);

            FetchResult first = fetch(proxy.address(), ranges, null);
            FetchResult result = first instanceof Failed ? fetch(proxy.address(), ranges, null) : first;

            assertThat(result).isInstanceOf(Fetched.class);
        }
        assertThat(destination()).hasBinaryContent(bytes(ranges));
        assertThat(progress).hasValue(ranges.size());
        assertThat(serveMetrics.sendfileBytes()).isLessThan(2 * ranges.size());
    }

    /** The bytes of a piece are there; what follows them in the response is not. */
    @ParameterizedTest
    @ValueSource(ints = {0, 5, 11})
    void aResponseMayBreakOffAfterTheLastByte(int trailerBytes) throws Exception {
        ByteRanges ranges = new ByteRanges(List.of(new ByteRange(1_000, PIECE + 2_000_000)));
        try (ServerSocket peer = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Thread serving = new Thread(() -> serveTorn(peer, trailerBytes));
            serving.setDaemon(true);
            serving.start();
            InetSocketAddress address = new InetSocketAddress(peer.getInetAddress(), peer.getLocalPort());

            assertThat(fetch(address, ranges, null)).isInstanceOf(Fetched.class);
        }
        assertThat(destination()).hasBinaryContent(bytes(ranges));
        assertThat(metrics.pieces()).isEqualTo(2);
    }

    private void serveTorn(ServerSocket peer, int trailerBytes) {
        try {
            while (true) {
                try (Socket socket = peer.accept()) {
                    BufferedReader request = new BufferedReader(
                            new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
                    String line = request.readLine();
                    while (!line.isEmpty()) {
                        line = request.readLine();
                    }
                    String[] wanted = request.readLine().split(" ", -1);
                    int from = Integer.parseInt(wanted[2]);
                    int to = Integer.parseInt(wanted[3]);
                    OutputStream out = socket.getOutputStream();
                    out.write(("HTTP/1.1 200 OK\r\nContent-Length: " + (to - from + Bundle.TRAILER_BYTES) + "\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
                    out.write(data, from, to - from);
                    ByteBuffer trailer = ByteBuffer.allocate(Bundle.TRAILER_BYTES)
                            .putLong(served.size())
                            .putInt(served.crc32().value());
                    out.write(trailer.array(), 0, trailerBytes);
                }
            }
        } catch (IOException closed) {
            // The test is over.
        }
    }

    /** Pieces that an earlier fetch has recorded are of other bytes. */
    @Test
    void anotherExcerptOfTheSameSizeBeginsAnew() throws IOException {
        ByteRanges ranges = ranges(3, 4_000_000);
        try (FlakyProxy proxy = new FlakyProxy(server.address())) {
            proxy.holdAfter(9_000_000);
            Fetching<FetchResult> held = fetcher.fetch(request(proxy.address(), "Data.db", ranges, null));
            Await.until("a piece is recorded", () -> Files.exists(journal()) && size(journal()) > 28);
            held.cancel(true);
            Await.until("it is over", () -> held.over().isDone());
        }
        List<ByteRange> later = ranges.ranges().stream()
                .map(range -> new ByteRange(range.from() + 1, range.to() + 1))
                .toList();

        assertThat(fetch(new ByteRanges(later), null)).isInstanceOf(Fetched.class);

        assertThat(destination()).hasBinaryContent(bytes(new ByteRanges(later)));
    }

    @Test
    void aBundleBringsExcerptsAndWholeFiles() throws IOException {
        ByteRanges one = ranges(5, 100);
        ByteRanges two = ranges(100, 1_000);
        List<BundleEntry> entries = List.of(
                new BundleEntry(request(server.address(), "one", one, null)),
                new BundleEntry(request(server.address(), "two", two, Crc32.of(bytes(two)))),
                new BundleEntry(request(server.address(), "wrong", one, new Crc32(7))),
                new BundleEntry(request(server.address(), "three", ranges(1, 1), null)));

        BundleResult result = fetcher.fetchTogether(entries).join();

        assertThat(result.failure()).isNull();
        assertThat(result.each().get(0)).isEqualTo(new Received(500, 0));
        assertThat(result.each().get(1)).isEqualTo(new Received(100_000, 0));
        assertThat(result.each().get(2)).isInstanceOf(Mismatch.class);
        assertThat(result.each().get(3)).isEqualTo(new Received(1, 0));
        assertThat(staging.resolve("one")).hasBinaryContent(bytes(one));
        assertThat(staging.resolve("two")).hasBinaryContent(bytes(two));
        assertThat(staging.resolve("wrong")).doesNotExist();
        Await.until("all is counted", () -> serveMetrics.bundles() == 1);
    }

    private static ByteRanges ranges(int count, int length) {
        Random random = new Random(count);
        List<ByteRange> ranges = new ArrayList<>();
        int apart = SIZE / count;
        for (int i = 0; i < count; i++) {
            long from = (long) i * apart + random.nextInt(apart - length);
            ranges.add(new ByteRange(from, from + length));
        }
        return new ByteRanges(ranges);
    }

    private byte[] bytes(ByteRanges ranges) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ranges.ranges().forEach(range -> bytes.write(data, (int) range.from(), (int) range.length()));
        return bytes.toByteArray();
    }

    private FetchResult fetch(ByteRanges ranges, @Nullable Crc32 crc32) {
        return fetch(server.address(), ranges, crc32);
    }

    private FetchResult fetch(InetSocketAddress peer, ByteRanges ranges, @Nullable Crc32 crc32) {
        return fetcher.fetch(request(peer, "Data.db", ranges, crc32)).join();
    }

    private FetchRequest request(InetSocketAddress peer, String name, ByteRanges ranges, @Nullable Crc32 crc32) {
        return new FetchRequest(
                peer,
                SnapshotFiles.path("Data.db"),
                served.size(),
                served.crc32(),
                staging.resolve(name),
                progress::addAndGet,
                permits,
                CompressionChoice.off(),
                new Excerpt(ranges, crc32));
    }

    private Path destination() {
        return staging.resolve("Data.db");
    }

    private Path journal() {
        return PieceJournal.of(FetchRequest.partOf(destination()));
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            return 0;
        }
    }
}
