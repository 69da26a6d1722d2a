/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.idaeus.sidecar.Follower.Seen;
import io.idaeus.sidecar.RunningSidecar.Answer;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code GET /v1/events}, over HTTP. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class EventsTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String PATH = "/v1/events";
    private static final String TRANSFER = """
            {"sources": [{"uri": "http://127.0.0.1:1"}], "tables": [{"keyspace": "k", "table": "%s"}]}""";

    @TempDir
    Path directory;

    private RunningSidecar sidecar;

    private void start(String quotas) throws Exception {
        sidecar = RunningSidecar.start(
                directory,
                "quotas: {" + quotas + "}\nstaging: {roots: [" + directory.resolve("staging") + "]}\n",
                HttpClient.newHttpClient());
    }

    @AfterEach
    void stop() {
        sidecar.close();
    }

    @Test
    void aReaderThatComesBackMissesNothingAndSeesNothingTwice() throws Exception {
        start("requestRate: 0");
        try (Follower steady = Follower.of(sidecar, PATH);
                Follower first = Follower.of(sidecar, PATH)) {
            Seen begin = first.next().orElseThrow();
            assertThat(begin.name()).isEqualTo("reset");
            assertThat(json(begin).path("reset").path("cause").asText()).isEqualTo("NO_ID");
            assertThat(json(begin).path("reset").path("following").asInt()).isZero();
            first.close();
            CompletableFuture<Void> busy = CompletableFuture.runAsync(() -> work(8));
            List<Seen> piecewise = new ArrayList<>(List.of(begin));
            CompletableFuture<List<Seen>> whole = CompletableFuture.supplyAsync(() -> untilLast(steady));
            while (!isLast(piecewise.get(piecewise.size() - 1))) {
                String id = piecewise.get(piecewise.size() - 1).id();
                assertThat(id).isNotEmpty();
                try (Follower again = Follower.of(sidecar, PATH, "Last-Event-ID", id)) {
                    for (int i = 0; i < 3 && !isLast(piecewise.get(piecewise.size() - 1)); i++) {
                        piecewise.add(again.next().orElseThrow());
                    }
                }
            }
            busy.get(60, TimeUnit.SECONDS);

            assertThat(piecewise).isEqualTo(whole.get(60, TimeUnit.SECONDS));
            assertThat(piecewise).hasSizeGreaterThan(30);
            assertThat(numbers(piecewise)).isSorted().doesNotHaveDuplicates();
            assertThat(piecewise.stream().map(Seen::name)).contains("transfer", "deleted");
        }
    }

    // Transfers that are paused, resumed, cancelled and deleted; "last" is the last.
    private void work(int transfers) {
        try {
            for (int i = 0; i <= transfers; i++) {
                String id = transfer("t" + i);
                sidecar.post("/v1/transfers/" + id + "/pause", "");
                sidecar.post("/v1/transfers/" + id + "/resume", "");
                sidecar.post("/v1/transfers/" + id + "/cancel", "");
                Await.until("the end of " + id, () -> state(id).equals("CANCELLED"));
                last = i == transfers ? id : "";
                assertThat(sidecar.delete("/v1/transfers/" + id).status()).isEqualTo(204);
            }
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private volatile String last = "";

    private boolean isLast(Seen seen) {
        return !last.isEmpty() && seen.name().equals("deleted") && seen.data().contains(last);
    }

    private List<Seen> untilLast(Follower follower) {
        try {
            List<Seen> seen = new ArrayList<>();
            do {
                seen.add(follower.next().orElseThrow());
            } while (!isLast(seen.get(seen.size() - 1)));
            return seen;
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aTransferIsToldWithWhatItWaitsForAndItsEnd() throws Exception {
        start("requestRate: 0");
        String id = transfer("t");
        try (Follower follower = Follower.of(sidecar, PATH)) {
            Seen begin = follower.next().orElseThrow();
            assertThat(json(begin).path("reset").path("following").asInt()).isEqualTo(1);
            assertThat(begin.id()).isEmpty();
            Seen current = follower.next().orElseThrow();
            assertThat(current.id()).isNotEmpty();
            assertThat(json(current).path("transfer").path("id").asText()).isEqualTo(id);
            sidecar.post("/v1/transfers/" + id + "/pause", "");
            JsonNode paused = until(follower, "PAUSED", "OPERATOR");
            assertThat(paused.path("waiting").path("remedy").asText()).isNotBlank();
            sidecar.post("/v1/transfers/" + id + "/cancel", "");
            assertThat(until(follower, "CANCELLED", "").path("id").asText()).isEqualTo(id);
        }
    }

    private static JsonNode until(Follower follower, String state, String cause) throws Exception {
        while (true) {
            JsonNode transfer = json(follower.next().orElseThrow()).path("transfer");
            if (transfer.path("state").asText().equals(state)
                    && transfer.path("waiting").path("cause").asText().equals(cause)) {
                return transfer;
            }
        }
    }

    @Test
    void aRestartEndsTheStreamAndTheNextBeginsWithTheCurrentState() throws Exception {
        start("requestRate: 0");
        String id = transfer("t");
        assertThat(sidecar.post("/v1/transfers/" + id + "/pause", "").status()).isEqualTo(200);
        String seen;
        try (Follower follower = Follower.of(sidecar, PATH)) {
            follower.next();
            seen = follower.next().orElseThrow().id();
            CompletableFuture<Void> closing = CompletableFuture.runAsync(sidecar::close);
            while (follower.next().isPresent()) {
                // Until the end, not until the connection breaks.
            }
            closing.get(60, TimeUnit.SECONDS);
        }
        start("requestRate: 0");
        try (Follower follower = Follower.of(sidecar, PATH, "Last-Event-ID", seen)) {
            Seen begin = follower.next().orElseThrow();
            assertThat(json(begin).path("reset").path("cause").asText()).isEqualTo("RESTARTED");
            assertThat(json(begin).path("reset").path("following").asInt()).isEqualTo(1);
            Seen current = follower.next().orElseThrow();
            assertThat(json(current).path("transfer").path("id").asText()).isEqualTo(id);
            assertThat(json(current).path("transfer").path("state").asText()).isEqualTo("PAUSED");
            assertThat(current.id()).isNotEmpty().isNotEqualTo(seen);
        }
    }

    @Test
    void whatIsNoIdIsRefused() throws Exception {
        start("requestRate: 0");
        for (String wrong : List.of("x", "7c3f0a9be51d2846", "7c3f0a9be51d2846-x")) {
            Answer answer = sidecar.get(PATH, "Last-Event-ID", wrong);
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.problem()).isEqualTo("invalid-request");
            assertThat(answer.detail()).contains("Last-Event-ID: \"" + wrong + "\"", "expected");
        }
    }

    @Test
    void tooManyStreamsAreRefused() throws Exception {
        start("requestRate: 0, eventStreams: 2");
        try (Follower one = Follower.of(sidecar, PATH);
                Follower two = Follower.of(sidecar, PATH)) {
            assertThat(one.next()).isPresent();
            assertThat(two.next()).isPresent();

            Answer third = sidecar.get(PATH);

            assertThat(third.status()).isEqualTo(429);
            assertThat(third.problem()).isEqualTo("quota-exceeded");
            assertThat(third.detail()).contains("quotas.eventStreams");
        }
        try (Follower again = Follower.of(sidecar, PATH)) {
            assertThat(again.status()).isIn(200, 429);
        }
    }

    private String transfer(String table) throws Exception {
        return sidecar.post("/v1/transfers", TRANSFER.formatted(table))
                .json()
                .path("id")
                .asText();
    }

    private String state(String id) throws Exception {
        return sidecar.get("/v1/transfers/" + id).json().path("state").asText();
    }

    private static List<Long> numbers(List<Seen> seen) {
        return seen.stream()
                .map(Seen::id)
                .map(id -> Long.parseLong(id.substring(id.indexOf('-') + 1)))
                .toList();
    }

    private static JsonNode json(Seen seen) throws Exception {
        return JSON.readTree(seen.data());
    }
}
