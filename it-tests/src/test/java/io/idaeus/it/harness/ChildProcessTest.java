/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.harness;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.it.harness.process.ChildProcess;
import java.io.BufferedReader;
import java.io.IOException;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Timeout;

class ChildProcessTest {
    /** Its parent looks after its child only when it ends itself. */
    private static final String PARENT = "sleep 60 & echo $!; exec sleep 0.2";

    /** Between two looks it goes away altogether. */
    @RepeatedTest(6)
    @Timeout(60)
    void aProcessThatHasEndedStaysEnded() throws IOException {
        Process parent = new ProcessBuilder("sh", "-c", PARENT).start();
        long pid;
        try (BufferedReader output = parent.inputReader()) {
            pid = Long.parseLong(output.readLine());
        }
        ChildProcess child = ChildProcess.attach("sleeper", pid);

        child.kill9();

        do {
            assertThat(child.isAlive()).isFalse();
        } while (ProcessHandle.of(pid).isPresent());
    }
}
