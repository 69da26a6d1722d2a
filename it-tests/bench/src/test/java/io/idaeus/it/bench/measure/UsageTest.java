/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class UsageTest {

    @Test
    void aProcessThatRunsHasAPeak() throws IOException, InterruptedException {
        Process process = new ProcessBuilder("sleep", "60").start();
        try {
            assertThat(Usage.peakRssBytes(process.pid())).isPositive();
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    @Test
    void aProcessThatEndsBetweenTwoReadsHasNoPeak() throws IOException, InterruptedException {
        Process process = new ProcessBuilder("sleep", "60").start();
        try (BufferedReader status =
                Files.newBufferedReader(Path.of("/proc", Long.toString(process.pid()), "status"))) {
            process.destroyForcibly().waitFor();

            assertThat(Usage.highWater(status)).isZero();
        }
    }
}
