/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.sidecar.Await;
import io.idaeus.sidecar.fetch.FetchResult.Fetched;
import io.idaeus.sidecar.fetch.file.PieceSettings;
import io.idaeus.sidecar.serve.DataPlaneServer;
import io.idaeus.sidecar.serve.ServeMetrics;
import io.idaeus.sidecar.serve.ServeSettings;
import io.idaeus.sidecar.serve.file.OpenFiles;
import io.idaeus.sidecar.serve.file.ServedFile;
import io.idaeus.sidecar.serve.file.SnapshotFiles;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Compressed files: a fetcher and a real data plane, with pieces of 4 MiB. */
@Timeout(120)
class CompressedFetchTest {
    private static final int PIECE = 4 << 20;
    private static final int SIZE = 5 * PIECE + 12_345;
    private static final int PERMITS = 3;
    private static final int BUFFERS = 4;
    private static final long BUFFER_BYTES = (2 << 20) + (64 << 10);

    @TempDir
    Path source;

    @TempDir
    Path staging;

    private final byte[] data = SnapshotFiles.text(SIZE, 21);
    private final ServeMetrics serveMetrics = new ServeMetrics();
    private final FetchMetrics metrics = new FetchMetrics();
    private final AtomicLong progress = new AtomicLong();
    private final AtomicLong wireBytes = new AtomicLong();
    private final AtomicLong plainBytes = new AtomicLong();
    private final ConnectionPermits permits = new ConnectionPermits(PERMITS);
    private final CompressionChoice compression = CompressionChoice.zstd((wire, plain) -> {
        wireBytes.addAndGet(wire);
        plainBytes.addAndGet(plain);
    });
    private volatile boolean held;
    private FileFetcher fetcher = fetcher(true, PIECE);
    private SnapshotFiles files;
    private ServedFile served;
    private DataPlaneServer server;

    @BeforeEach
    void serve() {
        files = new SnapshotFiles(source);
        served = files.add("Data.db", data);
        server = DataPlaneServer.start(ServeSettings.plain("127.0.0.1", 0), files, serveMetrics);
    }

    @AfterEach
    void stop() {
        fetcher.close();
        server.close();
        assertThat(permits.free()).isEqualTo(PERMITS);
        assertThat(fetcher.freeBuffers()).isEqualTo(BUFFERS);
        assertThat(OpenFiles.below(staging)).isEmpty();
        assertThat(OpenFiles.below(source)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"true, 4194304", "false, 4194304", "true, 1099511627776"})
    void textArrivesInLessThanItsBytes(boolean directIo, long piece) throws IOException {
        fetcher.close();
        fetcher = fetcher(directIo, piece);

        assertThat(fetch()).isEqualTo(new Fetched(SIZE, 0));

        assertThat(destination()).hasBinaryContent(data);
        assertThat(progress).hasValue(SIZE);
        assertThat(metrics.bytes()).isEqualTo(SIZE);
        assertThat(metrics.decompressedBytes()).isEqualTo(SIZE);
        assertThat(metrics.compressedBytes()).isLessThan(SIZE / 2);
        assertThat(serveMetrics.compressedBytes()).isEqualTo(metrics.compressedBytes());
        assertThat(serveMetrics.compressedPlainBytes()).isEqualTo(SIZE);
        assertThat(serveMetrics.sendfileBytes()).isZero();
        assertThat(plainBytes).hasValue(SIZE);
        assertThat(wireBytes).hasValue(metrics.compressedBytes());
    }

    @Test
    void whatDoesNotShrinkIsSentAsItIsBySendfile() throws IOException {
        byte[] random = SnapshotFiles.bytes(SIZE, 3);
        served = files.add("Data.db", random);

        assertThat(fetch()).isEqualTo(new Fetched(SIZE, 0));

        assertThat(destination()).hasBinaryContent(random);
        assertThat(serveMetrics.compressedBytes()).isZero();
        assertThat(serveMetrics.sendfileBytes()).isBetween((long) SIZE, SIZE + 1000L);
    }

    @Test
    void aFileOfBothKindsArrives() throws IOException {
        byte[] mixed = data.clone();
        System.arraycopy(SnapshotFiles.bytes(3 << 20, 4), 0, mixed, (1 << 20) + 77, 3 << 20);
        served = files.add("Data.db", mixed);

        assertThat(fetch()).isEqualTo(new Fetched(SIZE, 0));

        assertThat(destination()).hasBinaryContent(mixed);
        assertThat(serveMetrics.compressedBytes()).isPositive();
        assertThat(serveMetrics.sendfileBytes()).isGreaterThan(2 << 20);
    }

    @Test
    void whatShrinksAThousandfoldArrives() throws IOException {
        served = files.add("Data.db", new byte[SIZE]);

        assertThat(fetch()).isEqualTo(new Fetched(SIZE, 0));

        assertThat(destination()).hasBinaryContent(new byte[SIZE]);
        assertThat(serveMetrics.compressedBytes()).isLessThan(SIZE / 1000);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 511, (1 << 20) - 1, 1 << 20, (1 << 20) + 1, PIECE, PIECE + 1, 2 * PIECE + (1 << 20) + 513})
    void everySizeArrivesAsItWas(int size) throws IOException {
        byte[] bytes = Arrays.copyOf(data, size);
        served = files.add("Data.db", bytes);

        assertThat(fetch()).isEqualTo(new Fetched(size, 0));

        assertThat(destination()).hasBinaryContent(bytes);
    }

    @Test
    void aConnectionLostInTheMiddleOfABlockIsReplaced() throws IOException {
        try (FlakyProxy wire = new FlakyProxy(server.address())) {
            wire.breakAfter(3_000_000);

            // One alone: of several, the one that is lost may have only begun.
            FetchRequest request = request(wire.address(), new ConnectionPermits(1));
            assertThat(fetcher.fetch(request).join()).isEqualTo(new Fetched(SIZE, 0));
        }
        assertThat(destination()).hasBinaryContent(data);
        assertThat(metrics.piecesRetried()).isEqualTo(1);
        assertThat(metrics.compressedFailures()).isZero();
        assertThat(progress).hasValue(SIZE);
    }

    @Test
    void aPartFileThatEndsAnywhereIsContinued() throws IOException {
        fetcher.close();
        fetcher = fetcher(false, 1L << 40);
        int have = (2 << 20) + 333_333;
        Files.write(FetchRequest.partOf(destination()), Arrays.copyOf(data, have));

        assertThat(fetch()).isEqualTo(new Fetched(SIZE, have));

        assertThat(destination()).hasBinaryContent(data);
        assertThat(metrics.decompressedBytes()).isEqualTo(SIZE - have);
    }

    @ParameterizedTest
    @ValueSource(longs = {300_000, 1_000_000, 1_500_000, 2_500_000, 4_000_000})
    void aByteThatTheWireChangesIsFoundAndFetchedAgain(long at) throws IOException {
        try (FlakyProxy wire = new FlakyProxy(server.address())) {
            wire.flipAfter(at);

            assertThat(fetch(wire.address())).isEqualTo(new Fetched(SIZE, 0));
        }
        assertThat(destination()).hasBinaryContent(data);
        assertThat(metrics.mismatches()).isZero();
        assertThat(metrics.compressedFailures() + metrics.piecesWrong()).isEqualTo(1);
        assertThat(progress).hasValue(SIZE);
    }

    @Test
    void aCancelledFetchIsGoneOnWith() throws IOException {
        held = true;
        CompletableFuture<FetchResult> cancelled = fetcher.fetch(request(server.address()));
        Await.until("bytes flow", () -> progress.get() > PIECE);

        cancelled.cancel(true);
        held = false;

        Await.until("the part file is closed", () -> OpenFiles.below(staging).isEmpty());
        Await.until("the permits are back", () -> permits.free() == PERMITS);
        Await.until("the source has noticed", () -> OpenFiles.below(source).isEmpty());
        assertThat(fetch()).isInstanceOf(Fetched.class);
        assertThat(destination()).hasBinaryContent(data);
    }

    private FileFetcher fetcher(boolean directIo, long piece) {
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
                        new PieceSettings(piece, directIo, BUFFERS * BUFFER_BYTES, true, false)),
                metrics);
    }

    private FetchResult fetch() {
        return fetch(server.address());
    }

    private FetchResult fetch(InetSocketAddress peer) {
        return fetcher.fetch(request(peer)).join();
    }

    private FetchRequest request(InetSocketAddress peer) {
        return request(peer, permits);
    }

    private FetchRequest request(InetSocketAddress peer, ConnectionPermits connections) {
        return new FetchRequest(
                peer,
                SnapshotFiles.path("Data.db"),
                served.size(),
                served.crc32(),
                destination(),
                bytes -> {
                    progress.addAndGet(bytes);
                    if (held && progress.get() > PIECE) {
                        Await.until("the test goes on", () -> !held);
                    }
                },
                connections,
                compression);
    }

    private Path destination() {
        return staging.resolve("Data.db");
    }
}
