/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package com.example;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idaeus.testing.CassandraNodeContainer;
import io.idaeus.testing.SidecarContainer;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.testcontainers.containers.Network;
import org.testcontainers.lifecycle.Startables;

/** The example of docs/java-client.md copies a table between nodes of idaeus-testing. */
class CopyTableTest {
    @Test
    void theExampleCopiesATable() throws Exception {
        Assumptions.assumeTrue("1".equals(System.getenv("TRANSFER")), "TRANSFER=1 is set: there are an engine and images");
        try (Network network = Network.newNetwork();
                CassandraNodeContainer source =
                        CassandraNodeContainer.of("5.0", "source").withNetwork(network);
                CassandraNodeContainer destination =
                        CassandraNodeContainer.of("5.0", "destination").withNetwork(network);
                SidecarContainer from = SidecarContainer.beside(source);
                SidecarContainer to = SidecarContainer.beside(destination).allowPeers("source")) {
            Startables.deepStart(from, to).join();
            for (CassandraNodeContainer node : new CassandraNodeContainer[] {source, destination}) {
                node.run(
                        "cql",
                        "CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}",
                        "CREATE TABLE shop.users (id int PRIMARY KEY, name text)");
            }
            source.run("cql", "INSERT INTO shop.users (id, name) VALUES (1, 'Priam')");

            CopyTable.main(
                    new String[] {from.peerUri().toString(), to.uri().toString()});

            assertThat(destination.run("cql", "SELECT name FROM shop.users")).contains("Priam");

            destination.run("cql", "DROP TABLE shop.users");
            assertThatThrownBy(() -> CopyTable.main(
                            new String[] {from.peerUri().toString(), to.uri().toString()}))
                    .hasMessageContaining("users");
        }
    }
}
