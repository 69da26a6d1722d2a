/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.disk.HungMount;
import io.idaeus.sidecar.problem.ProblemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class DataDirectoriesTest {
    @TempDir
    Path directory;

    @Test
    void itsStagingRootIsTheOneOnTheSameFileSystem() {
        DataDirectories directories = new DataDirectories(List.of(directory));

        assertThat(directories.describe(directory).stagingRoot()).isEqualTo(directory.toString());
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void oneThatHangsIsNamed() throws Exception {
        HungMount mount = new HungMount(Files.createDirectory(directory.resolve("mount")));

        assertThatThrownBy(() -> new DataDirectories(List.of()).describe(mount.path()))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        e -> assertThat(e.type()).as("asked again").isEqualTo(ProblemType.CASSANDRA_UNAVAILABLE))
                .hasMessageContaining("no answer within");
        mount.comeBack();
    }
}
