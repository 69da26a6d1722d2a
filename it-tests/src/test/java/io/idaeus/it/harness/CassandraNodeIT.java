/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.harness;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.it.harness.cassandra.CassandraCluster;
import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.it.harness.cassandra.CassandraVersion;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("versions")
class CassandraNodeIT {
    @Test
    void writesReadsSnapshotsAndRestarts() throws Exception {
        try (CassandraCluster cluster =
                CassandraCluster.builder(CassandraVersion.selected()).start()) {
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
