/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.idaeus.sidecar.Await;
import io.idaeus.sidecar.config.AuditConfig;
import io.idaeus.sidecar.store.SmallFileSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuditLogTest {
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
    private static final Actor ALICE = new Actor("CN=alice", "CN=Idaeus", "operator", "10.0.0.7");

    @TempDir
    Path directory;

    private final AtomicLong nanos = new AtomicLong();
    private Path file;
    private Trail trail;

    @BeforeEach
    void name() {
        file = directory.resolve("audit/audit.jsonl");
        trail = new Trail(file);
    }

    @Test
    void theNewestLinesCanBeReadBack() throws Exception {
        try (AuditLog log = open()) {
            for (int i = 0; i <= AuditWriter.TAIL; i++) {
                log.write(call("call" + i, "ok"));
            }
            var unused = trail.await("call" + AuditWriter.TAIL);
            Await.until(
                    "the last are kept",
                    () -> log.last().size() == AuditWriter.TAIL
                            && log.last().get(0).contains("\"call1\""));
            assertThat(log.last().get(AuditWriter.TAIL - 1)).contains("\"call" + AuditWriter.TAIL + "\"");
        }
        assertThat(AuditLog.none().last()).isEmpty();
    }

    @Test
    void aRecordIsALineWithEveryField() throws Exception {
        try (AuditLog log = open()) {
            log.write(call("putLimits", "ok"));
            log.end("transfer.end", Map.of("id", "t1"), "CN=alice", "COMPLETED", Duration.ofSeconds(2));
        }
        List<JsonNode> records = trail.all();
        String id = records.get(0).path("id").asText();
        assertThat(records.get(0))
                .hasToString("{\"time\":\"2026-01-02T03:04:05Z\",\"id\":\"" + id
                        + "\",\"plane\":\"control\",\"operation\":\"putLimits\",\"target\":{\"tag\":\"t\"},"
                        + "\"identity\":\"CN=alice\",\"issuer\":\"CN=Idaeus\",\"roles\":\"operator\",\"address\":\"10.0.0.7\","
                        + "\"status\":200,\"result\":\"ok\",\"durationMillis\":5}");
        assertThat(records.get(1).path("requestedBy").asText()).isEqualTo("CN=alice");
        assertThat(records.get(1).path("plane").asText()).isEqualTo("sidecar");
        assertThat(records.get(1).path("durationMillis").asLong()).isEqualTo(2000);
        assertThat(number(records.get(1))).isEqualTo(number(records.get(0)) + 1);
    }

    @Test
    void whatACallerSendsStaysOnOneBoundedLine() throws Exception {
        String hostile = "x\",\"identity\":\"CN=root\"}\n{\"time\":\"\u202e\u001b[2J\u0085" + "y".repeat(10_000);
        try (AuditLog log = open()) {
            log.write(AuditRecord.call(
                    AuditRecord.Plane.CONTROL, NOW, "putLimits", Map.of("tag", hostile), ALICE, 200, "ok", 5L));
        }
        String text = Files.readString(file);
        assertThat(text.lines()).hasSize(1);
        assertThat(text).hasSizeLessThan(1500);
        assertThat(text.strip().chars()).allMatch(each -> each >= ' ' && each < 127);
        JsonNode record = trail.all().get(0);
        assertThat(record.path("identity").asText()).isEqualTo("CN=alice");
        assertThat(record.path("target").path("tag").asText()).startsWith(hostile.substring(0, 100));
    }

    @Test
    void recordsWaitWhileTheDiskIsFull() throws Exception {
        try (SmallFileSystem disk = SmallFileSystem.mount(directory.resolve("audit"), 1 << 20);
                AuditLog log = open()) {
            log.write(call("first", "ok"));
            Await.until("it is written", () -> log.written() == 1);
            disk.fill();
            int sent = 1;
            while (log.failure().isEmpty()) {
                log.write(call("waits", "ok"));
                sent++;
                int soFar = sent;
                Await.until(
                        "it is written or waits",
                        () -> log.written() == soFar || log.failure().isPresent());
            }
            assertThat(log.failure().orElseThrow()).contains(file.toString());
            assertThat(log.lost()).isZero();
            assertThat(Files.readString(file)).endsWith("}\n");

            disk.free();
            int expected = sent;
            Await.until(
                    "all are written",
                    () -> log.written() == expected && log.failure().isEmpty());
            assertThat(trail.all()).hasSize(sent);
            assertGapless(trail.all());
        }
    }

    @Test
    void whatIsLostIsCountedAndTheFileTells() throws Exception {
        Files.writeString(directory.resolve("audit"), "in the way");
        try (AuditLog log = open()) {
            for (int number = 0; number < AuditWriter.CAPACITY + 50; number++) {
                log.write(call("putLimits", "ok"));
            }
            Await.until("the failure", () -> log.failure().isPresent());
            assertThat(log.lost()).isEqualTo(50);

            Files.delete(directory.resolve("audit"));
            Await.until("the file is there", () -> log.failure().isEmpty());
            assertThat(trail.all()).hasSize(AuditWriter.CAPACITY + 1);
            JsonNode gap = trail.await("audit.lost").get(0);
            assertThat(gap.path("count").asLong()).isEqualTo(50);
        }
    }

    @Test
    @Tag("timing")
    void whoeverWritesARecordDoesNotWaitForTheDisk() throws Exception {
        Files.writeString(directory.resolve("audit"), "in the way");
        try (AuditLog log = open()) {
            Await.until("the failure", () -> log.failure().isPresent());
            long began = System.nanoTime();
            for (int number = 0; number < 10_000; number++) {
                log.write(call("putLimits", "ok"));
            }
            assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(20));
        }
    }

    @Test
    void aBeginIsOnDiskWhenItIsDone() throws Exception {
        try (AuditLog log = open()) {
            log.begin(AuditRecord.begun(NOW, log.nextId(), "putLimits", Map.of(), ALICE))
                    .get(60, TimeUnit.SECONDS);
            assertThat(trail.all()).hasSize(1);
            assertThat(trail.all().get(0).path("result").asText()).isEqualTo("begun");
        }
    }

    @Test
    void aBeginThatCannotBeWrittenFailsAtOnceAndLeavesNothing() throws Exception {
        Files.writeString(directory.resolve("audit"), "in the way");
        try (AuditLog log = open()) {
            assertThatThrownBy(() -> log.begin(AuditRecord.begun(NOW, log.nextId(), "putLimits", Map.of(), ALICE))
                            .get(60, TimeUnit.SECONDS))
                    .hasCauseInstanceOf(IOException.class);
            Files.delete(directory.resolve("audit"));
            log.begin(AuditRecord.begun(NOW, log.nextId(), "resetLimits", Map.of(), ALICE))
                    .get(60, TimeUnit.SECONDS);
        }
        assertThat(trail.all())
                .extracting(each -> each.path("operation").asText())
                .containsExactly("resetLimits");
    }

    @Test
    void aFloodOfRefusalsIsFolded() throws Exception {
        try (AuditLog log = open()) {
            for (int number = 0; number < 5000; number++) {
                log.refused(call("listTransfers", "forbidden"));
            }
            assertThat(log.folded()).isEqualTo(5000 - RefusalFold.SINGLES_OF_ONE);
            nanos.addAndGet(RefusalFold.WINDOW.toNanos());
            JsonNode folded = trail.await(each -> each.has("count")).get(0);
            assertThat(folded.path("count").asLong()).isEqualTo(5000 - RefusalFold.SINGLES_OF_ONE);
            assertThat(folded.path("identity").asText()).isEqualTo("CN=alice");
            assertThat(trail.all()).hasSize(RefusalFold.SINGLES_OF_ONE + 1);

            log.refused(call("listTransfers", "forbidden"));
            Await.until("one more is written", () -> log.written() == RefusalFold.SINGLES_OF_ONE + 2);
        }
    }

    @Test
    void aFloodFromManyAddressesIsBoundedAndCounted() throws Exception {
        try (AuditLog log = open()) {
            for (int number = 0; number < 20_000; number++) {
                log.refused(AuditRecord.call(
                        AuditRecord.Plane.DATA,
                        NOW,
                        "readData",
                        Map.of(),
                        new Actor(null, null, "", "2001:db8::" + Integer.toHexString(number)),
                        401,
                        "unauthenticated",
                        null));
            }
        }
        List<JsonNode> records = trail.all();
        assertThat(records).hasSizeLessThan(1500);
        assertThat(records.stream()
                        .mapToLong(each -> each.path("count").asLong(1))
                        .sum())
                .isEqualTo(20_000);
    }

    private AuditLog open() {
        return AuditLog.open(new AuditConfig(file, 64 << 20, 3, false, false), InstantSource.fixed(NOW), nanos::get);
    }

    private static AuditRecord call(String operation, String result) {
        return AuditRecord.call(AuditRecord.Plane.CONTROL, NOW, operation, Map.of("tag", "t"), ALICE, 200, result, 5L);
    }

    private static long number(JsonNode record) {
        String id = record.path("id").asText();
        return Long.parseLong(id.substring(id.indexOf('-') + 1));
    }

    private static void assertGapless(List<JsonNode> records) {
        assertThat(records.stream().map(AuditLogTest::number))
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(1, records.size()).boxed().toList());
    }
}
