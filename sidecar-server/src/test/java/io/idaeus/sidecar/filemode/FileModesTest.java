/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.filemode;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileModesTest {
    @TempDir
    Path root;

    @Test
    void newFilesAndDirectoriesAreNotForOthers() throws Exception {
        Path directory = FileModes.createDirectories(root.resolve("a/b"));
        FileModes.createDirectory(directory.resolve("c"));
        try (FileChannel file =
                FileModes.open(directory.resolve("f"), Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE))) {
            assertThat(file.size()).isZero();
        }

        Modes.assertPrivateBelow(root);
    }

    @Test
    void whatExistsKeepsItsPermissions() throws Exception {
        Path directory = Files.createDirectory(root.resolve("d"));
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxrwx---"));

        FileModes.createDirectories(directory);

        assertThat(Files.getPosixFilePermissions(directory)).hasSize(6);
    }
}
