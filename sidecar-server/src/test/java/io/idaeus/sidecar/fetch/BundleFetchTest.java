/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.idaeus.sidecar.Await;
import io.idaeus.sidecar.checksum.Crc32;
import io.idaeus.sidecar.fetch.FetchResult.Mismatch;
import io.idaeus.sidecar.fetch.FetchResult.Reason;
import io.idaeus.sidecar.fetch.FetchResult.Received;
import io.idaeus.sidecar.fetch.connection.ScriptedPeer;
import io.idaeus.sidecar.fetch.file.NativeFiles;
import io.idaeus.sidecar.filemode.Modes;
import io.idaeus.sidecar.serve.DataPlaneServer;
import io.idaeus.sidecar.serve.ServeMetrics;
import io.idaeus.sidecar.serve.ServeSettings;
import io.idaeus.sidecar.serve.file.ServedFile;
import io.idaeus.sidecar.serve.file.SnapshotFiles;
import io.idaeus.sidecar.wire.Bundle;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Many small files by one request: from a real server, over a bad wire, and from peers that lie. */
@Timeout(120)
class BundleFetchTest {
    private static final int[] SIZES = {100, 0, 70_000, 5, 1 << 20, 4096, 1};
    private static final int BYTES = Arrays.stream(SIZES).sum();
    private static final int ANSWER = BYTES + SIZES.length * Bundle.TRAILER_BYTES;

    @TempDir
    Path source;

    @TempDir
    Path staging;

    private final FetchMetrics metrics = new FetchMetrics();
    private final ServeMetrics served = new ServeMetrics();
    private final AtomicLong progress = new AtomicLong();
    private final ConnectionPermits permits = new ConnectionPermits(2);
    private final List<byte[]> contents = new ArrayList<>();
    private final List<ServedFile> files = new ArrayList<>();
    private final FetchSettings plain = FetchSettings.plain();
    private FileFetcher fetcher = fetcher(Duration.ofSeconds(60));
    private SnapshotFiles snapshot;
    private DataPlaneServer server;

    private FileFetcher fetcher(Duration idleTimeout) {
        return new FileFetcher(
                new FetchSettings(2, 4, 64 * 1024, Duration.ofSeconds(60), idleTimeout, plain.keepAlive(), 1, null),
                metrics);
    }

    @BeforeEach
    void serve() {
        assumeTrue(NativeFiles.find() != null, "this system has no calls for small files");
        snapshot = new SnapshotFiles(source);
        for (int size : SIZES) {
            contents.add(SnapshotFiles.bytes(size, size));
            files.add(snapshot.add("C" + files.size() + ".db", contents.get(files.size())));
        }
        server = DataPlaneServer.start(ServeSettings.plain("127.0.0.1", 0), snapshot, served);
    }

    @AfterEach
    void stop() throws IOException {
        fetcher.close();
        server.close();
        assertThat(permits.free()).isEqualTo(2);
        try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
            assertThat(descriptors.map(BundleFetchTest::target).filter(path -> path.startsWith(staging.toString())))
                    .isEmpty();
        }
    }

    @Test
    void allComeByOneRequestAndAreProven() throws IOException {
        BundleResult result = fetch(server.address());

        assertThat(result.failure()).isNull();
        for (int i = 0; i < SIZES.length; i++) {
            assertThat(result.each().get(i)).isEqualTo(new Received(SIZES[i], 0));
            assertThat(destination(i)).hasBinaryContent(contents.get(i));
        }
        assertThat(names()).hasSize(SIZES.length).noneMatch(name -> name.endsWith(".part"));
        assertThat(progress).hasValue(BYTES);
        assertThat(metrics.bundles()).isEqualTo(1);
        assertThat(metrics.files()).isEqualTo(SIZES.length);
        assertThat(metrics.bytes()).isEqualTo(BYTES);
        assertThat(metrics.connectionsOpened()).isEqualTo(1);
        assertThat(served.bundles()).isEqualTo(1);
        Modes.assertPrivateBelow(staging);
    }

    @Test
    void whatIsThereAndWholeIsNotAskedFor() throws IOException {
        Files.write(destination(0), contents.get(0));
        Files.write(FetchRequest.partOf(destination(2)), Arrays.copyOf(contents.get(2), 7));
        Files.write(destination(3), new byte[3]);
        byte[] torn = contents.get(5).clone();
        Arrays.fill(torn, 2048, 4096, (byte) 0);
        Files.write(destination(5), torn);

        BundleResult result = fetch(server.address());

        assertThat(result.each().get(0)).isEqualTo(new Received(SIZES[0], SIZES[0]));
        assertThat(result.each().get(2)).as("fetched alone, and resumed").isNull();
        assertThat(result.each().get(3)).as("of another size").isEqualTo(new Received(SIZES[3], 0));
        assertThat(result.each().get(5)).as("of other bytes").isEqualTo(new Received(SIZES[5], 0));
        assertThat(destination(5)).hasBinaryContent(contents.get(5));
        assertThat(FetchRequest.partOf(destination(2))).hasSize(7);
        assertThat(metrics.bytes()).isEqualTo(BYTES - SIZES[0] - SIZES[2]);
    }

    @Test
    void aWrongByteSpoilsItsComponentAlone() throws IOException {
        byte[] wrong = contents.get(2).clone();
        wrong[69_999] ^= 1;
        Files.write(files.get(2).path(), wrong);

        BundleResult result = fetch(server.address());

        assertThat(result.failure()).isNull();
        assertThat(result.each().get(2))
                .isEqualTo(
                        new Mismatch(SnapshotFiles.crc32(wrong), files.get(2).crc32(), 0, FetchResult.Fault.UNKNOWN));
        for (int i = 0; i < SIZES.length; i++) {
            assertThat(Files.exists(destination(i))).isEqualTo(i != 2);
            assertThat(FetchRequest.partOf(destination(i))).doesNotExist();
        }
        assertThat(metrics.mismatches()).isEqualTo(1);
        assertThat(progress).hasValue(BYTES - SIZES[2]);
    }

    @Test
    void aConnectionThatIsCutCostsWhatHadNotCome() throws IOException {
        try (FlakyProxy wire = new FlakyProxy(server.address())) {
            wire.breakAfter(300_000);

            BundleResult cut = fetch(wire.address());

            assertThat(failure(cut).reason()).isEqualTo(Reason.CONNECTION_LOST);
            int came = (int)
                    cut.each().stream().takeWhile(Received.class::isInstance).count();
            assertThat(came).isLessThan(5);
            assertThat(cut.each().subList(came, SIZES.length)).containsOnlyNulls();
            assertThat(names()).hasSize(came);
            assertThat(failure(cut).message()).contains("C" + came + ".db", "component " + (came + 1) + " of 7");

            BundleResult next = fetch(wire.address());

            assertThat(next.each().subList(0, came)).allMatch(BundleFetchTest::isProvenAgain);
            assertThat(next.each().subList(came, SIZES.length)).allMatch(Received.class::isInstance);
            assertThat(progress).hasValue(BYTES);
        }
    }

    @Test
    void aFileThatIsGoneAtTheSourceEndsTheBundleThere() throws IOException {
        Files.delete(files.get(3).path());

        BundleResult result = fetch(server.address());

        assertThat(failure(result).reason()).isEqualTo(Reason.CONNECTION_LOST);
        assertThat(result.each().subList(0, 3)).allMatch(Received.class::isInstance);
        assertThat(result.each().subList(3, SIZES.length)).containsOnlyNulls();
        FetchResult alone = fetcher.fetch(request(server.address(), 3)).join();
        assertThat(alone).isInstanceOfSatisfying(FetchResult.Failed.class, failed -> assertThat(failed.reason())
                .isEqualTo(Reason.GONE));
    }

    @Test
    void aSnapshotThatIsGoneIsSaid() {
        snapshot.clear();

        assertThat(failure(fetch(server.address())).reason()).isEqualTo(Reason.GONE);
    }

    @Test
    void aPeerThatKnowsNoBundlesIsSaid() throws IOException {
        try (ScriptedPeer peer = new ScriptedPeer(connection -> {
            connection.request();
            connection.send("HTTP/1.1 405 Method Not Allowed\r\nContent-Length: 0\r\n\r\n");
            connection.awaitClose();
        })) {
            BundleResult result = fetch(peer.address());

            assertThat(failure(result).reason()).isEqualTo(Reason.PROTOCOL);
            assertThat(failure(result).reason().retryable()).isFalse();
            assertThat(result.each()).containsOnlyNulls();
        }
    }

    @Test
    void aBusyPeerIsAskedAgainWhenItSays() throws IOException {
        try (ScriptedPeer peer = new ScriptedPeer(connection -> {
            connection.request();
            connection.send("HTTP/1.1 503 Service Unavailable\r\nRetry-After: 7\r\nContent-Length: 0\r\n\r\n");
            connection.awaitClose();
        })) {
            BundleResult result = fetch(peer.address());

            assertThat(failure(result).reason()).isEqualTo(Reason.PEER_BUSY);
            assertThat(failure(result).retryAfter()).isEqualTo(Duration.ofSeconds(7));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "200 OK|Content-Length: 1122861",
                "200 OK|X: y",
                "200 OK|Transfer-Encoding: chunked",
                "206 Partial Content|Content-Length: 1122862",
            })
    void anAnswerOfAnotherLengthIsNotBelieved(String head) throws IOException {
        try (ScriptedPeer peer = new ScriptedPeer(connection -> {
            connection.request();
            connection
                    .send("HTTP/1.1 " + head.replace("|", "\r\n") + "\r\n\r\n")
                    .send(answer());
            connection.awaitClose();
        })) {
            BundleResult result = fetch(peer.address());

            assertThat(failure(result).reason()).isEqualTo(Reason.PROTOCOL);
            assertThat(failure(result).message()).contains("expected: 200 and " + ANSWER);
            assertThat(names()).isEmpty();
        }
    }

    /** A trailer that lies, and bytes that are cut otherwise: one too few here, one too many there. */
    @ParameterizedTest
    @ValueSource(ints = {100, 107, 108, 111})
    void aTrailerThatIsNotTheManifestsEndsItBeforeItsComponent(int at) throws IOException {
        byte[] lie = answer();
        lie[at] ^= 1;
        try (ScriptedPeer peer = new ScriptedPeer(connection -> {
            connection.request();
            connection.send(head()).send(lie);
            connection.awaitClose();
        })) {
            BundleResult result = fetch(peer.address());

            assertThat(failure(result).reason()).isEqualTo(Reason.PROTOCOL);
            assertThat(failure(result).message()).contains("C0.db", "another size or CRC32");
            assertThat(result.each()).containsOnlyNulls();
            assertThat(names()).isEmpty();
            assertThat(progress).hasValue(0);
        }
    }

    @Test
    void anAnswerThatIsShortIsLost() throws IOException {
        byte[] whole = answer();
        try (ScriptedPeer peer = new ScriptedPeer(connection -> {
            connection.request();
            connection.send(head()).send(Arrays.copyOf(whole, whole.length - 1));
        })) {
            BundleResult result = fetch(peer.address());

            assertThat(failure(result).reason()).isEqualTo(Reason.CONNECTION_LOST);
            assertThat(result.each().subList(0, 6)).allMatch(Received.class::isInstance);
            assertThat(result.each().get(6)).isNull();
        }
    }

    @Test
    void whatComesBeyondTheAnswerCostsTheConnection() throws IOException {
        try (ScriptedPeer peer = new ScriptedPeer(connection -> {
            connection.request();
            connection.send(head()).send(answer()).send("more");
            connection.awaitClose();
        })) {
            assertThat(fetch(peer.address()).failure()).isNull();
            Await.until("the connection is closed", () -> metrics.connectionsOpen() == 0);
        }
    }

    @Test
    void anAnswerThatComesByteByByteIsCutAlike() throws IOException {
        byte[] whole = answer();
        try (ScriptedPeer peer = new ScriptedPeer(connection -> {
            connection.request();
            connection.send(head());
            for (int i = 0; i < 400; i++) {
                connection.send(new byte[] {whole[i]});
            }
            connection.send(Arrays.copyOfRange(whole, 400, whole.length));
            connection.awaitClose();
        })) {
            assertThat(fetch(peer.address()).each()).allMatch(Received.class::isInstance);
        }
    }

    @Test
    void aPeerThatFallsSilentTimesOutAndKeepsWhatCame() throws IOException {
        fetcher.close();
        fetcher = fetcher(Duration.ofSeconds(2));
        byte[] whole = answer();
        try (ScriptedPeer peer = new ScriptedPeer(connection -> {
            connection.request();
            connection.send(head()).send(Arrays.copyOf(whole, 115));
            connection.awaitClose();
        })) {
            BundleResult result = fetch(peer.address());

            assertThat(failure(result).reason()).isEqualTo(Reason.TIMED_OUT);
            assertThat(destination(0)).hasBinaryContent(contents.get(0));
        }
    }

    @Test
    void aCancelEndsItAndLeavesNothingHalf() throws IOException {
        byte[] whole = answer();
        try (ScriptedPeer peer = new ScriptedPeer(connection -> {
            connection.request();
            connection.send(head()).send(Arrays.copyOf(whole, 50_000));
            connection.awaitClose();
        })) {
            CompletableFuture<BundleResult> running = fetcher.fetchTogether(entries(peer.address()));
            Await.until("bytes came", () -> metrics.bytes() > 40_000);

            running.cancel(true);

            Await.until("it has ended", () -> permits.free() == 2);
            assertThat(names()).as("those that came whole").hasSize(2);
            assertThat(destination(0)).hasBinaryContent(contents.get(0));
            assertThat(progress).hasValue(SIZES[0]);
        }
    }

    @Test
    void closingTheFetcherEndsIt() throws IOException {
        try (ScriptedPeer peer = new ScriptedPeer(connection -> {
            connection.request();
            connection.awaitClose();
        })) {
            CompletableFuture<BundleResult> running = fetcher.fetchTogether(entries(peer.address()));
            Await.until("the request has arrived", () -> !peer.requests().isEmpty());

            fetcher.close();

            assertThat(running).isCancelled();
            assertThat(fetcher.fetchTogether(entries(peer.address()))).isCancelled();
        }
    }

    @Test
    void aFullDiskIsNamed() throws Exception {
        Path small = Files.createDirectory(staging.resolve("small"));
        assumeTrue(
                run("mount", "-t", "tmpfs", "-o", "size=512k", "tmpfs", small.toString()),
                "no tmpfs can be mounted here: a full disk is not checked");
        try {
            BundleResult result =
                    fetcher.fetchTogether(entries(server.address(), small)).join();

            assertThat(failure(result).reason()).isEqualTo(Reason.DISK_FULL);
            assertThat(result.each().subList(0, 4)).allMatch(Received.class::isInstance);
            assertThat(result.each().subList(4, SIZES.length)).containsOnlyNulls();
        } finally {
            assertThat(run("umount", small.toString())).isTrue();
        }
    }

    @Test
    void whatIsKnownAlreadyIsNotAskedForAndComesWithTheOthers() {
        List<BundleEntry> entries = entries(server.address());
        for (int known : new int[] {0, 1, 5}) {
            entries.set(known, new BundleEntry(entries.get(known).request(), ByteBuffer.wrap(contents.get(known))));
            snapshot.list("C" + known + ".db", new ServedFile(source.resolve("nowhere"), 1, new Crc32(0)));
        }

        BundleResult result = fetcher.fetchTogether(entries).join();

        assertThat(result.each()).allMatch(Received.class::isInstance);
        assertThat(destination(5)).hasBinaryContent(contents.get(5));
        assertThat(progress).hasValue(BYTES);
        assertThat(served.bundles()).isEqualTo(1);
    }

    @Test
    void whereAllIsKnownNobodyIsAsked() {
        BundleEntry right = new BundleEntry(request(server.address(), 3), ByteBuffer.wrap(contents.get(3)));
        BundleEntry wrong = new BundleEntry(request(server.address(), 6), ByteBuffer.wrap(contents.get(3), 0, 1));

        BundleResult result = fetcher.fetchTogether(List.of(right, wrong)).join();

        assertThat(result.each().get(0)).isEqualTo(new Received(5, 0));
        assertThat(result.each().get(1)).isInstanceOf(Mismatch.class);
        assertThat(metrics.connectionsOpened()).isZero();
    }

    @Test
    void aDirectoryThatIsGoneIsALocalFailure() throws IOException {
        Path gone = staging.resolve("gone");

        BundleResult result =
                fetcher.fetchTogether(entries(server.address(), gone)).join();

        assertThat(failure(result).reason()).isEqualTo(Reason.LOCAL_IO);
        assertThat(failure(result).message()).contains(gone.toString());
    }

    @Test
    void aNameThatIsNotAsciiIsLeftToTheOtherWay() throws IOException {
        Path odd = Files.createDirectory(staging.resolve("\u00e4"));

        BundleResult result =
                fetcher.fetchTogether(entries(server.address(), odd)).join();

        assertThat(result.failure()).isNull();
        assertThat(result.each()).containsOnlyNulls();
    }

    private BundleResult fetch(InetSocketAddress peer) {
        return fetcher.fetchTogether(entries(peer)).join();
    }

    private List<BundleEntry> entries(InetSocketAddress peer) {
        return entries(peer, staging);
    }

    private List<BundleEntry> entries(InetSocketAddress peer, Path directory) {
        List<BundleEntry> entries = new ArrayList<>();
        for (int i = 0; i < SIZES.length; i++) {
            entries.add(new BundleEntry(request(peer, i, directory)));
        }
        return entries;
    }

    private FetchRequest request(InetSocketAddress peer, int index) {
        return request(peer, index, staging);
    }

    private FetchRequest request(InetSocketAddress peer, int index, Path directory) {
        ServedFile file = files.get(index);
        return new FetchRequest(
                peer,
                SnapshotFiles.path("C" + index + ".db"),
                file.size(),
                file.crc32(),
                directory.resolve(destination(index).getFileName()),
                progress::addAndGet,
                permits);
    }

    private Path destination(int index) {
        return staging.resolve("nb-7-big-C" + index + ".db");
    }

    private List<String> names() throws IOException {
        try (Stream<Path> entries = Files.list(staging)) {
            return entries.map(entry -> entry.getFileName().toString()).toList();
        }
    }

    private static boolean isProvenAgain(FetchResult result) {
        return result instanceof Received received && received.bytes() == received.resumedBytes();
    }

    private static FetchResult.Failed failure(BundleResult result) {
        FetchResult.Failed failure = result.failure();
        assertThat(failure).isNotNull();
        return failure;
    }

    private static String head() {
        return "HTTP/1.1 200 OK\r\nContent-Length: " + ANSWER + "\r\n\r\n";
    }

    private byte[] answer() {
        ByteBuffer all = ByteBuffer.allocate(ANSWER);
        for (int i = 0; i < SIZES.length; i++) {
            all.put(contents.get(i))
                    .putLong(SIZES[i])
                    .putInt(files.get(i).crc32().value());
        }
        return all.array();
    }

    private static String target(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (IOException closedMeanwhile) {
            return "";
        }
    }

    private static boolean run(String... command) throws InterruptedException {
        try {
            Process process = new ProcessBuilder(command).start();
            return process.waitFor(60, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (IOException absent) {
            return false;
        }
    }
}
