/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.importing;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StagingDirectoriesTest {
    @TempDir
    Path directory;

    @Test
    void createsAMissingRootAndLeavesAnExistingOneAlone() throws Exception {
        Path there = Files.createDirectory(directory.resolve("there"));
        Path held = Files.writeString(there.resolve("held"), "x");
        Path missing = directory.resolve("missing");

        StagingDirectories.create(List.of(there, missing));

        assertThat(held).exists();
        assertThat(missing).isDirectory();
    }

    @Test
    void createsNoParentOfARootAndStillCreatesTheOthers() {
        Path unmounted = directory.resolve("unmounted").resolve("staging");
        Path missing = directory.resolve("missing");

        StagingDirectories.create(List.of(unmounted, missing));

        assertThat(directory.resolve("unmounted")).doesNotExist();
        assertThat(missing).isDirectory();
    }
}
