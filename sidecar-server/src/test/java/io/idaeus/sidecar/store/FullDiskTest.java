/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FullDiskTest {
    record Note(String text) {}

    @TempDir
    Path directory;

    private SmallFileSystem disk;
    private JsonStore<Note> notes;

    @BeforeEach
    void mount() throws Exception {
        disk = SmallFileSystem.mount(directory.resolve("state"), 1 << 20);
        notes = JsonStore.open(disk.directory(), Note.class);
        notes.put("kept", new Note("as it was"));
    }

    @AfterEach
    void unmount() throws Exception {
        if (disk != null) {
            disk.close();
        }
    }

    @Test
    void aRecordThatDoesNotFitLeavesTheOldOneWhole() throws Exception {
        disk.fill();

        assertThatThrownBy(() -> notes.put("kept", new Note("x".repeat(100_000))))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("kept.json");
        assertThatThrownBy(() -> notes.put("new", new Note("y"))).isInstanceOf(UncheckedIOException.class);

        assertWhole();
        disk.free();
        notes.put("kept", new Note("as it is now"));
        assertThat(JsonStore.open(disk.directory(), Note.class).get("kept")).contains(new Note("as it is now"));
    }

    @Test
    void aReadOnlyDiskLeavesEverythingAsItWas() throws Exception {
        disk.readOnly(true);

        assertThatThrownBy(() -> notes.put("kept", new Note("other"))).isInstanceOf(UncheckedIOException.class);
        assertThatThrownBy(() -> notes.delete("kept")).isInstanceOf(UncheckedIOException.class);

        assertWhole();
    }

    private void assertWhole() throws Exception {
        assertThat(notes.get("kept")).contains(new Note("as it was"));
        assertThat(notes.names()).containsExactly("kept");
        try (Stream<Path> files = Files.list(disk.directory())) {
            assertThat(files).noneMatch(file -> file.toString().endsWith(".tmp"));
        }
    }
}
