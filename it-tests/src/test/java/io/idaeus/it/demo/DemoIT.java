/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.it.harness.cassandra.CqlClient;
import io.idaeus.it.harness.process.Workspace;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The demo as {@code make demo} runs it: a process with settings from its environment. */
@Tag("surface")
class DemoIT {
    private static final Pattern DESTINATION = Pattern.compile(" +destination +(127\\.[0-9.]+), .*");
    private static final String ROWS_ARE_WRITTEN = "[4/7]";

    // Another client writes to the second node meanwhile.
    @Test
    void endsWithOneAndNamesTheRowWhenARowDiffers() throws Exception {
        Process demo = start(Map.of("ROWS", "300", "VALUE_BYTES", "64"));
        List<String> output = new ArrayList<>();
        try (BufferedReader lines = demo.inputReader()) {
            String destination = null;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                output.add(line);
                Matcher matcher = DESTINATION.matcher(line);
                if (matcher.matches()) {
                    destination = matcher.group(1);
                } else if (line.startsWith(ROWS_ARE_WRITTEN) && destination != null) {
                    changeARow(destination);
                }
            }
        } finally {
            demo.destroy();
        }

        assertThat(demo.waitFor()).as(String.join("\n", output)).isEqualTo(1);
        assertThat(output)
                .anyMatch(line -> line.contains("299 rows match, 1 differ"))
                .anyMatch(line -> line.startsWith("FAILED"));
    }

    @Test
    void endsWithTwoForSettingsThatMakeNoSense() throws Exception {
        Process demo = start(Map.of("ROWS", "many"));
        try (BufferedReader lines = demo.inputReader()) {
            assertThat(lines.readLine()).isEqualTo("demo: ROWS: many (expected: a number from 1 to 1000000000)");
        }
        assertThat(demo.waitFor()).isEqualTo(2);
    }

    private static void changeARow(String destination) {
        try (CqlClient cql = CqlClient.connect(destination)) {
            cql.execute("UPDATE demo.payload SET payload = 0x00 WHERE id = 7");
        }
    }

    private static Process start(Map<String, String> settings) throws IOException {
        ProcessBuilder demo = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Didaeus.it.basedir=" + Workspace.module(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Demo.class.getName())
                .redirectErrorStream(true);
        demo.environment().putAll(settings);
        return demo.start();
    }
}
