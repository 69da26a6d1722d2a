/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.it.harness.process.Command;
import io.idaeus.it.harness.process.CommandResult;
import io.idaeus.it.harness.process.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launcher refuses invalid or unsafe configurations and says why. */
@Tag("core")
class ControlPlaneStartIT {
    @Test
    void anUnsecuredPublicSidecarDoesNotStartUnlessAllowed(@TempDir Path directory) throws IOException {
        Path configuration = Files.writeString(
                directory.resolve("idaeus.yaml"),
                "control: {host: 0.0.0.0, port: 0}\ndata: {port: 0}\nstateDirectory: " + directory + "\n");
        CommandResult result = Command.of(
                        Workspace.sidecar().resolve("bin/idaeus-sidecar").toString(),
                        "--config",
                        configuration.toString())
                .withEnvironment(Map.of("JAVA_HOME", System.getProperty("java.home")))
                .run();

        assertThat(result.exitCode()).as(result.describe()).isEqualTo(2);
        assertThat(result.stderr().lines())
                .filteredOn(line -> line.contains("control.host"))
                .singleElement()
                .asString()
                .contains("found \"0.0.0.0\"", "expected a loopback address", "tls.certificate", "insecure: true");
        assertThat(result.stdout()).isEmpty();
    }
}
