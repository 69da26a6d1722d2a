/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.sidecar.Await;
import io.idaeus.sidecar.checksum.Crc32;
import io.idaeus.sidecar.fetch.FetchResult.AlreadyThere;
import io.idaeus.sidecar.fetch.FetchResult.Failed;
import io.idaeus.sidecar.fetch.FetchResult.Fetched;
import io.idaeus.sidecar.fetch.FetchResult.Mismatch;
import io.idaeus.sidecar.fetch.FetchResult.Reason;
import io.idaeus.sidecar.filemode.Modes;
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
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A fetcher and a real data plane. */
@Timeout(120)
class FileFetcherTest {
    private static final int SIZE = 5 * 1024 * 1024 + 3;

    @TempDir
    Path source;

    @TempDir
    Path staging;

    private final byte[] data = SnapshotFiles.bytes(SIZE, 7);
    private final ServeMetrics serveMetrics = new ServeMetrics();
    private final FetchMetrics metrics = new FetchMetrics();
    private final AtomicLong progress = new AtomicLong();
    private final FileFetcher fetcher = new FileFetcher(OnePiece.settings(), metrics);
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
        assertThat(OpenFiles.below(staging)).isEmpty();
        assertThat(OpenFiles.below(source)).isEmpty();
    }

    @Test
    void aFileArrivesWhole() throws IOException {
        assertThat(fetch("Data.db", served)).isEqualTo(new Fetched(SIZE, 0));

        assertThat(destination("Data.db")).hasBinaryContent(data);
        assertThat(part("Data.db")).doesNotExist();
        assertThat(progress).hasValue(SIZE);
        assertThat(metrics.bytes()).isEqualTo(SIZE);
        assertThat(metrics.files()).isEqualTo(1);
        assertThat(serveMetrics.sendfileBytes()).isEqualTo(SIZE);
        Modes.assertPrivateBelow(staging);
    }

    /** He may unmount its file system, say. */
    @Test
    void whoIsToldAResultFindsTheFileClosed() throws IOException {
        ServedFile wrong = files.addSparse("Index.db", 1 << 20, served.crc32());

        assertThat(openWhenTold("Data.db", served, Fetched.class)).isEmpty();
        assertThat(openWhenTold("Index.db", wrong, Mismatch.class)).isEmpty();
    }

    @Test
    void anEmptyFileIsMadeWithoutAskingForIt() throws IOException {
        assertThat(fetch("Rows.db", files.add("Rows.db", new byte[0]))).isEqualTo(new Fetched(0, 0));

        assertThat(destination("Rows.db")).isEmptyFile();
        assertThat(serveMetrics.responses()).isEmpty();
    }

    @Test
    void manyFilesShareFewConnections() throws IOException {
        List<CompletableFuture<FetchResult>> running = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            ServedFile file = files.add("c" + i, SnapshotFiles.bytes(i * 7, i));
            running.add(fetcher.fetch(request(server.address(), "c" + i, file)));
        }
        for (int i = 0; i < 300; i++) {
            assertThat(running.get(i).join()).isEqualTo(new Fetched(i * 7L, 0));
            assertThat(destination("c" + i)).hasBinaryContent(SnapshotFiles.bytes(i * 7, i));
        }
        assertThat(metrics.connectionsOpened())
                .isLessThanOrEqualTo(FetchSettings.plain().maxConnectionsPerPeer());
    }

    @Test
    void aFetchGoesOnWhereAnEarlierOneEnded() throws IOException {
        Files.write(part("Data.db"), Arrays.copyOf(data, 1_000_001));

        assertThat(fetch("Data.db", served)).isEqualTo(new Fetched(SIZE, 1_000_001));

        assertThat(destination("Data.db")).hasBinaryContent(data);
        assertThat(progress).hasValue(SIZE - 1_000_001);
        assertThat(serveMetrics.sendfileBytes()).isEqualTo(SIZE - 1_000_001);
        assertThat(serveMetrics.responses()).containsOnlyKeys(206);
        assertThat(metrics.resumedBytes()).isEqualTo(1_000_001);
    }

    @Test
    void aCompletePartFileNeedsNoPeer() throws IOException {
        Files.write(part("Data.db"), data);

        assertThat(fetch("Data.db", served)).isEqualTo(new Fetched(SIZE, SIZE));

        assertThat(destination("Data.db")).hasBinaryContent(data);
        assertThat(serveMetrics.connectionsAccepted()).isZero();
    }

    @Test
    void aCompletePartFileThatACrashToreIsFetchedAgain() throws IOException {
        byte[] torn = data.clone();
        Arrays.fill(torn, SIZE - 4096, SIZE, (byte) 0);
        Files.write(part("Data.db"), torn);

        assertThat(fetch("Data.db", served)).isEqualTo(new Fetched(SIZE, 0));

        assertThat(destination("Data.db")).hasBinaryContent(data);
        assertThat(progress).hasValue(0);
    }

    @Test
    void aPartFileLongerThanTheFileIsDiscarded() throws IOException {
        Files.write(part("Data.db"), new byte[SIZE + 1]);

        assertThat(fetch("Data.db", served)).isEqualTo(new Fetched(SIZE, 0));

        assertThat(destination("Data.db")).hasBinaryContent(data);
        assertThat(progress).hasValue(-1);
    }

    @Test
    void aTornPartFileMakesAMismatchThatNamesWhatWasResumed() throws IOException {
        Files.write(part("Data.db"), new byte[1000]);

        FetchResult result = fetch("Data.db", served);

        assertThat(result).isInstanceOfSatisfying(Mismatch.class, mismatch -> {
            assertThat(mismatch.expectedCrc32()).isEqualTo(served.crc32());
            assertThat(mismatch.foundCrc32()).isNotEqualTo(served.crc32());
            assertThat(mismatch.resumedBytes()).isEqualTo(1000);
        });
        assertThat(part("Data.db")).doesNotExist();
        assertThat(destination("Data.db")).doesNotExist();
        assertThat(progress).hasValue(-1000);
        assertThat(fetch("Data.db", served)).isEqualTo(new Fetched(SIZE, 0));
    }

    @Test
    void oneWrongByteAtTheSourceIsAMismatch() throws IOException {
        byte[] rotten = data.clone();
        rotten[SIZE / 2] ^= 1;
        Files.write(served.path(), rotten);

        assertThat(fetch("Data.db", served)).isInstanceOf(Mismatch.class);

        assertThat(staging).isEmptyDirectory();
        assertThat(progress).hasValue(0);
        assertThat(metrics.mismatches()).isEqualTo(1);
    }

    @Test
    void aProvenFileIsNotFetchedAgain() throws IOException {
        Files.write(destination("Data.db"), data);

        assertThat(fetch("Data.db", served)).isEqualTo(new AlreadyThere(SIZE));

        assertThat(serveMetrics.connectionsAccepted()).isZero();
        assertThat(progress).hasValue(0);
    }

    @Test
    void aFileOfAnotherSizeAtTheDestinationIsReplaced() throws IOException {
        Files.write(destination("Data.db"), new byte[7]);

        assertThat(fetch("Data.db", served)).isEqualTo(new Fetched(SIZE, 0));

        assertThat(destination("Data.db")).hasBinaryContent(data);
    }

    @Test
    void aLinkInPlaceOfThePartFileIsNotFollowed() throws IOException {
        Path victim = Files.write(source.resolve("victim"), new byte[] {1});
        Files.createSymbolicLink(part("Data.db"), victim);

        assertThat(failure("Data.db", served).reason()).isEqualTo(Reason.LOCAL_IO);

        assertThat(victim).hasBinaryContent(new byte[] {1});
    }

    @Test
    void whatThePeerDoesNotServeIsGone() {
        files.clear();

        Failed failed = failure("Data.db", served);

        assertThat(failed.reason()).isEqualTo(Reason.GONE);
        assertThat(failed.reason().retryable()).isFalse();
        assertThat(failed.message()).contains("127.0.0.1", "nb-7-big/Data.db", "404");
    }

    @Test
    void anotherFileUnderTheSameNameIsAChange() {
        ServedFile before =
                new ServedFile(served.path(), SIZE, new Crc32(served.crc32().value() + 1));

        assertThat(failure("Data.db", before).reason()).isEqualTo(Reason.CHANGED);
    }

    @Test
    void aPeerThatIsNotThereIsUnreachable() {
        server.close();

        Failed failed = failure("Data.db", served);

        assertThat(failed.reason()).isEqualTo(Reason.UNREACHABLE);
        assertThat(failed.reason().retryable()).isTrue();
        assertThat(failed.cause()).isNotNull();
        assertThat(metrics.failures()).containsEntry(Reason.UNREACHABLE, 1L);
    }

    @Test
    void aDirectoryThatIsNotThereIsALocalFailure() {
        FetchRequest request = new FetchRequest(
                server.address(),
                SnapshotFiles.path("Data.db"),
                SIZE,
                served.crc32(),
                staging.resolve("missing/Data.db"),
                progress::addAndGet);

        assertThat(fetcher.fetch(request).join())
                .isInstanceOfSatisfying(
                        Failed.class, failed -> assertThat(failed.reason()).isEqualTo(Reason.LOCAL_IO));
    }

    @Test
    void aCancelledFetchStopsAndLeavesItsPartFile() throws IOException {
        ServedFile large = files.addSparse("Index.db", 64L << 30, 0);
        Fetching<FetchResult> future = fetcher.fetch(request(server.address(), "Index.db", large));
        Await.until("bytes flow", () -> progress.get() > 1 << 20);

        future.cancel(true);

        assertThat(future.over()).succeedsWithin(Duration.ofSeconds(60));
        assertThat(OpenFiles.below(staging)).isEmpty();
        Await.until("the source has noticed", () -> OpenFiles.below(source).isEmpty());
        assertThat(part("Index.db")).isNotEmptyFile();
        assertThat(Files.size(part("Index.db"))).isEqualTo(progress.get());
        assertThat(fetch("Data.db", served)).isEqualTo(new Fetched(SIZE, 0));
    }

    @Test
    void theSecondOfTwoFetchesForOneDestinationIsRefusedByName() throws IOException {
        ServedFile large = files.addSparse("Index.db", 64L << 30, 0);
        CompletableFuture<FetchResult> first = fetcher.fetch(request(server.address(), "Index.db", large));
        Await.until("bytes flow", () -> progress.get() > 1 << 20);

        CompletableFuture<FetchResult> second = fetcher.fetch(request(server.address(), "Index.db", large));

        assertThat(second).succeedsWithin(Duration.ofSeconds(60)).isInstanceOfSatisfying(Failed.class, failed -> {
            assertThat(failed.reason()).isEqualTo(Reason.IN_USE);
            assertThat(failed.message()).contains(part("Index.db").toString());
        });
        assertThat(first).isNotDone();
        first.cancel(true);
        Await.until("the part file is closed", () -> OpenFiles.below(staging).isEmpty());
        assertThat(Files.size(part("Index.db"))).isEqualTo(progress.get());
    }

    @Test
    void closingCancelsWhatRuns() throws IOException {
        ServedFile large = files.addSparse("Index.db", 64L << 30, 0);
        CompletableFuture<FetchResult> future = fetcher.fetch(request(server.address(), "Index.db", large));
        Await.until("bytes flow", () -> progress.get() > 1 << 20);

        fetcher.close();

        assertThat(future).isCancelled();
        assertThat(fetcher.fetch(request(server.address(), "Data.db", served))).isCancelled();
    }

    private FetchResult fetch(String component, ServedFile file) {
        return fetcher.fetch(request(server.address(), component, file)).join();
    }

    private List<Path> openWhenTold(String component, ServedFile file, Class<?> expected) {
        AtomicBoolean watched = new AtomicBoolean();
        FetchRequest request = new FetchRequest(
                server.address(),
                SnapshotFiles.path(component),
                file.size(),
                file.crc32(),
                destination(component),
                bytes -> Await.until("the result is waited for", watched::get));
        CompletableFuture<FetchResult> future = fetcher.fetch(request);
        CompletableFuture<List<Path>> open = future.thenApply(result -> OpenFiles.below(staging));
        watched.set(true);
        assertThat(future.join()).isInstanceOf(expected);
        return open.join();
    }

    private Failed failure(String component, ServedFile file) {
        FetchResult result = fetch(component, file);
        assertThat(result).isInstanceOf(Failed.class);
        return (Failed) result;
    }

    private FetchRequest request(InetSocketAddress peer, String component, ServedFile file) {
        return new FetchRequest(
                peer,
                SnapshotFiles.path(component),
                file.size(),
                file.crc32(),
                destination(component),
                progress::addAndGet);
    }

    private Path destination(String component) {
        return staging.resolve(component);
    }

    private Path part(String component) {
        return FetchRequest.partOf(destination(component));
    }
}
