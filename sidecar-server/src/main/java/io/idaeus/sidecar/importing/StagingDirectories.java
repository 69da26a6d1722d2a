/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.importing;

import io.idaeus.sidecar.filemode.FileModes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Creates missing staging roots. */
public final class StagingDirectories {
    private static final Logger log = LoggerFactory.getLogger(StagingDirectories.class);

    private StagingDirectories() {}

    public static void create(List<Path> roots) {
        for (Path root : roots) {
            if (!Files.exists(root)) {
                create(root);
            }
        }
    }

    private static void create(Path root) {
        try {
            // Never its parents: a missing parent means that the data directory's file system is not mounted.
            FileModes.createDirectory(root);
            log.info("Created the staging root {}", root);
        } catch (IOException e) {
            // Everything else works without it, and readiness reports it.
            log.warn("Cannot create the staging root {}: {}", root, e.toString());
        }
    }
}
