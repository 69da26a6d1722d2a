/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.disk;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RegularFileTest {
    @TempDir
    Path directory;

    @Test
    void aFileIsRead() throws Exception {
        Path file = Files.writeString(directory.resolve("file"), "text");

        try (InputStream in = RegularFile.stream(file)) {
            assertThat(new String(in.readAllBytes(), UTF_8)).isEqualTo("text");
        }
    }

    @Test
    void whatElseMayLieThereIsRefusedAndNothingWaits() throws Exception {
        Path link = Files.createSymbolicLink(directory.resolve("link"), Path.of("/etc/hostname"));

        refused(NamedPipe.create(directory.resolve("pipe")));
        refused(link);
        refused(directory);
        refused(Path.of("/dev/zero"));
        assertThatThrownBy(() -> RegularFile.open(directory.resolve("none"))).isInstanceOf(NoSuchFileException.class);
    }

    private static void refused(Path path) {
        assertThatThrownBy(() -> RegularFile.open(path)).isInstanceOf(NotRegularFileException.class);
    }
}
