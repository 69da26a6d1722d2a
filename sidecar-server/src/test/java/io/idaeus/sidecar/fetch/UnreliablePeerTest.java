/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.sidecar.fetch.FetchResult.Failed;
import io.idaeus.sidecar.fetch.FetchResult.Fetched;
import io.idaeus.sidecar.fetch.FetchResult.Reason;
import io.idaeus.sidecar.fetch.connection.ScriptedPeer;
import io.idaeus.sidecar.fetch.connection.ScriptedPeer.Connection;
import io.idaeus.sidecar.serve.file.SnapshotFiles;
import io.idaeus.sidecar.wire.EntityTag;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Peers that fall silent, fall over, or talk nonsense. */
@Timeout(120)
class UnreliablePeerTest {
    private static final byte[] DATA = SnapshotFiles.bytes(100_000, 5);
    private static final String ETAG = new EntityTag(SnapshotFiles.crc32(DATA), DATA.length).header();

    @TempDir
    Path staging;

    private final FetchMetrics metrics = new FetchMetrics();
    private final AtomicLong progress = new AtomicLong();
    private final FetchSettings plain = FetchSettings.plain();
    private FileFetcher fetcher = fetcher(Duration.ofSeconds(60));

    @AfterEach
    void stop() {
        fetcher.close();
    }

    @Test
    void aConnectionThatEndsEarlyIsResumedByTheNextFetch() throws IOException {
        try (ScriptedPeer peer = new ScriptedPeer(
                connection -> {
                    connection.request();
                    connection.send(head(200, DATA.length, "")).send(Arrays.copyOf(DATA, 60_000));
                },
                connection -> {
                    connection.request();
                    connection
                            .send(head(206, 40_000, "Content-Range: bytes 60000-99999/100000\r\n"))
                            .send(Arrays.copyOfRange(DATA, 60_000, 100_000));
                    connection.awaitClose();
                })) {
            Failed lost = failure(peer);
            assertThat(lost.reason()).isEqualTo(Reason.CONNECTION_LOST);
            assertThat(lost.message()).contains("60000 of 100000");
            assertThat(progress).hasValue(60_000);

            assertThat(fetch(peer)).isEqualTo(new Fetched(100_000, 60_000));
            assertThat(peer.requests().get(1))
                    .containsIgnoringCase("Range: bytes=60000-")
                    .contains(ETAG);
            assertThat(staging.resolve("Data.db")).hasBinaryContent(DATA);
            assertThat(progress).hasValue(100_000);
        }
    }

    @Test
    void aPeerThatSendsAllOfItAgainIsTakenAtItsWord() throws IOException {
        Files.write(staging.resolve("Data.db.part"), new byte[60_000]);
        try (ScriptedPeer peer = new ScriptedPeer(connection -> {
            connection.request();
            connection.send(head(200, DATA.length, "")).send(DATA);
            connection.awaitClose();
        })) {
            assertThat(fetch(peer)).isEqualTo(new Fetched(100_000, 0));
            assertThat(staging.resolve("Data.db")).hasBinaryContent(DATA);
            assertThat(progress).hasValue(40_000);
        }
    }

    @Test
    void aKeptConnectionThatWasClosedIsReplacedWithoutAFailure() throws IOException {
        try (ScriptedPeer peer = new ScriptedPeer(
                connection -> {
                    connection.request();
                    connection.send(head(200, DATA.length, "")).send(DATA);
                    connection.request();
                    connection.reset();
                },
                UnreliablePeerTest::answer)) {
            assertThat(fetch(peer)).isInstanceOf(Fetched.class);
            Files.delete(staging.resolve("Data.db"));

            assertThat(fetch(peer)).isInstanceOf(Fetched.class);
            assertThat(metrics.staleConnections()).isEqualTo(1);
            assertThat(peer.requests()).hasSize(3);
        }
    }

    @Test
    void aConnectionThePeerEndsIsNotUsedAgain() throws IOException {
        try (ScriptedPeer peer = new ScriptedPeer(
                connection -> {
                    connection.request();
                    connection
                            .send(head(200, DATA.length, "Connection: close\r\n"))
                            .send(DATA);
                    connection.awaitClose();
                },
                UnreliablePeerTest::answer)) {
            assertThat(fetch(peer)).isInstanceOf(Fetched.class);
            Files.delete(staging.resolve("Data.db"));
            assertThat(fetch(peer)).isInstanceOf(Fetched.class);
            assertThat(metrics.staleConnections()).isZero();
        }
    }

    @Test
    void aPeerThatNeverAnswersTimesOut() throws IOException {
        expectSilence();
        try (ScriptedPeer peer = new ScriptedPeer(connection -> {
            connection.request();
            connection.awaitClose();
        })) {
            assertThat(failure(peer).reason()).isEqualTo(Reason.TIMED_OUT);
        }
    }

    @Test
    void aPeerThatFallsSilentTimesOutAndWhatCameStays() throws IOException {
        expectSilence();
        try (ScriptedPeer peer = new ScriptedPeer(connection -> {
            connection.request();
            connection.send(head(200, DATA.length, "")).send(Arrays.copyOf(DATA, 10_000));
            connection.awaitClose();
        })) {
            assertThat(failure(peer).reason()).isEqualTo(Reason.TIMED_OUT);
            assertThat(staging.resolve("Data.db.part")).hasSize(10_000);
        }
    }

    @Test
    void aResetIsALostConnection() throws IOException {
        try (ScriptedPeer peer = new ScriptedPeer(connection -> {
            connection.request();
            connection.send(head(200, DATA.length, "")).send(Arrays.copyOf(DATA, 10_000));
            connection.reset();
        })) {
            assertThat(failure(peer).reason()).isEqualTo(Reason.CONNECTION_LOST);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "401, FORBIDDEN",
        "403, FORBIDDEN",
        "404, GONE",
        "410, GONE",
        "409, CHANGED",
        "412, CHANGED",
        "416, CHANGED",
        "429, PEER_BUSY",
        "500, PEER_BUSY",
        "503, PEER_BUSY",
        "301, PROTOCOL",
        "204, PROTOCOL",
        "400, PROTOCOL"
    })
    void eachRefusalHasItsReason(int status, Reason reason) throws IOException {
        String body = status == 204 ? "" : "because";
        try (ScriptedPeer peer = new ScriptedPeer(connection -> {
            connection.request();
            connection.send("HTTP/1.1 " + status + " No\r\nLocation: http://169.254.169.254/\r\nContent-Length: "
                    + body.length() + "\r\n\r\n" + body);
            connection.awaitClose();
        })) {
            Failed failed = failure(peer);
            assertThat(failed.reason()).isEqualTo(reason);
            assertThat(failed.message()).contains(String.valueOf(status)).contains(body);
        }
    }

    @ParameterizedTest
    @CsvSource({"7, PT7S", "' 0 ', PT0S", "86400, PT5M", "-1,", "soon,", "'Fri, 21 Nov 2026 14:00:00 GMT',"})
    void howLongAPeerAsksToBeLeftAloneIsPassedOn(String asked, Duration passedOn) throws IOException {
        try (ScriptedPeer peer = new ScriptedPeer(connection -> {
            connection.request();
            connection.send("HTTP/1.1 503 No\r\nRetry-After: " + asked + "\r\nContent-Length: 0\r\n\r\n");
            connection.awaitClose();
        })) {
            assertThat(failure(peer).retryAfter()).isEqualTo(passedOn);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n",
                "HTTP/1.1 200 OK\r\nETag: $\r\n\r\n",
                "HTTP/1.1 200 OK\r\nETag: $\r\nContent-Length: 99999\r\n\r\n",
                "HTTP/1.1 200 OK\r\nETag: $\r\nContent-Length: 100001\r\n\r\n",
                "HTTP/1.1 200 OK\r\nETag: $\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n",
                "HTTP/1.1 206 Partial\r\nETag: $\r\nContent-Length: 100000\r\n\r\n",
                "HTTP/1.1 206 Partial\r\nETag: $\r\nContent-Length: 99999\r\nContent-Range: bytes 1-99999/100000\r\n\r\n",
                "SSH-2.0-OpenSSH_9.2\r\n\r\n",
                "\0\0\0\0\r\n\r\n",
            })
    void nonsenseIsAProtocolFailure(String answer) throws IOException {
        try (ScriptedPeer peer = new ScriptedPeer(connection -> {
            connection.request();
            connection.send(answer.replace("$", ETAG)).send(new byte[100]);
            connection.awaitClose();
        })) {
            Failed failed = failure(peer);
            assertThat(failed.reason()).isEqualTo(Reason.PROTOCOL);
            assertThat(failed.message()).contains("127.0.0.1");
            assertThat(progress).hasValue(0);
        }
    }

    @Test
    void anotherEntityTagIsAChange() throws IOException {
        try (ScriptedPeer peer = new ScriptedPeer(connection -> {
            connection.request();
            connection.send("HTTP/1.1 200 OK\r\nETag: \"00000000-100000\"\r\nContent-Length: 100000\r\n\r\n");
            connection.awaitClose();
        })) {
            assertThat(failure(peer).reason()).isEqualTo(Reason.CHANGED);
        }
    }

    @Test
    void wrongBytesAreAMismatch() throws IOException {
        try (ScriptedPeer peer = new ScriptedPeer(connection -> {
            connection.request();
            connection.send(head(200, DATA.length, "")).send(new byte[DATA.length]);
            connection.awaitClose();
        })) {
            assertThat(fetch(peer)).isInstanceOf(FetchResult.Mismatch.class);
            assertThat(staging).isEmptyDirectory();
        }
    }

    private static void answer(Connection connection) throws IOException {
        connection.request();
        connection.send(head(200, DATA.length, "")).send(DATA);
        connection.awaitClose();
    }

    private static String head(int status, int length, String more) {
        return "HTTP/1.1 " + status + " OK\r\nETag: " + ETAG + "\r\nContent-Length: " + length + "\r\n" + more + "\r\n";
    }

    private FileFetcher fetcher(Duration idleTimeout) {
        return new FileFetcher(
                new FetchSettings(
                        1,
                        plain.maxConnectionsPerPeer(),
                        64 * 1024,
                        Duration.ofSeconds(60),
                        idleTimeout,
                        Duration.ofSeconds(60),
                        1,
                        null),
                metrics);
    }

    /** The peer's own delays would reach it on a busy machine. */
    private void expectSilence() {
        fetcher.close();
        fetcher = fetcher(Duration.ofMillis(400));
    }

    private FetchResult fetch(ScriptedPeer peer) {
        return fetcher.fetch(new FetchRequest(
                        peer.address(),
                        SnapshotFiles.path("Data.db"),
                        DATA.length,
                        SnapshotFiles.crc32(DATA),
                        staging.resolve("Data.db"),
                        progress::addAndGet))
                .join();
    }

    private Failed failure(ScriptedPeer peer) {
        FetchResult result = fetch(peer);
        assertThat(result).isInstanceOf(Failed.class);
        return (Failed) result;
    }
}
