/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.scale;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A scenario's disk space. */
final class RequiredSpace {
    private static final double GIBIBYTE = 1 << 30;

    private RequiredSpace() {}

    static final class Missing extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Missing(String message) {
            super(message);
        }
    }

    static void require(Path directory, long bytes) {
        try {
            long free = Files.getFileStore(directory).getUsableSpace();
            if (free < bytes) {
                throw new Missing("%.1f GiB are free in %s (expected: %.1f); free %.1f more"
                        .formatted(free / GIBIBYTE, directory, bytes / GIBIBYTE, (bytes - free) / GIBIBYTE));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
