/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.idaeus.sidecar.sstable.RealSstables;
import io.idaeus.sidecar.sstable.file.ComponentFile;
import io.idaeus.sidecar.sstable.file.SstableException;
import io.idaeus.sidecar.sstable.name.SstableFormat;
import io.idaeus.sidecar.sstable.name.SstableVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReplayIntervalsTest {
    private static final int INTERVAL = 24;
    private static final int HOST_ID = 16;
    private static final UUID HOST = new UUID(1, 2);

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"na", "nb", "oa", "pa", "da", "ea"})
    void aFileThatIsWrittenAsItWasReadIsTheSame(String version) throws Exception {
        for (Path file : statistics(RealSstables.directory(version))) {
            assertThat(sections(file).toBytes()).isEqualTo(Files.readAllBytes(file));
        }
    }

    @ParameterizedTest
    @CsvSource({"nb, 1", "nb, 500", "oa, 2", "pa, 2", "da, 2", "ea, 2"})
    void intervalsOfThisHostAreRemovedAndNothingElse(String version, int intervals) throws Exception {
        RealSstables.copy(version, directory);
        Path file = statistics(directory).get(0);
        long size = Files.size(file);
        NodeStatistics.make(file, HOST, intervals);
        Statistics before = read(file, version);
        assertThat(Files.size(file)).isEqualTo(size + HOST_ID + (long) INTERVAL * intervals);

        Files.write(file, ReplayIntervals.removedFrom(file, HOST::equals).orElseThrow());

        assertThat(read(file, version)).isEqualTo(before);
        assertThat(before.originatingHostId()).isEqualTo(HOST);
        assertThat(Files.size(file)).isEqualTo(size + HOST_ID);
        assertThat(ReplayIntervals.removedFrom(file, HOST::equals)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"na", "nb", "oa", "pa", "da", "ea"})
    void thoseOfOtherHostsStay(String version) throws Exception {
        RealSstables.copy(version, directory);
        Path file = statistics(directory).get(0);
        if (!version.equals("na")) {
            NodeStatistics.make(file, HOST, 3);
        }

        assertThat(ReplayIntervals.removedFrom(file, new UUID(1, 3)::equals)).isEmpty();
    }

    @Test
    void aDamagedFileIsNamed() throws IOException {
        RealSstables.copy("nb", directory);
        Path file = statistics(directory).get(0);
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length / 2] ^= 1;
        Files.write(file, bytes);

        assertThatExceptionOfType(SstableException.class)
                .isThrownBy(() -> ReplayIntervals.removedFrom(file, HOST::equals))
                .withMessageContaining(String.valueOf(file.getFileName()));
    }

    @Test
    void whatTheSidecarDoesNotReadStays() throws Exception {
        Path file = Files.writeString(directory.resolve("ma-1-big-Statistics.db"), "older");
        assertThat(ReplayIntervals.removedFrom(file, HOST::equals)).isEmpty();
    }

    private static List<Path> statistics(Path directory) throws IOException {
        return RealSstables.list(directory).stream()
                .filter(file -> file.toString().endsWith("-Statistics.db"))
                .toList();
    }

    private static StatisticsSections sections(Path file) throws SstableException {
        try (ComponentFile open = ComponentFile.open(file)) {
            return StatisticsSections.read(open);
        }
    }

    private static Statistics read(Path file, String version) throws SstableException {
        return new StatsBody(sections(file).body(StatisticsSections.STATS), version(version)).read(0);
    }

    private static SstableVersion version(String letters) {
        return SstableVersion.of(
                List.of("da", "ea").contains(letters) ? SstableFormat.BTI : SstableFormat.BIG, letters);
    }
}
