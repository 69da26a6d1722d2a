/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.importing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idaeus.sidecar.disk.NamedPipe;
import io.idaeus.sidecar.sstable.file.SstableException;
import io.idaeus.sidecar.sstable.statistics.NodeStatistics;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** CommitLogIT has files that nodes wrote, and a crash. */
class StagedStatisticsTest {
    private static final Path OF_A_TOOL = Path.of("src/test/resources/sstables/oa/oa-15-big-Statistics.db");

    @TempDir
    private Path directory;

    @Test
    void theFileIsReplacedAndItsOtherNamesKeepTheOldContents() throws Exception {
        Path file = Files.copy(OF_A_TOOL, directory.resolve(OF_A_TOOL.getFileName()));
        UUID host = new UUID(1, 2);
        NodeStatistics.make(file, host, 3);
        byte[] before = Files.readAllBytes(file);
        Path snapshot = Files.createLink(directory.resolve("snapshot"), file);

        assertThat(StagedStatistics.forgetCommitLog(directory, new UUID(1, 3)::equals))
                .isZero();
        assertThat(StagedStatistics.forgetCommitLog(directory, host::equals)).isEqualTo(1);

        assertThat(Files.size(file)).isLessThan(before.length);
        assertThat(snapshot).hasBinaryContent(before);
        try (Stream<Path> left = Files.list(directory)) {
            assertThat(left).containsExactlyInAnyOrder(file, snapshot);
        }
        assertThat(StagedStatistics.forgetCommitLog(directory, host::equals)).isZero();
    }

    @Test
    void whatNamesNoHostStays() throws Exception {
        Path file = Files.copy(OF_A_TOOL, directory.resolve(OF_A_TOOL.getFileName()));

        assertThat(StagedStatistics.forgetCommitLog(directory, id -> true)).isZero();

        assertThat(file).hasSameBinaryContentAs(OF_A_TOOL);
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aPipeIsNotOpened() throws Exception {
        NamedPipe.create(directory.resolve(OF_A_TOOL.getFileName()));

        assertThatThrownBy(() -> StagedStatistics.forgetCommitLog(directory, id -> true))
                .isInstanceOf(SstableException.class)
                .hasMessageContaining("oa-15-big-Statistics.db is a link, a pipe or the like");
    }

    @Test
    void aDirectoryWithoutSstablesHasNone() throws Exception {
        assertThat(StagedStatistics.forgetCommitLog(directory, id -> true)).isZero();
        assertThat(StagedStatistics.forgetCommitLog(directory.resolve("none"), id -> true))
                .isZero();
    }
}
