/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.harness.process;

import java.nio.file.Path;
import java.time.Duration;

/** Sidecars that earlier commits of this repository make. */
public final class EarlierBuild {
    private static final Duration LONGEST = Duration.ofMinutes(10);

    private EarlierBuild() {}

    /**
     * The directory of its distribution. The first call builds it, which takes two minutes.
     *
     * @param commit needs the repository with its history
     */
    public static Path of(String commit) {
        String directory = Command.of(
                        Workspace.module().resolveSibling(".ci/build-commit").toString(), commit)
                .within(LONGEST)
                .run()
                .orThrow()
                .stdout()
                .strip();
        return Path.of(directory).resolve("sidecar-server/target/idaeus-sidecar");
    }
}
