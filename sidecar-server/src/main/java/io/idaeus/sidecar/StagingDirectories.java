/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes staging roots that are missing, but nothing above them: that is the file system of a data directory, and made
 * by somebody else.
 */
final class StagingDirectories {
    private static final Logger log = LoggerFactory.getLogger(StagingDirectories.class);

    private StagingDirectories() {}

    static void make(List<Path> roots) {
        for (Path root : roots) {
            if (!Files.exists(root)) {
                make(root);
            }
        }
    }

    private static void make(Path root) {
        try {
            Files.createDirectory(root);
            log.info("Made the staging root {}", root);
        } catch (IOException e) {
            // The rest works without it, and readiness says that it is missing.
            log.warn("The staging root {} is missing and cannot be made: {}", root, e.toString());
        }
    }
}
