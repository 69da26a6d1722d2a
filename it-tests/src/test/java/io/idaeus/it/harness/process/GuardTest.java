/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.harness.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GuardTest {
    @Test
    void aChildDoesNotOutliveAKilledParent(@TempDir Path directory) throws Exception {
        Process parent = new ProcessBuilder(
                        Java.executable(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Parent.class.getName(),
                        directory.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader output = parent.inputReader()) {
            ProcessHandle child =
                    ProcessHandle.of(Long.parseLong(output.readLine())).orElseThrow();
            assertThat(child.isAlive()).isTrue();

            parent.destroyForcibly();

            Awaitility.await().atMost(Duration.ofSeconds(10)).until(() -> !child.isAlive());
        }
    }

    /** Starts a child, says its pid, and waits to be killed. */
    static final class Parent {
        public static void main(String[] arguments) throws Exception {
            Path directory = Path.of(arguments[0]);
            ChildProcess child = ChildProcess.start(
                    "sleep", List.of("sleep", "1000"), directory, directory.resolve("out"), Map.of());
            System.out.println(child.pid());
            Thread.currentThread().join();
        }
    }
}
