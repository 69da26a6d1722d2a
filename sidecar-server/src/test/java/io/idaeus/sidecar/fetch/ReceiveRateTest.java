/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.sidecar.Await;
import io.idaeus.sidecar.fetch.FetchResult.Fetched;
import io.idaeus.sidecar.fetch.connection.ScriptedPeer;
import io.idaeus.sidecar.fetch.file.PieceSettings;
import io.idaeus.sidecar.serve.DataPlaneServer;
import io.idaeus.sidecar.serve.ServeMetrics;
import io.idaeus.sidecar.serve.ServeSettings;
import io.idaeus.sidecar.serve.file.ServedFile;
import io.idaeus.sidecar.serve.file.SnapshotFiles;
import io.idaeus.sidecar.throttle.Throttle;
import io.idaeus.sidecar.throttle.ThrottleChain;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Receiving at a rate from a real data plane. The clock of the throttle stands until the test moves it. */
@Tag("timing")
@Timeout(120)
class ReceiveRateTest {
    private static final int PIECE = 4 << 20;
    private static final int SIZE = 5 * PIECE + 4097;
    private static final long RATE = 16 << 20;
    private static final int PORTION = Throttle.portion(RATE, PIECE);
    private static final int CONNECTIONS = 4;

    @TempDir
    Path source;

    @TempDir
    Path staging;

    private final byte[] data = SnapshotFiles.bytes(SIZE, 3);
    private final FetchMetrics metrics = new FetchMetrics();
    private final AtomicLong now = new AtomicLong();

    private record Alarm(long at, Runnable task) {}

    private final List<Alarm> alarms = new ArrayList<>();
    private final Throttle node = new Throttle(RATE, now::get, this::ring);
    private SnapshotFiles files;
    private ServedFile served;
    private DataPlaneServer server;

    @BeforeEach
    void serve() {
        files = new SnapshotFiles(source);
        served = files.add("Data.db", data);
        server = DataPlaneServer.start(ServeSettings.plain("127.0.0.1", 0), files, new ServeMetrics());
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void nothingIsReadBeyondWhatWasGranted(boolean directIo) throws IOException {
        try (FileFetcher fetcher = fetcher(directIo)) {
            ConnectionPermits permits = new ConnectionPermits(CONNECTIONS, ThrottleChain.of(node));
            CompletableFuture<FetchResult> running = fetcher.fetch(request("Data.db", served, permits));
            Await.until("it is held back", this::isHeldBack);
            for (int step = 0; step < 100; step++) {
                pass(Duration.ofMillis(5));
                java.util.concurrent.locks.LockSupport.parkNanos(2_000_000);
                assertThat(metrics.bytes()).isLessThanOrEqualTo(now.get() * RATE / 1_000_000_000L + slack());
                assertThat(running).isNotDone();
            }
            finish(running);
            assertThat(running.join()).isEqualTo(new Fetched(SIZE, 0));
            assertThat(staging.resolve("Data.db")).hasBinaryContent(data);
            assertThat(metrics.throttledNanos()).isPositive();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aLimitThatIsLiftedLetsItGoOn(boolean directIo) throws IOException {
        try (FileFetcher fetcher = fetcher(directIo)) {
            Throttle own = node.sibling(Throttle.MIN_RATE);
            node.limit(Throttle.UNLIMITED);
            CompletableFuture<FetchResult> running = fetcher.fetch(
                    request("Data.db", served, new ConnectionPermits(CONNECTIONS, ThrottleChain.of(own, node))));
            Await.until("it is held back", this::isHeldBack);
            assertThat(running).isNotDone();

            own.limit(Throttle.UNLIMITED);

            assertThat(running.join()).isEqualTo(new Fetched(SIZE, 0));
            assertThat(staging.resolve("Data.db")).hasBinaryContent(data);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 300, 20_000})
    void smallFilesCountInTheRateToo(int size) throws IOException {
        int count = 200;
        try (FileFetcher fetcher = fetcher(false)) {
            ConnectionPermits permits = new ConnectionPermits(CONNECTIONS, ThrottleChain.of(node));
            List<CompletableFuture<FetchResult>> running = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                ServedFile file = files.add("c" + i, SnapshotFiles.bytes(size, i));
                running.add(fetcher.fetch(request("c" + i, file, permits)));
            }
            CompletableFuture<Void> all = CompletableFuture.allOf(running.toArray(CompletableFuture[]::new));
            long steps = 0;
            while (!all.isDone()) {
                pass(Duration.ofMillis(1));
                steps++;
                java.util.concurrent.locks.LockSupport.parkNanos(200_000);
            }
            assertThat(running).allSatisfy(one -> assertThat(one.join()).isEqualTo(new Fetched(size, 0)));
            long least = Math.max(0, (long) count * size - slack()) * 1000 / RATE;
            assertThat(steps).isGreaterThanOrEqualTo(least);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void itsOwnPausesAreNotTakenForThePeersSilence(boolean directIo) throws IOException {
        try (FileFetcher fetcher = fetcher(directIo, Duration.ofSeconds(1))) {
            CompletableFuture<FetchResult> running = fetcher.fetch(
                    request("Data.db", served, new ConnectionPermits(CONNECTIONS, ThrottleChain.of(node))));
            Await.until("it is held back", this::isHeldBack);
            long begun = System.nanoTime();
            Await.until("three idle timeouts have passed", () -> System.nanoTime() - begun > 3_000_000_000L);
            assertThat(running).isNotDone();

            finish(running);

            assertThat(running.join()).isEqualTo(new Fetched(SIZE, 0));
            assertThat(metrics.connectionsOpened()).isLessThanOrEqualTo(CONNECTIONS);
        }
    }

    @Test
    void thePeerIsToldHowSlowlyItWillBeRead() throws IOException {
        try (ScriptedPeer peer = new ScriptedPeer(ScriptedPeer.Connection::request);
                FileFetcher fetcher = fetcher(false)) {
            FetchRequest request =
                    request("Data.db", served, new ConnectionPermits(CONNECTIONS, ThrottleChain.of(node)));
            fetcher.fetch(new FetchRequest(
                            peer.address(),
                            request.component(),
                            request.size(),
                            request.crc32(),
                            request.destination(),
                            request.progress(),
                            request.permits()))
                    .join();

            // Of 16 connections each promises a sixteenth of its share.
            assertThat(peer.requests().get(0)).containsIgnoringCase("\r\nIdaeus-Min-Rate: " + RATE / 256 + "\r\n");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aCancelledFetchAsksForNothingMore(boolean directIo) {
        try (FileFetcher fetcher = fetcher(directIo)) {
            ConnectionPermits permits = new ConnectionPermits(CONNECTIONS, ThrottleChain.of(node));
            CompletableFuture<FetchResult> running = fetcher.fetch(request("Data.db", served, permits));
            Await.until("it is held back", this::isHeldBack);
            running.cancel(true);
            Await.until("the permits are back", () -> permits.free() == CONNECTIONS);
            long before = node.waitedNanos();

            pass(Duration.ofSeconds(10));

            assertThat(node.waitedNanos()).isEqualTo(before);
        }
    }

    /** A portion is granted before its time, and what comes with response heads is paid for later. */
    private static long slack() {
        return (CONNECTIONS + 1L) * (PORTION + 16 * 1024);
    }

    private void finish(CompletableFuture<FetchResult> running) {
        while (!running.isDone()) {
            pass(Duration.ofMillis(100));
            java.util.concurrent.locks.LockSupport.parkNanos(1_000_000);
        }
    }

    private void ring(long nanos, Runnable task) {
        synchronized (alarms) {
            alarms.add(new Alarm(now.get() + nanos, task));
        }
    }

    /** Moves the clock, and rings the alarms that are due then. */
    private void pass(Duration time) {
        long until = now.addAndGet(time.toNanos());
        List<Alarm> due;
        synchronized (alarms) {
            due = alarms.stream().filter(alarm -> alarm.at() <= until).toList();
            alarms.removeAll(due);
        }
        due.forEach(alarm -> alarm.task().run());
    }

    private boolean isHeldBack() {
        synchronized (alarms) {
            return !alarms.isEmpty();
        }
    }

    private FetchRequest request(String component, ServedFile file, ConnectionPermits permits) {
        return new FetchRequest(
                server.address(),
                SnapshotFiles.path(component),
                file.size(),
                file.crc32(),
                staging.resolve(component),
                bytes -> {},
                permits);
    }

    private FileFetcher fetcher(boolean directIo) {
        return fetcher(directIo, Duration.ofSeconds(30));
    }

    private FileFetcher fetcher(boolean directIo, Duration idleTimeout) {
        FetchSettings plain = FetchSettings.plain();
        return new FileFetcher(
                new FetchSettings(
                        2,
                        CONNECTIONS,
                        1 << 20,
                        plain.connectTimeout(),
                        idleTimeout,
                        plain.keepAlive(),
                        2,
                        null,
                        16,
                        new PieceSettings(PIECE, directIo, 40 << 20, true, true)),
                metrics);
    }
}
