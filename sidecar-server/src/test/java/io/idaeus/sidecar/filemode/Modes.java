/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.filemode;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Asserts that the sidecar's files are closed to users other than its own and its group's. */
public final class Modes {
    private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-r-----");
    private static final Set<PosixFilePermission> DIRECTORY = PosixFilePermissions.fromString("rwxr-x---");

    private Modes() {}

    /** Everything below the root, of which there must be something. */
    public static void assertPrivateBelow(Path root) throws IOException {
        try (Stream<Path> tree = Files.walk(root)) {
            List<Path> found = tree.filter(path -> !path.equals(root)).toList();
            assertThat(found).isNotEmpty();
            for (Path path : found) {
                assertThat(Files.isDirectory(path) ? DIRECTORY : FILE)
                        .as("permissions of %s", path)
                        .containsAll(Files.getPosixFilePermissions(path));
            }
        }
    }
}
