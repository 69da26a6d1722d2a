/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.io.TempDir;

class ChildProcessTest {
    private static final int LOOKS = 2_000;

    /** Its parent may notice the death between two looks. */
    @RepeatedTest(20)
    void aProcessThatHasEndedStaysEnded(@TempDir Path directory) {
        ChildProcess process =
                ChildProcess.start("sleeper", List.of("sleep", "60"), directory, directory.resolve("output"), Map.of());

        process.kill9();

        for (int look = 0; look < LOOKS; look++) {
            assertThat(process.isAlive()).as("look %s", look).isFalse();
        }
    }
}
