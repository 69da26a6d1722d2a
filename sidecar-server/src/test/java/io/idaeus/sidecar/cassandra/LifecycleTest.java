/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.problem.ProblemException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class LifecycleTest {
    private static final List<String> OPTIONS = List.of("-Dcassandra.write_survey=true", "-Dcassandra.ring_delay_ms=1");

    @TempDir
    Path directory;

    @Test
    void itStopsThenStartsWithTheOptions() throws Exception {
        restart("echo \"$@\" >> calls", Duration.ofSeconds(60));

        assertThat(Files.readAllLines(directory.resolve("calls")))
                .containsExactly("stop", "start -Dcassandra.write_survey=true -Dcassandra.ring_delay_ms=1");
    }

    @Test
    void aFailureHasTheOutputAndNothingIsStartedAfterAFailedStop() {
        refused("echo \"$@\" >> calls; echo no such unit >&2; exit 3", "stop ended with exit code 3", "no such unit");

        assertThat(directory.resolve("calls")).hasContent("stop");
    }

    @Test
    void aFailedStartSaysSo() {
        refused("[ $1 = stop ] || exit 1", "start -Dcassandra.write_survey=true", "exit code 1", "Its output: none");
    }

    @Test
    @Tag("timing")
    void whatDoesNotEndIsKilled() {
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> restart("echo waiting; exec sleep 60", Duration.ofSeconds(3)))
                .withMessageContaining("cassandra.lifecycleTimeout")
                .withMessageContaining("waiting");
    }

    @Test
    void whatItLeavesRunningDoesNotHoldItUp() throws Exception {
        restart("[ $1 = stop ] || sleep 20 &", Duration.ofSeconds(10));
    }

    @Test
    void withoutAnExecutableNothingIsRestarted() {
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> new Lifecycle(null, Duration.ofSeconds(1)).restart(OPTIONS))
                .withMessageContaining("cassandra.lifecycle")
                .extracting(ProblemException::type)
                .isEqualTo(ProblemType.ILLEGAL_STATE);
    }

    @Test
    void anExecutableThatIsNotThereIsNamed() {
        Lifecycle lifecycle = new Lifecycle(directory.resolve("missing"), Duration.ofSeconds(1));

        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> lifecycle.restart(OPTIONS))
                .withMessageContaining("missing")
                .extracting(ProblemException::type)
                .isEqualTo(ProblemType.INTERNAL);
    }

    private void refused(String script, String... words) {
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> restart(script, Duration.ofSeconds(60)))
                .satisfies(e -> {
                    assertThat(e.type()).isEqualTo(ProblemType.CASSANDRA_REFUSED);
                    assertThat(e.getMessage()).contains(words);
                });
    }

    private void restart(String script, Duration limit) throws IOException {
        Path executable = Files.writeString(
                directory.resolve("lifecycle"), "#!/bin/sh\ncd '" + directory + "'\n" + script + "\n");
        assertThat(executable.toFile().setExecutable(true)).isTrue();
        new Lifecycle(executable, limit).restart(OPTIONS);
    }
}
