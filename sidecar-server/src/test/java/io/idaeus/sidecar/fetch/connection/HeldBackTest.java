/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.idaeus.sidecar.Await;
import io.idaeus.sidecar.fetch.ConnectionPermits;
import io.idaeus.sidecar.fetch.FetchMetrics;
import io.idaeus.sidecar.fetch.FetchRequest;
import io.idaeus.sidecar.fetch.FetchResult;
import io.idaeus.sidecar.fetch.FetchResult.Failed;
import io.idaeus.sidecar.fetch.FetchResult.Fetched;
import io.idaeus.sidecar.fetch.FetchResult.Reason;
import io.idaeus.sidecar.fetch.FetchSettings;
import io.idaeus.sidecar.fetch.FileFetcher;
import io.idaeus.sidecar.serve.file.SnapshotFiles;
import io.idaeus.sidecar.throttle.Throttle;
import io.idaeus.sidecar.throttle.ThrottleChain;
import io.idaeus.sidecar.throttle.TimerAlarm;
import io.idaeus.sidecar.wire.EntityTag;
import io.netty.channel.epoll.Epoll;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Peers that are fast at first, so that the kernel holds back what is not yet much, and then are not. */
@Tag("timing")
@Timeout(120)
class HeldBackTest {
    private static final byte[] DATA = SnapshotFiles.bytes(8 << 20, 5);
    private static final int FAST = 4 << 20;

    @TempDir
    Path staging;

    private final AtomicLong progress = new AtomicLong();
    private volatile long seenLast;
    private volatile long longestGap;
    private ThrottleChain limit = ThrottleChain.unlimited();
    private FileFetcher fetcher = fetcher(Duration.ofSeconds(30));

    @AfterEach
    void stop() {
        fetcher.close();
    }

    /** Where something else delays the bytes for a moment, they are not fast: then it is tried again. */
    @Test
    void fewBytesAreHeldBackForAWhile() throws IOException {
        assumeTrue(Epoll.isAvailable(), "nothing is held back here");
        for (int i = 0; i < 5 && longestGap < Duration.ofMillis(400).toNanos(); i++) {
            progress.set(0);
            try (ScriptedPeer peer = new ScriptedPeer(connection -> {
                begin(connection);
                awaitStandstill();
                connection.send(Arrays.copyOfRange(DATA, FAST, FAST + 1));
                connection.awaitClose();
            })) {
                CompletableFuture<FetchResult> fetch = fetch(peer, "Data" + i + ".db");
                Await.until("all is seen", () -> progress.get() == FAST + 1);
                fetch.cancel(true);
            }
        }
        assertThat(Duration.ofNanos(longestGap)).isBetween(Duration.ofMillis(400), Duration.ofSeconds(5));
    }

    /** Where something else delays the byte for a moment, it is tried again. */
    @Test
    void underALimitAByteAfterAStandstillIsSeenAtOnce() throws IOException {
        assumeTrue(Epoll.isAvailable(), "nothing is held back here");
        long atOnce = Duration.ofMillis(350).toNanos();
        try (TimerAlarm alarm = new TimerAlarm()) {
            // Fast enough for the kernel to hold bytes back, were there no limit.
            limit = ThrottleChain.of(new Throttle(4 * ReceiveLowWatermark.FAST, System::nanoTime, alarm));
            longestGap = Long.MAX_VALUE;
            for (int i = 0; i < 5 && longestGap >= atOnce; i++) {
                progress.set(0);
                longestGap = 0;
                try (ScriptedPeer peer = new ScriptedPeer(connection -> {
                    begin(connection);
                    awaitStandstill();
                    connection.send(Arrays.copyOfRange(DATA, FAST, FAST + 1));
                    connection.awaitClose();
                })) {
                    CompletableFuture<FetchResult> fetch = fetch(peer, "Data" + i + ".db");
                    Await.until("all is seen", () -> progress.get() == FAST + 1);
                    fetch.cancel(true);
                }
            }
        }
        assertThat(Duration.ofNanos(longestGap)).isLessThan(Duration.ofNanos(atOnce));
    }

    @Test
    void aPeerThatBecomesSlowDoesNotTimeOut() throws IOException {
        fetcher.close();
        fetcher = fetcher(Duration.ofMillis(800));
        try (ScriptedPeer peer = new ScriptedPeer(connection -> {
            begin(connection);
            int sent = FAST;
            for (int i = 0; i < 20; i++, sent += 8192) {
                LockSupport.parkNanos(150_000_000);
                connection.send(Arrays.copyOfRange(DATA, sent, sent + 8192));
            }
            connection.send(Arrays.copyOfRange(DATA, sent, DATA.length));
            connection.awaitClose();
        })) {
            assertThat(fetch(peer).join()).isEqualTo(new Fetched(DATA.length, 0));
            assertThat(staging.resolve("Data.db")).hasBinaryContent(DATA);
        }
    }

    @Test
    void whatCameBeforeTheEndStays() throws IOException {
        try (ScriptedPeer peer = new ScriptedPeer(connection -> {
            begin(connection);
            awaitStandstill();
            connection.send(Arrays.copyOfRange(DATA, FAST, FAST + 1000));
        })) {
            assertThat(fetch(peer).join()).isInstanceOfSatisfying(Failed.class, failed -> assertThat(failed.reason())
                    .isEqualTo(Reason.CONNECTION_LOST));
            assertThat(progress).hasValue(FAST + 1000);
        }
    }

    @Test
    void aPeerThatFallsSilentTimesOutAndWhatCameStays() throws IOException {
        fetcher.close();
        fetcher = fetcher(Duration.ofMillis(800));
        try (ScriptedPeer peer = new ScriptedPeer(connection -> {
            begin(connection);
            awaitStandstill();
            connection.send(Arrays.copyOfRange(DATA, FAST, FAST + 1000));
            connection.awaitClose();
        })) {
            assertThat(fetch(peer).join()).isInstanceOfSatisfying(Failed.class, failed -> assertThat(failed.reason())
                    .isEqualTo(Reason.TIMED_OUT));
            assertThat(progress).hasValue(FAST + 1000);
        }
    }

    private static void begin(ScriptedPeer.Connection connection) throws IOException {
        connection.request();
        String etag = new EntityTag(SnapshotFiles.crc32(DATA), DATA.length).header();
        connection
                .send("HTTP/1.1 200 OK\r\nETag: " + etag + "\r\nContent-Length: " + DATA.length + "\r\n\r\n")
                .send(Arrays.copyOf(DATA, FAST));
    }

    /** Until what was sent is seen, but for what is held back. */
    private void awaitStandstill() {
        Await.until("most has come", () -> progress.get() > FAST - ReceiveLowWatermark.MANY);
        LockSupport.parkNanos(100_000_000);
    }

    private FileFetcher fetcher(Duration idleTimeout) {
        FetchSettings plain = FetchSettings.plain();
        return new FileFetcher(
                new FetchSettings(
                        1,
                        plain.maxConnectionsPerPeer(),
                        plain.receiveBufferBytes(),
                        plain.connectTimeout(),
                        idleTimeout,
                        plain.keepAlive(),
                        1,
                        null),
                new FetchMetrics());
    }

    private CompletableFuture<FetchResult> fetch(ScriptedPeer peer) {
        return fetch(peer, "Data.db");
    }

    private CompletableFuture<FetchResult> fetch(ScriptedPeer peer, String destination) {
        return fetcher.fetch(new FetchRequest(
                peer.address(),
                SnapshotFiles.path("Data.db"),
                DATA.length,
                SnapshotFiles.crc32(DATA),
                staging.resolve(destination),
                this::see,
                new ConnectionPermits(4, limit)));
    }

    private void see(long bytes) {
        long now = System.nanoTime();
        if (progress.get() > 0) {
            longestGap = Math.max(longestGap, now - seenLast);
        }
        seenLast = now;
        progress.addAndGet(bytes);
    }
}
