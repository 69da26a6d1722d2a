/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.importing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImportTimeoutTest {
    private static final ImportTimeout HOUR = new ImportTimeout(Duration.ofHours(1));

    @TempDir
    Path directory;

    @Test
    void itGrowsWithTheBytes() throws IOException {
        assertThat(HOUR.of(List.of(sparse("a", 1 << 20), sparse("b", 1 << 20)))).isEqualTo(Duration.ofHours(1));
        assertThat(HOUR.of(List.of(sparse("c", 1L << 40), sparse("d", 16L << 20))))
                .isEqualTo(Duration.ofHours(1).plusSeconds((1L << 40) / (16 << 20) + 1));
    }

    @Test
    void aDirectoryThatIsMissingIsLeftToCassandra() {
        assertThat(HOUR.of(List.of(directory.resolve("missing")))).isEqualTo(Duration.ofHours(1));
    }

    private Path sparse(String name, long bytes) throws IOException {
        Path made = Files.createDirectory(directory.resolve(name));
        try (RandomAccessFile file =
                new RandomAccessFile(made.resolve("nb-1-big-Data.db").toFile(), "rw")) {
            file.setLength(bytes);
        }
        return made;
    }
}
