/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.harness;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.servererrors.ReadTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every version that the tests run really runs here. */
class CassandraNodeIT {
    @ParameterizedTest
    @EnumSource(CassandraVersion.class)
    void writesReadsSnapshotsAndRestarts(CassandraVersion version) throws Exception {
        try (CassandraCluster cluster = CassandraCluster.builder(version).start()) {
            CassandraNode node = cluster.node();
            report(node, "started");
            cluster.cql().createKeyspace("ks", 1);
            cluster.cql().execute("CREATE TABLE ks.t (id int PRIMARY KEY, v text)");
            cluster.cql().execute("INSERT INTO ks.t (id, v) VALUES (?, ?)", 1, "one");

            assertThat(node.nodetool("flush", "ks").exitCode()).isZero();
            assertThat(node.nodetool("snapshot", "-t", "tag", "ks").orThrow().stdout())
                    .contains("tag");
            assertThat(snapshotFiles(node)).anyMatch(name -> name.endsWith("Data.db"));
            assertThat(node.sstableMetadata(dataFile(node).toString()).orThrow().stdout())
                    .contains("Murmur3Partitioner");

            node.restart();
            report(node, "restarted");
            assertThat(cluster.cql().execute("SELECT v FROM ks.t WHERE id = 1")).hasSize(1);
        }
    }

    @Test
    void asksForJmxCredentials() {
        try (CassandraCluster cluster = CassandraCluster.builder(CassandraVersion.V5_0)
                .jmxCredentials("joe", "secret")
                .start()) {
            CassandraNode node = cluster.node();
            assertThat(node.nodetool("info").orThrow().stdout()).contains("Gossip active");
            CommandResult stranger = node.nodetool("-p", Integer.toString(node.jmxPort()), "info");
            assertThat(stranger.exitCode()).as(stranger.describe()).isNotZero();
        }
    }

    @Test
    void spreadsOverSeveralDataDirectoriesAndTakesYamlByKeyPath() throws Exception {
        try (CassandraCluster cluster = CassandraCluster.builder(CassandraVersion.V5_0)
                .dataDirectories(2)
                .yaml("storage_compatibility_mode", "NONE")
                .yaml("sstable.selected_format", "bti")
                .start()) {
            cluster.cql().createKeyspace("ks", 1);
            cluster.cql().execute("CREATE TABLE ks.t (id int PRIMARY KEY)");
            for (int id = 0; id < 100; id++) {
                cluster.cql().execute("INSERT INTO ks.t (id) VALUES (?)", id);
            }
            cluster.node().flush("ks", "t");

            List<Path> directories = cluster.node().tableDirectories("ks", "t");
            assertThat(directories).hasSize(2).allSatisfy(directory -> assertThat(directory)
                    .isDirectoryContaining("glob:**/da-*-bti-Data.db"));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"V5_0", "V6_0"})
    void severalNodesFormACluster(CassandraVersion version) {
        try (CassandraCluster cluster =
                CassandraCluster.builder(version).nodes(2).evenTokens().start()) {
            cluster.nodes().forEach(node -> report(node, "started in a cluster of two"));
            cluster.cql().createKeyspace("ks", 2);
            cluster.cql().execute("CREATE TABLE ks.t (id int PRIMARY KEY)");
            cluster.cql().execute("INSERT INTO ks.t (id) VALUES (1)");

            CassandraNode second = cluster.node(1);
            assertThat(second.nodetool("status").orThrow().stdout())
                    .contains("UN  " + cluster.node().address(), "UN  " + second.address());
            cluster.node().stop();
            // Until the second has noticed, a read may go to the stopped node and time out.
            Awaitility.await()
                    .ignoreException(ReadTimeoutException.class)
                    .atMost(Duration.ofMinutes(1))
                    .untilAsserted(() -> assertThat(second.cql().execute("SELECT id FROM ks.t"))
                            .hasSize(1));
        }
    }

    private static void report(CassandraNode node, String what) {
        System.out.printf(
                "Cassandra %s %s %s in %.1f s%n",
                node.version().release(), node.name(), what, node.startTime().toMillis() / 1000.0);
    }

    private static Path dataFile(CassandraNode node) throws Exception {
        try (Stream<Path> files = Files.list(node.tableDirectories("ks", "t").get(0))) {
            return files.filter(file -> file.toString().endsWith("-Data.db"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static List<String> snapshotFiles(CassandraNode node) throws Exception {
        Path snapshot = node.tableDirectories("ks", "t").get(0).resolve("snapshots/tag");
        try (Stream<Path> files = Files.list(snapshot)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }
}
