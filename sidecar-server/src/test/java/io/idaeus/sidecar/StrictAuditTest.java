/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.idaeus.sidecar.audit.Trail;
import io.idaeus.sidecar.store.SmallFileSystem;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A sidecar without TLS, whose audit file cannot always be written. */
class StrictAuditTest {
    private static final String LIMIT = "{\"sendRate\": %d}";

    @TempDir
    Path directory;

    private Path disk;

    @BeforeEach
    void name() {
        disk = directory.resolve("disk");
    }

    @Test
    void aChangeIsOnRecordBeforeItRunsAndAfter() throws Exception {
        try (RunningSidecar sidecar = start(true)) {
            assertThat(put(sidecar, 100_000).status()).isEqualTo(200);
            List<JsonNode> records =
                    trail().await(each -> each.path("result").asText().equals("ok"));
            JsonNode ended = records.get(0);
            List<JsonNode> all = trail().all();
            assertThat(all).hasSize(2);
            assertThat(all.get(0).path("result").asText()).isEqualTo("begun");
            assertThat(all.get(0).path("id")).isEqualTo(ended.path("id"));
            assertThat(all.get(0).path("identity").asText()).isEqualTo("anybody");
        }
    }

    @Test
    void nothingChangesWhileTheDiskIsFull() throws Exception {
        try (SmallFileSystem small = SmallFileSystem.mount(disk, 1 << 20);
                RunningSidecar sidecar = start(true)) {
            assertThat(put(sidecar, 100_000).status()).isEqualTo(200);
            small.fill();
            int rate = 100_000;
            RunningSidecar.Answer answer = put(sidecar, rate + 1);
            // The rest of the last block is used up first.
            for (int tries = 0; answer.status() == 200 && tries < 100; tries++) {
                rate++;
                answer = put(sidecar, rate + 1);
            }
            assertThat(answer.problem()).isEqualTo("audit-unavailable");
            assertThat(answer.status()).isEqualTo(503);
            assertThat(answer.detail()).contains("audit.strict: false");
            assertThat(sidecar.get("/v1/limits").json().at("/settings/sendRate").asInt())
                    .isEqualTo(rate);
            awaitAudit(sidecar, false);
            assertThat(sidecar.get("/metrics").body()).contains("idaeus_audit_failing 1");

            small.free();
            assertThat(put(sidecar, 200_000).status()).isEqualTo(200);
            trail().await(each -> each.path("result").asText().equals("audit-unavailable"));
            awaitAudit(sidecar, true);
        }
    }

    @Test
    void nothingChangesWhileTheFileCannotBeMade() throws Exception {
        Files.writeString(disk, "in the way");
        try (RunningSidecar sidecar = start(true)) {
            assertThat(put(sidecar, 100_000).problem()).isEqualTo("audit-unavailable");
            assertThat(sidecar.get("/v1/limits").json().at("/settings").has("sendRate"))
                    .isFalse();
            assertThat(awaitAudit(sidecar, false).path("detail").asText()).contains(disk.toString());
            Files.delete(disk);
            assertThat(put(sidecar, 100_000).status()).isEqualTo(200);
        }
    }

    @Test
    void otherwiseAChangeRunsAndReadinessTells() throws Exception {
        Files.writeString(disk, "in the way");
        try (RunningSidecar sidecar = start(false)) {
            assertThat(put(sidecar, 100_000).status()).isEqualTo(200);
            awaitAudit(sidecar, false);
            Files.delete(disk);
            trail().await("putLimits");
            awaitAudit(sidecar, true);
            assertThat(sidecar.get("/metrics").body()).contains("idaeus_audit_records_lost_total 0");
        }
    }

    @Test
    @Tag("timing")
    void aDataConnectionAboveALimitIsRecorded() throws Exception {
        String yaml = "audit: {file: %s}%n".formatted(disk.resolve("audit.jsonl"));
        Path config = Files.createDirectories(directory.resolve("limited"));
        HttpClient http = HttpClient.newHttpClient();
        // Readiness connects too, and must not push a connection out before its first request.
        Map<String, String> bounds = Map.of(
                "IDAEUS_DATA_MAX_CONNECTIONS_PER_ADDRESS", "1", "IDAEUS_DATA_MAX_UNAUTHENTICATED_PER_ADDRESS", "64");
        try (RunningSidecar sidecar = RunningSidecar.start(config, yaml, bounds);
                Socket first = new Socket(
                        InetAddress.getLoopbackAddress(), sidecar.data().getPort())) {
            // A connection counts by its first request.
            first.getOutputStream().write("GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            assertThat(first.getInputStream().read()).isEqualTo('H');
            // One that rests would make room.
            first.getOutputStream()
                    .write("POST /data/v1/snapshots/t HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            Thread.sleep(1000);
            URI uri = URI.create("http://127.0.0.1:" + sidecar.data().getPort() + "/data/v1/snapshots/t/a/b/c/d");
            HttpRequest second = HttpRequest.newBuilder(uri).build();
            assertThat(http.send(second, BodyHandlers.ofString()).statusCode()).isEqualTo(429);
            JsonNode record = trail().await("readData").get(0);
            assertThat(record.path("result").asText()).isEqualTo("too-many-requests");
            assertThat(record.path("address").asText()).isEqualTo("127.0.0.1");
            assertThat(record.path("plane").asText()).isEqualTo("data");
        }
    }

    @Test
    void onLoopbackAloneThereIsNoFile() throws Exception {
        try (RunningSidecar sidecar = RunningSidecar.start(directory)) {
            assertThat(put(sidecar, 100_000).status()).isEqualTo(200);
            assertThat(audit(sidecar).isMissingNode()).isTrue();
        }
        assertThat(directory.resolve("state/audit")).doesNotExist();
    }

    private RunningSidecar start(boolean strict) throws Exception {
        String yaml = "audit: {file: %s, strict: %s}%n".formatted(disk.resolve("audit.jsonl"), strict);
        return RunningSidecar.start(directory, yaml, HttpClient.newHttpClient());
    }

    private Trail trail() {
        return new Trail(disk.resolve("audit.jsonl"));
    }

    private static RunningSidecar.Answer put(RunningSidecar sidecar, int rate) throws Exception {
        return sidecar.put("/v1/limits", LIMIT.formatted(rate));
    }

    // Readiness is kept for a second.
    private static JsonNode awaitAudit(RunningSidecar sidecar, boolean up) throws Exception {
        return Await.first(
                "audit " + (up ? "works" : "fails"),
                () -> audit(sidecar),
                check -> check.path("up").asBoolean(!up) == up);
    }

    private static JsonNode audit(RunningSidecar sidecar) throws Exception {
        for (JsonNode check : sidecar.get("/health/readiness").json().path("checks")) {
            if (check.path("name").asText().equals("audit")) {
                return check;
            }
        }
        return MissingNode.getInstance();
    }
}
