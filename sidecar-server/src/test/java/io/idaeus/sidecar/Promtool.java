/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Prometheus's tool, of Debian's package {@code prometheus}. */
final class Promtool {
    private Promtool() {}

    /** Skips the test where it is not installed; where {@code CI} is set, the test goes on and fails. */
    static void assumeInstalled() {
        boolean installed = Stream.of(System.getenv().getOrDefault("PATH", "").split(":", -1))
                .anyMatch(directory -> Files.isExecutable(Path.of(directory, "promtool")));
        assumeTrue(installed || System.getenv("CI") != null, "promtool is not installed");
    }

    /** {@code promtool check metrics < in}. What it prints, followed by its exit code unless that is 0. */
    static String checkMetrics(Path in) throws IOException, InterruptedException {
        return run(new ProcessBuilder("promtool", "check", "metrics").redirectInput(in.toFile()));
    }

    /** {@code promtool ARGUMENTS}. What it prints, followed by its exit code unless that is 0. */
    static String run(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("promtool"));
        command.addAll(Arrays.asList(arguments));
        return run(new ProcessBuilder(command));
    }

    private static String run(ProcessBuilder builder) throws IOException, InterruptedException {
        Process process = builder.redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int code = process.waitFor();
        return code == 0 ? output : output + "exit code " + code;
    }
}
