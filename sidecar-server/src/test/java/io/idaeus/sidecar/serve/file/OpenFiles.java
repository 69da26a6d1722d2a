/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The files that this process has open, where the system tells (Linux). */
public final class OpenFiles {
    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

    private OpenFiles() {}

    public static List<Path> below(Path directory) {
        List<Path> open = new ArrayList<>();
        if (!Files.isDirectory(DESCRIPTORS)) {
            return open;
        }
        try (Stream<Path> descriptors = Files.list(DESCRIPTORS)) {
            descriptors.forEach(descriptor -> {
                try {
                    Path target = Files.readSymbolicLink(descriptor);
                    if (target.startsWith(directory)) {
                        open.add(target);
                    }
                } catch (IOException closedMeanwhile) {
                    // not open then
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return open;
    }
}
