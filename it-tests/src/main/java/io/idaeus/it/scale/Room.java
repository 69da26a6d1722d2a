/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.scale;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The space that a scenario takes on the disk. */
final class Room {
    private static final double GIBIBYTE = 1 << 30;

    private Room() {}

    /** There is too little of it; its message says how much is missing. */
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
                throw new Missing("%.1f GiB are free at %s (expected: %.1f; %.1f are missing)"
                        .formatted(free / GIBIBYTE, directory, bytes / GIBIBYTE, (bytes - free) / GIBIBYTE));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
