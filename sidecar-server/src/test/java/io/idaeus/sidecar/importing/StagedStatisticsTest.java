/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.importing;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** CommitLogIT has files that nodes wrote, and a crash. */
class StagedStatisticsTest {
    private static final Path OF_A_TOOL = Path.of("src/test/resources/sstables/oa/oa-15-big-Statistics.db");

    @TempDir
    private Path directory;

    @Test
    void whatNamesNoHostStays() throws Exception {
        Path file = Files.copy(OF_A_TOOL, directory.resolve(OF_A_TOOL.getFileName()));

        assertThat(StagedStatistics.forgetCommitLog(directory, id -> true)).isZero();

        assertThat(file).hasSameBinaryContentAs(OF_A_TOOL);
    }

    @Test
    void aDirectoryWithoutSstablesHasNone() throws Exception {
        assertThat(StagedStatistics.forgetCommitLog(directory, id -> true)).isZero();
        assertThat(StagedStatistics.forgetCommitLog(directory.resolve("none"), id -> true))
                .isZero();
    }
}
