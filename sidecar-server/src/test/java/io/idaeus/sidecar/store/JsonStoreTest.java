/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.idaeus.sidecar.filemode.Modes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonStoreTest {
    record Job(
            String id,
            Instant since,
            Duration ttl,
            long bytes,
            @Nullable String reason) {}

    private static final Job JOB =
            new Job("a", Instant.parse("2026-01-02T03:04:05.678Z"), Duration.ofHours(6), Long.MAX_VALUE, null);

    @TempDir
    Path root;

    private Path directory;
    private JsonStore<Job> store;

    @BeforeEach
    void open() {
        directory = root.resolve("state/jobs");
        store = JsonStore.open(directory, Job.class);
    }

    @Test
    void aRecordIsReadBackAsItWasAfterReopening() {
        store.put("a", JOB);

        assertThat(JsonStore.open(directory, Job.class).get("a")).contains(JOB);
    }

    @Test
    void recordsAreNotForOthers() throws IOException {
        store.put("a", JOB);

        Modes.assertPrivateBelow(root);
    }

    @Test
    void theLockOfAStateDirectoryIsNotForOthers() throws IOException {
        try (StateDirectory unused = StateDirectory.lock(root.resolve("another"))) {
            Modes.assertPrivateBelow(root);
        }
    }

    @Test
    void instantsAreIsoAndNullsAreLeftOut() throws IOException {
        store.put("a", JOB);

        assertThat(directory.resolve("a.json"))
                .content()
                .contains("\"2026-01-02T03:04:05.678Z\"", "\"PT6H\"")
                .doesNotContain("reason");
    }

    @Test
    void puttingAgainReplaces() {
        store.put("a", JOB);
        Job changed = new Job("a", JOB.since(), JOB.ttl(), 1, "paused");
        store.put("a", changed);

        assertThat(store.loadAll()).containsOnly(entry("a", changed));
    }

    @Test
    void deletingTellsWhetherThereWasOne() {
        store.put("a", JOB);

        assertThat(store.delete("a")).isTrue();
        assertThat(store.delete("a")).isFalse();
        assertThat(store.get("a")).isEmpty();
        assertThat(store.names()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "{\"id\":\"a\"", "null", "[]", "{\"id\":\"b\"} x", "\u0000\u0000"})
    void aFileThatIsNoRecordIsMovedAsideAndTheRestIsLoaded(String content) throws IOException {
        store.put("a", JOB);
        Files.writeString(directory.resolve("b.json"), content);

        assertThat(store.loadAll()).containsOnlyKeys("a");
        assertThat(directory.resolve("b.json")).doesNotExist();
        assertThat(directory.resolve("b.json.corrupt-1")).content().isEqualTo(content);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"since\":\"yesterday\"}", "{\"bytes\":\"many\"}", "{\"id\":{\"part\":1}}"})
    void anObjectThatALaterVersionMayHaveWrittenIsLeftOutAndStays(String content) throws IOException {
        store.put("a", JOB);
        Files.writeString(directory.resolve("b.json"), content);
        List<String> unreadable = new ArrayList<>();

        assertThat(store.loadAll(unreadable::add)).containsOnlyKeys("a");
        assertThat(unreadable).containsExactly("b");
        assertThat(store.get("b")).isEmpty();
        assertThat(directory.resolve("b.json")).content().isEqualTo(content);
    }

    @Test
    void aSecondBadFileOfTheSameNameDoesNotReplaceTheFirst() throws IOException {
        for (String content : List.of("one", "two")) {
            Files.writeString(directory.resolve("b.json"), content);
            assertThat(store.get("b")).isEmpty();
        }

        assertThat(directory.resolve("b.json.corrupt-1")).hasContent("one");
        assertThat(directory.resolve("b.json.corrupt-2")).hasContent("two");
    }

    @Test
    void aFileThatCannotBeReadIsLeftOutAndLeftAlone() throws IOException {
        store.put("a", JOB);
        Files.createDirectory(directory.resolve("b.json"));

        assertThat(store.loadAll()).containsOnlyKeys("a");
        assertThat(directory.resolve("b.json")).isDirectory();
        assertThatThrownBy(() -> store.get("b"))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("b.json");
    }

    @Test
    void aWriteThatWasCutOffLeavesTheOldRecordAndIsRemoved() throws IOException {
        store.put("a", JOB);
        Files.writeString(directory.resolve("a.json.tmp"), "{\"id\":");

        assertThat(JsonStore.open(directory, Job.class).loadAll()).containsEntry("a", JOB);
        assertThat(directory.resolve("a.json.tmp")).doesNotExist();
    }

    @Test
    void aWriteThatFailsLeavesTheOldRecordAndSaysWhichFile() throws IOException {
        store.put("a", JOB);
        Files.createDirectory(directory.resolve("a.json.tmp"));
        Files.createFile(directory.resolve("a.json.tmp/in-the-way"));

        assertThatThrownBy(() -> store.put("a", new Job("a", JOB.since(), JOB.ttl(), 2, null)))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("a.json");
        assertThat(store.get("a")).contains(JOB);
    }

    @Test
    void aFieldOfALaterVersionIsPassedOver() throws IOException {
        store.put("a", JOB);
        Path file = directory.resolve("a.json");
        Files.writeString(file, Files.readString(file).replace("{\"id\"", "{\"later\":{\"x\":[1]},\"id\""));

        assertThat(store.get("a")).contains(JOB);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "..", "../x", "a/b", ".hidden", "a b", "a\u0000", "ü"})
    void aNameThatCouldLeaveTheDirectoryIsRefused(String name) {
        assertThatIllegalArgumentException().isThrownBy(() -> store.put(name, JOB));
        assertThatIllegalArgumentException().isThrownBy(() -> store.get(name));
        assertThatIllegalArgumentException().isThrownBy(() -> store.delete(name));
    }

    @Test
    void anOverLongNameIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> store.put("x".repeat(201), JOB));
        store.put("x".repeat(200), JOB);
        assertThat(store.names()).hasSize(1);
    }

    @Test
    void manyThreadsWriteAndReadWithoutTearing() throws Exception {
        var pool = Executors.newFixedThreadPool(8);
        try {
            Stream<Future<?>> writes = IntStream.range(0, 8)
                    .mapToObj(i -> pool.submit(() -> IntStream.range(0, 40).forEach(n -> {
                        store.put("shared", new Job("w" + i, JOB.since(), JOB.ttl(), n, "x".repeat(n * 100)));
                        assertThat(store.get("shared")).isPresent();
                    })));
            for (Future<?> write : writes.toList()) {
                write.get();
            }
        } finally {
            pool.shutdownNow();
        }
        assertThat(store.loadAll()).containsOnlyKeys("shared");
    }
}
