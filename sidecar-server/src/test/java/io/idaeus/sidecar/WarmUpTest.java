/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class WarmUpTest {
    @TempDir
    Path place;

    @Test
    void itCopiesAndLeavesNothing() throws Exception {
        Files.createFile(place.resolve("state"));

        WarmUp.run(place);

        assertThat(place.toFile().list()).containsExactly("state");
    }

    @Test
    void whatAnInterruptedOneLeftIsReplaced() throws Exception {
        Files.createDirectories(place.resolve(".warm-up/received"));
        Files.createFile(place.resolve(".warm-up/received/large"));

        WarmUp.run(place);

        assertThat(place).isEmptyDirectory();
    }

    @Test
    void aPlaceThatCannotBeWrittenIsSaid() throws Exception {
        Path file = Files.createFile(place.resolve("file"));

        assertThatThrownBy(() -> WarmUp.run(file)).isInstanceOf(IOException.class);
    }

    @Test
    void aCloseEndsItAndLeavesNothing() throws Exception {
        WarmUp.inBackground(place).close();

        assertThat(place).isEmptyDirectory();
    }
}
