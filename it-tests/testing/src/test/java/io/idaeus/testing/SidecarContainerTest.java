/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.testing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.testcontainers.utility.DockerImageName;

/** Settings of containers before an engine is needed. */
class SidecarContainerTest {
    private final SidecarContainer sidecar = SidecarContainer.beside(CassandraNodeContainer.of("5.0", "node-1"));

    @Test
    void aSettingBecomesTheEnvironmentVariableOfItsKey() {
        sidecar.withSetting("cassandra.jmx.passwordFile", "/run/secrets/jmx")
                .withSetting("transfers.maxConnectionsPerPeer", "2");

        assertThat(sidecar.getEnvMap())
                .containsEntry("IDAEUS_CASSANDRA_JMX_PASSWORD_FILE", "/run/secrets/jmx")
                .containsEntry("IDAEUS_TRANSFERS_MAX_CONNECTIONS_PER_PEER", "2");
    }

    @Test
    void peersReachItByTheNameOfItsNode() {
        assertThat(sidecar.getEnvMap()).containsEntry("IDAEUS_DATA_ADVERTISED_HOST", "node-1");
        assertThat(sidecar.peerUri()).hasToString("http://node-1:9043");
    }

    @Test
    void imagesMayComeFromAnyRegistry() {
        CassandraNodeContainer node =
                CassandraNodeContainer.of(DockerImageName.parse("registry.example.org/db/cassandra:5.0.6"), "node-1");
        SidecarContainer beside =
                SidecarContainer.beside(node, DockerImageName.parse("registry.example.org/idaeus-sidecar:0.1.0"));

        assertThat(node.getImage()).asString().contains("=registry.example.org/db/cassandra:5.0.6,");
        assertThat(beside.getImage()).asString().contains("=registry.example.org/idaeus-sidecar:0.1.0,");
    }

    @Test
    void peersAreAListInOneVariable() {
        sidecar.allowPeers("node-2", "10.0.0.0/8");

        assertThat(sidecar.getEnvMap()).containsEntry("IDAEUS_PEERS_ALLOW", "node-2;10.0.0.0/8");
    }
}
