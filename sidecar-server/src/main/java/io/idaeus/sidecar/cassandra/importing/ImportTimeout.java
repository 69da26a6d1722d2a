/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.importing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.stream.Stream;

/**
 * How long an import may take: it verifies its bytes, or copies them.
 *
 * @param base of an import of few bytes
 */
public record ImportTimeout(Duration base) {
    // Slower than any disk that Cassandra can live with.
    private static final long BYTES_PER_SECOND = 16L << 20;

    Duration of(Collection<Path> directories) {
        return base.plusSeconds(
                directories.stream().mapToLong(ImportTimeout::bytes).sum() / BYTES_PER_SECOND);
    }

    // Cassandra reports a directory that cannot be read.
    private static long bytes(Path directory) {
        try (Stream<Path> files = Files.list(directory)) {
            return files.mapToLong(ImportTimeout::size).sum();
        } catch (IOException | UncheckedIOException e) {
            return 0;
        }
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            return 0;
        }
    }
}
