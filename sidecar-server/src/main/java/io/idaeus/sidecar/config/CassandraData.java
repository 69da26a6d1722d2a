/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Recognises Cassandra's data directories by their files: while Cassandra is down, nobody can be asked for them. */
public final class CassandraData {
    // The table system.local has this id in every version.
    private static final String LOCAL = "system/local-7ad54392bcdd35a684174e047860b377";

    private CassandraData() {}

    /** The data directory that is or holds the path. */
    public static Optional<Path> directoryAround(Path path) {
        Path directory = real(path);
        while (directory != null) {
            if (Files.isDirectory(directory.resolve(LOCAL))) {
                return Optional.of(directory);
            }
            directory = directory.getParent();
        }
        return Optional.empty();
    }

    // With links followed, as far as it exists.
    private static Path real(Path path) {
        try {
            return path.toRealPath();
        } catch (IOException missing) {
            Path parent = path.getParent();
            return parent == null ? path : real(parent).resolve(path.getFileName());
        }
    }
}
