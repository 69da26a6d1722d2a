/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.idaeus.it.bench.competitor.SidecarBuild;
import io.idaeus.it.bench.measure.Sample;
import io.idaeus.it.bench.measure.Sides;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BuildComparisonTest {
    private static final long GIB = 1L << 30;

    @TempDir
    private Path directory;

    @Test
    void aFasterBuildHasAThroughputRatioAboveOne() {
        PairedRun pair = new PairedRun(GIB, true, sample(2, 1), sample(1.6, 1.5));

        assertThat(pair.throughputRatio()).isEqualTo(1.25, within(1e-9));
        assertThat(pair.cpuRatio()).isEqualTo(1.5, within(1e-9));
    }

    @Test
    void theReportHasEveryPairAndTheMedianAndSpreadOfTheirRatios() {
        String report = BuildComparison.report(Map.of(
                "hot",
                List.of(
                        new PairedRun(GIB, true, sample(1, 1), sample(1, 1)),
                        new PairedRun(GIB, false, sample(1, 1), sample(2, 1.1)),
                        new PairedRun(GIB, true, sample(1.1, 1), sample(1, 0.9)))));

        assertThat(report)
                .contains("| hot | 2 | current | 1,024 | 512 | 0.500 | 1.00 | 1.10 | 1.100 |")
                .contains("| hot | MiB/s | 1.000 | 0.500–1.100 | 3 |")
                .contains("| hot | CPU s/GiB | 1.000 | 0.900–1.100 | 3 |");
    }

    @Test
    void theDigestTellsTwoBuildsApart() throws IOException {
        SidecarBuild one = build("one", "some bytes");
        SidecarBuild same = build("same", "some bytes");
        SidecarBuild other = build("other", "other bytes");

        assertThat(one.digest()).isEqualTo(same.digest()).isNotEqualTo(other.digest());
    }

    @Test
    void aProcessOnTheJarsOfAnotherBuildIsRefused() throws IOException {
        // This test's own JVM runs on other jars.
        SidecarBuild build = build("one", "some bytes");

        assertThatThrownBy(() -> build.requireJarsIn(ProcessHandle.current().pid()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("expected: the jars in " + directory.resolve("one"));
    }

    private SidecarBuild build(String name, String content) throws IOException {
        Path root = directory.resolve(name);
        Path lib = Files.createDirectories(root.resolve("sidecar-server/target/idaeus-sidecar/lib"));
        Files.writeString(lib.resolve("idaeus.jar"), content);
        return SidecarBuild.at(root);
    }

    private static Sample sample(double seconds, double cpuSeconds) {
        return new Sample(seconds, new Sides(0, cpuSeconds), new Sides(0, 0), null);
    }
}
