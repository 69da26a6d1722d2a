/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.client;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.idaeus.api.ProblemType;
import io.idaeus.api.node.Replica;
import io.idaeus.api.node.Ring;
import io.idaeus.api.node.RingRange;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FailuresTest {
    // The sidecar's, see its launcher.
    private static final long DEFAULT_HEAP = 256L << 20;

    private final FakeSidecar sidecar = FakeSidecar.start();
    private final SidecarClient client = SidecarClient.of(sidecar.uri());

    @AfterEach
    void stop() {
        sidecar.close();
    }

    @Test
    void aProblemDocumentIsThrownWithItsType() {
        sidecar.on(
                "GET /v1/node",
                503,
                "application/problem+json",
                Answers.problem("cassandra-unavailable", 503, "Cassandra does not answer", "start it"));
        assertThatExceptionOfType(SidecarException.class)
                .isThrownBy(client::node)
                .withMessageContaining(sidecar.uri() + "/v1/node")
                .withMessageContaining("start it")
                .satisfies(failure -> {
                    assertThat(failure.type()).contains(ProblemType.CASSANDRA_UNAVAILABLE);
                    assertThat(failure.is(ProblemType.CASSANDRA_UNAVAILABLE)).isTrue();
                    assertThat(failure.problem().instance()).isEqualTo("/v1/x");
                });
    }

    private static FakeSidecar.Script refusal(String type, String retryAfter) {
        return exchange -> {
            byte[] body = Answers.problem(type, 429, "Too much", "send less").getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/problem+json");
            exchange.getResponseHeaders().set("Retry-After", retryAfter);
            exchange.sendResponseHeaders(429, body.length);
            exchange.getResponseBody().write(body);
        };
    }

    @Test
    @Tag("timing")
    void whatWasTooMuchIsRepeatedWhenTheSidecarSays() {
        sidecar.on("GET /v1/leases", refusal("too-many-requests", "1")).on("GET /v1/leases", 200, "{\"leases\":[]}");
        long start = System.nanoTime();

        assertThat(client.leases().leases()).isEmpty();

        assertThat(sidecar.received()).hasSize(2);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void itIsNotRepeatedBeyondTheTimeout() {
        sidecar.on("GET /v1/leases", refusal("too-many-requests", "50"));
        SidecarClient hasty = SidecarClient.builder(sidecar.uri())
                .requestTimeout(Duration.ofSeconds(40))
                .build();

        assertThatExceptionOfType(SidecarException.class)
                .isThrownBy(hasty::leases)
                .satisfies(failure -> assertThat(failure.retryAfter()).contains(Duration.ofSeconds(50)));
        assertThat(sidecar.received()).hasSize(1);
    }

    @Test
    void anotherQuotaIsTheCallersToDecide() {
        sidecar.on("GET /v1/leases", refusal("quota-exceeded", "7"));

        assertThatExceptionOfType(SidecarException.class)
                .isThrownBy(client::leases)
                .satisfies(failure -> {
                    assertThat(failure.type()).contains(ProblemType.QUOTA_EXCEEDED);
                    assertThat(failure.retryAfter()).contains(Duration.ofSeconds(7));
                });
        assertThat(sidecar.received()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1e9", "5, 5", "99999999999999999999", "-7"})
    void anAnswerThatBreaksHttpIsABrokenConnection(String length) throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread peer =
                    new Thread(() -> answer(server, "HTTP/1.1 200 OK\r\nContent-Length: " + length + "\r\n\r\n{}"));
            peer.start();
            URI uri = URI.create("http://127.0.0.1:" + server.getLocalPort());
            assertThatExceptionOfType(SidecarUnreachableException.class)
                    .isThrownBy(() -> SidecarClient.of(uri).node())
                    .withMessageContaining(uri + "/v1/node: the connection broke");
            peer.join();
        }
    }

    private static void answer(ServerSocket server, String bytes) {
        try (Socket connection = server.accept()) {
            connection.getOutputStream().write(bytes.getBytes(StandardCharsets.US_ASCII));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aProblemOfALaterVersionKeepsItsWords() {
        sidecar.on(
                "GET /v1/node", 418, "application/problem+json", Answers.problem("teapot", 418, "Short", "and stout"));
        assertThatExceptionOfType(SidecarException.class)
                .isThrownBy(client::node)
                .satisfies(failure -> assertThat(failure.type()).isEmpty())
                .satisfies(failure -> assertThat(failure.problem().detail()).isEqualTo("and stout"));
    }

    @ParameterizedTest
    @CsvSource({
        "404, text/html, <html>not here</html>, not here",
        "500, application/json, {\"message\":\"boom\"}, boom",
        "502, text/plain, '', (empty)",
        "302, text/plain, elsewhere, elsewhere",
        "401, application/json, {\"type\":\"half\", {\"type\":\"half\"",
    })
    void anErrorThatIsNoProblemDocumentIsWrapped(int status, String type, String body, String quoted) {
        sidecar.on("GET /v1/node", status, type, body);
        assertThatExceptionOfType(SidecarException.class)
                .isThrownBy(client::node)
                .satisfies(failure -> assertThat(failure.problem().type()).isEqualTo("about:blank"))
                .satisfies(failure -> assertThat(failure.problem().status()).isEqualTo(status))
                .withMessageContaining(quoted)
                .withMessageContaining("check that the address is a sidecar's");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<html>hello</html>|Unexpected character",
                "null|nothing",
                "''|(empty)",
                "{}|cluster",
                "[]|NodeInfo",
                "{\"cluster\":\"a\"|",
            })
    void anAnswerThatDoesNotFitTheContractIsAnError(String body, String named) {
        sidecar.on("GET /v1/node", 200, body);
        assertThatExceptionOfType(SidecarException.class)
                .isThrownBy(client::node)
                .withMessageContaining("The response is not as expected")
                .withMessageContaining(named == null ? "NodeInfo" : named);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"cluster\":\"Ilium\"|\"cluster\":null|cluster",
                "\"rack\":\"r1\",||rack",
                "[\"nodetool-import\"]|null|capabilities",
                "\"capabilities\":[\"nodetool-import\"],||capabilities",
                "\"42\"|null|tokens",
                "9044|null|port",
                "\"insecure\":false,||insecure",
            })
    void aFieldThatMustBeThereIsNamed(String found, String replacement, String field) {
        assertThat(Answers.NODE).contains(found);
        sidecar.on("GET /v1/node", 200, Answers.NODE.replace(found, replacement == null ? "" : replacement));
        assertThatExceptionOfType(SidecarException.class)
                .isThrownBy(client::node)
                .satisfies(failure -> assertThat(failure.problem().detail()).containsPattern("^[^;]*" + field));
    }

    @Test
    void quotesOfForeignAnswersAreShortAndOneLine() {
        sidecar.on("GET /v1/node", 500, "text/plain", "a\n\u001b[31mb" + "x".repeat(100_000));
        assertThatExceptionOfType(SidecarException.class)
                .isThrownBy(client::node)
                .satisfies(failure ->
                        assertThat(failure.getMessage()).hasSizeLessThan(700).doesNotContain("\n", "\u001b"));
    }

    @Test
    void aTruncatedBodyIsNoAnswer() {
        sidecar.on("GET /v1/node", FakeSidecar.truncated("application/json", Answers.NODE));
        assertThatExceptionOfType(SidecarUnreachableException.class)
                .isThrownBy(client::node)
                .withMessageContaining("broke")
                .satisfies(failure -> assertThat(failure.mayHaveArrived()).isTrue());
    }

    @Test
    @Timeout(120)
    void silenceEndsWithTheTimeout() {
        sidecar.on("GET /v1/node", sidecar.silence());
        assertTimesOut();
    }

    @Test
    @Timeout(120)
    void aBodyThatStallsEndsWithTheTimeout() {
        sidecar.on("GET /v1/node", sidecar.stallAfter("application/json", "{\"cluster\":"));
        assertTimesOut();
    }

    @Test
    void nobodyListeningIsNamedWithWhatToDo() {
        // Nobody runs tcpmux; a port that was free a moment ago may be another process's by now.
        assertThatExceptionOfType(SidecarUnreachableException.class)
                .isThrownBy(
                        () -> SidecarClient.of(URI.create("http://127.0.0.1:1")).node())
                .withMessageContaining("http://127.0.0.1:1/")
                .withMessageContaining("connection refused")
                .withMessageContaining("check that the sidecar runs")
                .satisfies(failure -> assertThat(failure.mayHaveArrived()).isFalse());
    }

    @Test
    void anUnknownHostIsNamed() {
        assertThatExceptionOfType(SidecarUnreachableException.class)
                .isThrownBy(() -> SidecarClient.of(URI.create("http://no-such-host.invalid:1"))
                        .node())
                .withMessageContaining("host name is unknown");
    }

    // The server waits for the end of what it takes for a line, so the handshake only ends by this time-out.
    @Test
    void httpsToAPlainPortFailsInTlsTerms() {
        SidecarClient https = SidecarClient.builder(URI.create("https://127.0.0.1:" + sidecar.port()))
                .connectTimeout(Duration.ofSeconds(5))
                .build();
        assertThatExceptionOfType(SidecarUnreachableException.class)
                .isThrownBy(https::node)
                .withMessageContaining("TLS");
    }

    @Test
    void anInterruptCancelsTheCallAndKeepsTheFlag() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        sidecar.on("GET /v1/node", exchange -> {
            asked.countDown();
            sidecar.silence().answer(exchange);
        });
        CompletableFuture<Boolean> flag = new CompletableFuture<>();
        Thread caller = new Thread(() -> {
            assertThatExceptionOfType(CancellationException.class).isThrownBy(client::node);
            flag.complete(Thread.currentThread().isInterrupted());
        });
        caller.start();
        asked.await(60, TimeUnit.SECONDS);
        caller.interrupt();
        assertThat(flag.get(60, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void aHealthCheckThatIsAProblemIsThrown() {
        sidecar.on(
                "GET /health/readiness", 503, Answers.problem("draining", 503, "The sidecar is shutting down", "wait"));
        assertThatExceptionOfType(SidecarException.class)
                .isThrownBy(client::readiness)
                .satisfies(
                        failure -> assertThat(failure.is(ProblemType.DRAINING)).isTrue());
    }

    @Test
    void aDocumentIsSmall() {
        sidecar.on("GET /v1/node", 200, Answers.NODE + " ".repeat(5 << 20));

        assertThatExceptionOfType(SidecarException.class)
                .isThrownBy(client::node)
                .withMessageContaining("longer than 4194304 bytes");
    }

    @Test
    void anErrorIsSmallWhateverWasAskedFor() {
        sidecar.on("GET /v1/keyspaces", 500, "text/plain", "x".repeat(5 << 20));

        assertThatExceptionOfType(SidecarException.class)
                .isThrownBy(client::keyspaces)
                .withMessageContaining("longer than 4194304 bytes");
    }

    @Test
    void aListMayBeLongerThanADocument() {
        sidecar.on("GET /v1/keyspaces", 200, "{\"keyspaces\":[]}" + " ".repeat(5 << 20));

        assertThat(client.keyspaces().keyspaces()).isEmpty();
    }

    @Test
    void noAnswerComesNearTheHeap() {
        assertThat(AnswerBound.LIST.bytes(256 << 20)).isEqualTo(32 << 20);
        assertThat(AnswerBound.LIST.bytes(64 << 20)).isEqualTo(16 << 20);
        assertThat(AnswerBound.LIST.bytes(64L << 30)).isEqualTo(512L << 20);
        assertThat(AnswerBound.DOCUMENT.bytes(64L << 30)).isEqualTo(4 << 20);
    }

    @Test
    void anAnswerOfManyShortTextsIsRefusedBeforeItFillsTheHeap() {
        byte[] texts = ("[" + "\"a\",".repeat(1_000) + "\"\"]").getBytes(StandardCharsets.UTF_8);
        assertThatThrownBy(() -> ClientJson.read(texts, JsonNode.class, 30_000)).hasMessageContaining("30000 bytes");
        assertThatThrownBy(() -> ClientJson.read(texts, String[].class, 30_000)).hasMessageContaining("30000 bytes");
    }

    @Test
    void textsBeyondLatinWeighTwoBytesACharacter() throws IOException {
        byte[] latin = "[\"%s\"]".formatted("\u00e9".repeat(1_000)).getBytes(StandardCharsets.UTF_8);
        byte[] greek = "[\"%s\"]".formatted("\u03b1".repeat(1_000)).getBytes(StandardCharsets.UTF_8);

        assertThat(ClientJson.read(latin, String[].class, 1_500)).hasSize(1);
        assertThatThrownBy(() -> ClientJson.read(greek, String[].class, 1_500)).hasMessageContaining("1500 bytes");
    }

    @Test
    void namesWeighToo() {
        String names = IntStream.range(0, 200).mapToObj(n -> "\"n" + n + "\":0").collect(joining(",", "{", "}"));

        assertThatThrownBy(() -> ClientJson.read(names.getBytes(StandardCharsets.UTF_8), Map.class, 30_000))
                .hasMessageContaining("30000 bytes");
    }

    @Test
    void aNodeHasNotAMillionTokens() {
        sidecar.on("GET /v1/node", 200, "{\"tokens\":[" + "\"a\",".repeat(1_000_000) + "\"a\"]}");

        assertThatExceptionOfType(SidecarException.class)
                .isThrownBy(client::node)
                .withMessageContaining("take more than 8388608 bytes of the heap");
    }

    @Test
    void aRingOfTwoHundredNodesFitsTheDefaultHeap() throws Exception {
        List<Replica> replicas = List.of(replica(1), replica(2), replica(3));
        RingRange range = new RingRange("-9223372036854775807:-9187343239835811839", replicas, false);
        byte[] ring = ClientJson.mapper().writeValueAsBytes(new Ring("orders", Collections.nCopies(200 * 256, range)));

        assertThat(ring.length).isLessThan((int) AnswerBound.LIST.bytes(DEFAULT_HEAP));
        assertThat(ClientJson.read(ring, Ring.class, AnswerBound.LIST.weight(DEFAULT_HEAP))
                        .ranges())
                .hasSize(200 * 256);
    }

    private static Replica replica(int number) {
        return new Replica("6d194555-f6eb-41d0-c000-00000000000" + number, "10.0.0." + number, "dc1", "rack1", "UP");
    }

    @Test
    void aProblemIsALineOfBoundedLength() {
        sidecar.on(
                "GET /v1/node",
                500,
                "application/problem+json",
                Answers.problem("internal", 500, "Odd\\u001b[2J", "\\r\\nINFO forged \\u202e" + "x".repeat(3_000_000)));

        assertThatExceptionOfType(SidecarException.class)
                .isThrownBy(client::node)
                .satisfies(failure -> assertThat(failure.getMessage())
                        .hasSizeLessThan(5_000)
                        .doesNotContain("\n", "\u001b", "\u202e"));
    }

    @Test
    void anAnswerBeyondTheLimitIsCutOff() {
        BoundedBody body = new BoundedBody(3);
        body.onSubscribe(new java.util.concurrent.Flow.Subscription() {
            @Override
            public void request(long n) {}

            @Override
            public void cancel() {}
        });
        body.onNext(java.util.List.of(java.nio.ByteBuffer.wrap("abcd".getBytes(StandardCharsets.UTF_8))));
        assertThat(body.getBody().toCompletableFuture())
                .isCompletedExceptionally()
                .failsWithin(Duration.ofSeconds(60))
                .withThrowableOfType(java.util.concurrent.ExecutionException.class)
                .withMessageContaining("longer than 3 bytes");
    }

    private void assertTimesOut() {
        SidecarClient hasty = SidecarClient.builder(sidecar.uri())
                .requestTimeout(Duration.ofMillis(200))
                .build();
        assertThatExceptionOfType(SidecarUnreachableException.class)
                .isThrownBy(hasty::node)
                .withMessageContaining("no complete response within 200 ms")
                .satisfies(failure -> assertThat(failure.mayHaveArrived()).isTrue());
    }
}
