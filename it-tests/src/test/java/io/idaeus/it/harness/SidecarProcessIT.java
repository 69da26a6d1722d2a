/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.it.harness.process.CommandResult;
import io.idaeus.it.harness.process.IdaeusCli;
import io.idaeus.it.harness.sidecar.SidecarProcess;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("core")
class SidecarProcessIT {
    @RegisterExtension
    static final SharedNodes nodes = SharedNodes.one(Profile.PLAIN);

    @Test
    void runsBesideANodeThroughKillsAndRestarts() {
        try (SidecarProcess sidecar = SidecarProcess.beside(node()).start()) {
            System.out.printf("sidecar ready in %.1f s%n", sidecar.startTime().toMillis() / 1000.0);
            sidecar.kill9();
            assertThat(sidecar.isAlive()).isFalse();
            sidecar.start();
            sidecar.restart();
            assertThat(sidecar.isAlive()).isTrue();
            sidecar.stop();
            assertThat(sidecar.isAlive()).isFalse();
        }
    }

    @Test
    void aRefusedConfigurationIsShown() {
        try (SidecarProcess sidecar =
                SidecarProcess.beside(node()).set("nonsense", 1).build()) {
            assertThatThrownBy(sidecar::start)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("the process ended")
                    .hasMessageContaining("nonsense");
        }
    }

    @Test
    void theCommandRuns() {
        CommandResult result = IdaeusCli.run("--version");
        assertThat(result.exitCode()).as(result.describe()).isZero();
        assertThat(result.stdout()).isNotBlank();
    }

    private static CassandraNode node() {
        return nodes.first();
    }
}
