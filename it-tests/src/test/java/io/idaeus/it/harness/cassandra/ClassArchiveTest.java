/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.harness.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassArchiveTest {
    private static final String RECORDING = "-XX:+RecordDynamicDumpInfo";

    @TempDir
    Path directory;

    private Path jar;

    @BeforeEach
    void aJar() throws Exception {
        jar = Files.writeString(directory.resolve("a.jar"), "a");
    }

    @Test
    void oneStartAtATimeRecordsWhileThereIsNoArchive() {
        try (ClassArchive.Start first = archive().start();
                ClassArchive.Start second = archive().start()) {
            assertThat(first.options()).contains(RECORDING);
            assertThat(second.options()).doesNotContain(RECORDING);
        }
        try (ClassArchive.Start third = archive().start()) {
            assertThat(third.options()).contains(RECORDING);
        }
    }

    @Test
    void aFailedRecordingLeavesNothing() {
        try (ClassArchive.Start start = archive().start()) {
            start.record(ProcessHandle.current().pid());
        }
        assertThat(archive().file()).doesNotExist();
    }

    @Test
    void anArchiveIsForTheSameJarsOnly() throws Exception {
        Path before = archive().file();
        Files.writeString(jar, "another");
        assertThat(archive().file()).isNotEqualTo(before);
    }

    private ClassArchive archive() {
        return new ClassArchive(directory, "test", List.of(jar));
    }
}
