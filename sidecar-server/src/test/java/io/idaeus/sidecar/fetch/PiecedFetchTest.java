/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.idaeus.sidecar.Await;
import io.idaeus.sidecar.fetch.FetchResult.AlreadyThere;
import io.idaeus.sidecar.fetch.FetchResult.Failed;
import io.idaeus.sidecar.fetch.FetchResult.Fault;
import io.idaeus.sidecar.fetch.FetchResult.Fetched;
import io.idaeus.sidecar.fetch.FetchResult.Mismatch;
import io.idaeus.sidecar.fetch.FetchResult.Reason;
import io.idaeus.sidecar.fetch.file.DirectIoSupport;
import io.idaeus.sidecar.fetch.file.PieceJournal;
import io.idaeus.sidecar.fetch.file.PieceLayout;
import io.idaeus.sidecar.fetch.file.PieceSettings;
import io.idaeus.sidecar.fetch.file.ReceivedPiece;
import io.idaeus.sidecar.filemode.Modes;
import io.idaeus.sidecar.pagecache.Pages;
import io.idaeus.sidecar.serve.DataPlaneServer;
import io.idaeus.sidecar.serve.ServeMetrics;
import io.idaeus.sidecar.serve.ServeSettings;
import io.idaeus.sidecar.serve.file.OpenFiles;
import io.idaeus.sidecar.serve.file.ServedFile;
import io.idaeus.sidecar.serve.file.SnapshotFiles;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Large files over several connections: a fetcher and a real data plane, with pieces of 4 MiB. */
@Timeout(120)
class PiecedFetchTest {
    private static final int PIECE = 4 << 20;
    private static final int SIZE = 5 * PIECE + 12_345;
    private static final int PERMITS = 3;

    // Twice: each connection has a piece that arrives, and one that is being written.
    private static final int BUFFERS = 2 * 2 * PERMITS;
    private static final long BUFFER_BYTES = (2 << 20) + (64 << 10);

    @TempDir
    Path source;

    @TempDir
    Path staging;

    private final byte[] data = SnapshotFiles.bytes(SIZE, 21);
    private final ServeMetrics serveMetrics = new ServeMetrics();
    private final FetchMetrics metrics = new FetchMetrics();
    private final AtomicLong progress = new AtomicLong();
    private final ConnectionPermits permits = new ConnectionPermits(PERMITS);
    private volatile long heldFrom = Long.MAX_VALUE;
    private volatile BooleanSupplier over = () -> false;
    private int buffers = BUFFERS;
    private boolean spares;
    private FileFetcher fetcher = fetcher(true, BUFFERS);
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
        assertThat(fetcher.freeBuffers()).isEqualTo(buffers);
        assertThat(OpenFiles.below(staging)).isEmpty();
        assertThat(OpenFiles.below(source)).isEmpty();
    }

    @Test
    void aFileArrivesInPiecesOverSeveralConnections() throws IOException {
        assertThat(fetch()).isEqualTo(new Fetched(SIZE, 0));

        assertThat(destination()).hasBinaryContent(data);
        assertThat(staging).isDirectoryNotContaining("glob:**.{part,pieces}");
        assertThat(progress).hasValue(SIZE);
        assertThat(metrics.pieces()).isEqualTo(6);
        assertThat(metrics.files()).isEqualTo(1);
        assertThat(serveMetrics.responses()).containsOnlyKeys(206).containsValue(6L);
        assertThat(serveMetrics.sendfileBytes()).isEqualTo(SIZE);
        assertThat(fetch()).isEqualTo(new AlreadyThere(SIZE));
        Modes.assertPrivateBelow(staging);
    }

    @Test
    void piecesPassThePageCacheWhereTheFileSystemCan() throws IOException {
        int block = new DirectIoSupport().block(staging);
        assumeTrue(block != DirectIoSupport.NONE, "the file system of " + staging + " has no direct writes");

        assertThat(fetch()).isInstanceOf(Fetched.class);

        assertThat(metrics.directBytes()).isEqualTo(SIZE - SIZE % block);
    }

    @ParameterizedTest
    @CsvSource({"true, 1", "true, 0", "false, 4"})
    void whereBuffersAreShortOrSwitchedOffThePageCacheDoes(boolean directIo, int few) throws IOException {
        fetcher.close();
        buffers = few;
        fetcher = fetcher(directIo, few);

        assertThat(fetch()).isEqualTo(new Fetched(SIZE, 0));

        assertThat(destination()).hasBinaryContent(data);
        assertThat(metrics.bytes()).isEqualTo(SIZE);
        assertThat(metrics.directBytes()).isLessThan(SIZE);
    }

    @ParameterizedTest
    @CsvSource({"true, true", "true, false", "false, true", "false, false"})
    void whatIsOnTheDiskStaysInMemoryOnlyWhereAsked(boolean spare, boolean inPieces) throws IOException {
        assumeTrue(
                new DirectIoSupport().block(staging) != DirectIoSupport.NONE,
                "pages of " + staging + " cannot be dropped");
        fetcher.close();
        spares = spare;
        fetcher = fetcher(inPieces ? PIECE : 1L << 40, false, BUFFERS);

        assertThat(fetch()).isEqualTo(new Fetched(SIZE, 0));

        long absent = Pages.absentBytes(destination(), SIZE);
        if (spare) {
            assertThat(absent).isGreaterThan(SIZE - PIECE);
        } else {
            assertThat(absent).isLessThan(PIECE);
        }
    }

    @ParameterizedTest
    @ValueSource(
            ints = {
                0,
                1,
                4095,
                4096,
                4097,
                PIECE - 1,
                PIECE,
                PIECE + 1,
                PIECE + 4095,
                PIECE + 4096,
                PIECE + 4097,
                2 * PIECE - 1,
                2 * PIECE,
                2 * PIECE + 1,
                3 * PIECE + 511
            })
    void everySizeArrivesAsItWas(int size) throws IOException {
        byte[] bytes = SnapshotFiles.bytes(size, size);
        served = files.add("Data.db", bytes);

        assertThat(fetch()).isEqualTo(new Fetched(size, 0));

        assertThat(destination()).hasBinaryContent(bytes);
    }

    @Test
    void filesShareTheLanesAndNoneIsForgotten() throws IOException {
        List<CompletableFuture<FetchResult>> running = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            running.add(fetcher.fetch(request(server.address(), staging.resolve("copy" + i))));
        }
        for (int i = 0; i < 6; i++) {
            assertThat(running.get(i).join()).isEqualTo(new Fetched(SIZE, 0));
            assertThat(staging.resolve("copy" + i)).hasBinaryContent(data);
        }
        assertThat(metrics.connectionsOpened()).isLessThanOrEqualTo(PERMITS);
    }

    @Test
    void aFetchGoesOnWithThePiecesThatAreRecorded() throws IOException {
        recordPieces(0, 3, 5);

        assertThat(fetch()).isEqualTo(new Fetched(SIZE, 2L * PIECE + 12_345));

        assertThat(destination()).hasBinaryContent(data);
        assertThat(serveMetrics.sendfileBytes()).isEqualTo(3L * PIECE);
        assertThat(progress).hasValue(3L * PIECE);
    }

    @Test
    void aCancelledFetchIsGoneOnWith() throws IOException {
        heldFrom = PERMITS * (long) PIECE;
        CompletableFuture<FetchResult> cancelled = fetcher.fetch(request(server.address(), destination()));
        Await.until("a piece is recorded", () -> recorded() > 0);

        cancelled.cancel(true);
        heldFrom = Long.MAX_VALUE;

        Await.until("the part file is closed", () -> OpenFiles.below(staging).isEmpty());
        Await.until("the permits are back", () -> permits.free() == PERMITS);
        Await.until("the source has noticed", () -> OpenFiles.below(source).isEmpty());
        long kept = recordedBytes();
        FetchResult result = fetch();
        assertThat(result).isInstanceOfSatisfying(Fetched.class, fetched -> assertThat(fetched.resumedBytes())
                .isEqualTo(kept)
                .isPositive());
        assertThat(destination()).hasBinaryContent(data);
    }

    @Test
    void closingCancelsWhatRunsAndLeavesNothingOpen() {
        heldFrom = PERMITS * (long) PIECE;
        CompletableFuture<FetchResult> running = fetcher.fetch(request(server.address(), destination()));
        over = running::isDone;
        Await.until("bytes flow", () -> progress.get() > 0);

        fetcher.close();

        assertThat(running).isCancelled();
        assertThat(fetcher.fetch(request(server.address(), destination()))).isCancelled();
    }

    @Test
    void aTornJournalKeepsWhatIsWholeInIt() throws IOException {
        recordPieces(0, 3, 5);
        try (RandomAccessFile journal = new RandomAccessFile(journal().toFile(), "rw")) {
            journal.setLength(journal.length() - 5);
        }

        assertThat(fetch()).isEqualTo(new Fetched(SIZE, 2L * PIECE));

        assertThat(destination()).hasBinaryContent(data);
    }

    @Test
    void aRecordOfTheJournalThatChangedIsNotTrusted() throws IOException {
        recordPieces(0, 3, 5);
        try (RandomAccessFile journal = new RandomAccessFile(journal().toFile(), "rw")) {
            journal.seek(journal.length() - 12);
            journal.writeInt(4);
        }

        assertThat(fetch()).isEqualTo(new Fetched(SIZE, 2L * PIECE));

        assertThat(destination()).hasBinaryContent(data);
    }

    @Test
    void aJournalOfAnotherFileIsIgnored() throws IOException {
        recordPieces(0, 3, 5);
        byte[] other = SnapshotFiles.bytes(SIZE, 22);
        served = files.add("Data.db", other);

        assertThat(fetch()).isEqualTo(new Fetched(SIZE, 0));

        assertThat(destination()).hasBinaryContent(other);
    }

    @Test
    void aJournalWithoutItsPartFileIsIgnored() throws IOException {
        recordPieces(0, 3, 5);
        Files.delete(FetchRequest.partOf(destination()));

        assertThat(fetch()).isEqualTo(new Fetched(SIZE, 0));

        assertThat(destination()).hasBinaryContent(data);
    }

    @Test
    void anEarlierFetchOfLargerPiecesLeavesNothingThatIsTrusted() throws IOException {
        Files.write(FetchRequest.partOf(destination()), new byte[PIECE]);

        assertThat(fetch()).isEqualTo(new Fetched(SIZE, 0));

        assertThat(destination()).hasBinaryContent(data);
    }

    @Test
    void aByteThatTheWireChangesCostsOnePiece() throws IOException {
        try (FlakyProxy wire = new FlakyProxy(server.address())) {
            wire.flipAfter(2L * PIECE + 100);

            assertThat(fetch(wire.address())).isEqualTo(new Fetched(SIZE, 0));
        }
        assertThat(destination()).hasBinaryContent(data);
        assertThat(metrics.piecesWrong()).isEqualTo(1);
        assertThat(metrics.mismatches()).isZero();
        assertThat(metrics.bytes()).isBetween((long) SIZE, (long) SIZE + PIECE);
        assertThat(progress).hasValue(SIZE);
    }

    @Test
    void aByteThatRottedOnTheSourcesDiskIsToldApart() throws IOException {
        byte[] rotten = data.clone();
        rotten[3 * PIECE + 7] ^= 1;
        Files.write(served.path(), rotten);

        assertThat(fetch()).isInstanceOfSatisfying(Mismatch.class, mismatch -> {
            assertThat(mismatch.fault()).isEqualTo(Fault.SOURCE_DISK);
            assertThat(mismatch.expectedCrc32()).isEqualTo(served.crc32());
            assertThat(mismatch.foundCrc32()).isEqualTo(SnapshotFiles.crc32(rotten));
        });
        assertThat(staging).isEmptyDirectory();
        assertThat(progress).hasValue(0);
        assertThat(metrics.mismatches()).isEqualTo(1);
    }

    @Test
    void aConnectionLostInMidPieceIsReplacedAndThePieceGoesOn() throws IOException {
        try (FlakyProxy wire = new FlakyProxy(server.address())) {
            wire.breakAfter(3L * PIECE - 1_000_000);

            // One alone: of several, the one that is lost may have only begun.
            FetchRequest request = request(wire.address(), destination(), new ConnectionPermits(1));
            assertThat(fetcher.fetch(request).join()).isEqualTo(new Fetched(SIZE, 0));
        }
        assertThat(destination()).hasBinaryContent(data);
        assertThat(metrics.piecesRetried()).isEqualTo(1);
        assertThat(metrics.bytes()).isEqualTo(SIZE);
    }

    @Test
    void aSourceThatGoesAwayFailsTheFetchAndTheNextGoesOn() throws IOException {
        FetchResult result;
        try (FlakyProxy wire = new FlakyProxy(server.address())) {
            wire.holdAfter(2 * PIECE);
            CompletableFuture<FetchResult> running =
                    fetcher.fetch(request(wire.address(), destination(), new ConnectionPermits(1)));
            Await.until("a piece is recorded", () -> recorded() > 0);
            wire.close();
            result = running.join();
        }
        assertThat(result).isInstanceOfSatisfying(Failed.class, failed -> assertThat(
                        failed.reason().retryable())
                .isTrue());
        long kept = recordedBytes();
        assertThat(progress.get()).isEqualTo(kept);
        assertThat(fetch()).isEqualTo(new Fetched(SIZE, kept));
        assertThat(destination()).hasBinaryContent(data);
        assertThat(progress).hasValue(SIZE);
    }

    @Test
    void whatIsNotServedIsGone() {
        files.clear();

        assertThat(fetch()).isInstanceOfSatisfying(Failed.class, failed -> assertThat(failed.reason())
                .isEqualTo(Reason.GONE));
    }

    @Test
    void aLinkInPlaceOfThePartFileIsNotFollowed() throws IOException {
        Path victim = Files.write(source.resolve("victim"), new byte[] {1});
        Files.createSymbolicLink(FetchRequest.partOf(destination()), victim);

        assertThat(fetch()).isInstanceOfSatisfying(Failed.class, failed -> assertThat(failed.reason())
                .isEqualTo(Reason.LOCAL_IO));
        assertThat(victim).hasBinaryContent(new byte[] {1});
    }

    private FileFetcher fetcher(boolean directIo, int buffers) {
        return fetcher(PIECE, directIo, buffers);
    }

    private FileFetcher fetcher(long piece, boolean directIo, int buffers) {
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
                        new PieceSettings(piece, directIo, buffers * BUFFER_BYTES, true, spares)),
                metrics);
    }

    /** Makes a part file in which only these pieces are right. */
    private void recordPieces(int... indexes) throws IOException {
        FetchRequest request = request(server.address(), destination());
        PieceLayout pieces = new PieceLayout(SIZE, PIECE);
        byte[] part = new byte[SIZE];
        List<ReceivedPiece> recorded = new ArrayList<>();
        for (int index : indexes) {
            int first = (int) pieces.first(index);
            int length = (int) pieces.length(index);
            System.arraycopy(data, first, part, first, length);
            byte[] piece = new byte[length];
            System.arraycopy(data, first, piece, 0, length);
            recorded.add(new ReceivedPiece(index, SnapshotFiles.crc32(piece).value()));
        }
        Files.write(request.part(), part);
        try (PieceJournal journal = PieceJournal.open(request.target(), pieces)) {
            journal.append(recorded);
        }
    }

    /** How many pieces the journal holds. */
    private long recorded() {
        try {
            return Files.exists(journal()) ? Math.max(0, (Files.size(journal()) - 28) / 12) : 0;
        } catch (IOException renamedMeanwhile) {
            return 0;
        }
    }

    /** Call it while no fetch runs. The last piece is shorter than the others. */
    private long recordedBytes() throws IOException {
        PieceLayout pieces = new PieceLayout(SIZE, PIECE);
        try (PieceJournal journal =
                PieceJournal.open(request(server.address(), destination()).target(), pieces)) {
            return journal.recorded().stream().mapToLong(pieces::length).sum();
        }
    }

    /** One piece has come whole by then: one arrives over each connection at a time. */
    private void hold() {
        if (progress.get() > heldFrom) {
            Await.until("the test goes on", () -> progress.get() <= heldFrom || over.getAsBoolean());
        }
    }

    private FetchResult fetch() {
        return fetch(server.address());
    }

    private FetchResult fetch(InetSocketAddress peer) {
        return fetcher.fetch(request(peer, destination())).join();
    }

    private FetchRequest request(InetSocketAddress peer, Path destination) {
        return request(peer, destination, permits);
    }

    private FetchRequest request(InetSocketAddress peer, Path destination, ConnectionPermits connections) {
        return new FetchRequest(
                peer,
                SnapshotFiles.path("Data.db"),
                served.size(),
                served.crc32(),
                destination,
                bytes -> {
                    progress.addAndGet(bytes);
                    hold();
                },
                connections);
    }

    private Path destination() {
        return staging.resolve("Data.db");
    }

    private Path journal() {
        return PieceJournal.of(FetchRequest.partOf(destination()));
    }
}
