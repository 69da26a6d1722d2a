/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.mttr;

import io.idaeus.it.bench.data.Trees;
import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.it.harness.process.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** The settled SSTables of every live node, kept on disk. Nodes get hard links to them. */
record Template(Path directory, RingTable table) {
    private static final Duration IMPORT_BOUND = Duration.ofMinutes(10);
    private static final String SNAPSHOT = "template";

    /** Written last. */
    private Path mark() {
        return directory.resolve("complete");
    }

    boolean isComplete() {
        return Files.exists(mark());
    }

    void delete() {
        Trees.delete(directory);
    }

    void save(List<CassandraNode> nodes) throws IOException {
        delete();
        for (int i = 0; i < nodes.size(); i++) {
            CassandraNode node = nodes.get(i);
            node.nodetool("snapshot", "-t", SNAPSHOT, table.keyspace()).orThrow();
            link(tableDirectory(node).resolve("snapshots").resolve(SNAPSHOT), of(i));
            Files.deleteIfExists(of(i).resolve("manifest.json"));
            Files.deleteIfExists(of(i).resolve("schema.cql"));
            node.nodetool("clearsnapshot", "-t", SNAPSHOT).orThrow();
        }
        Files.createFile(mark());
    }

    /** Into empty tables. */
    void load(List<CassandraNode> nodes) throws IOException {
        for (int i = 0; i < nodes.size(); i++) {
            Path staging = nodes.get(i).directory().resolve("import");
            link(of(i), staging.resolve(table.keyspace()).resolve(table.table()));
            imported(nodes.get(i), staging.resolve(table.keyspace()).resolve(table.table()));
            Trees.delete(staging);
        }
    }

    void imported(CassandraNode node, Path files) {
        node.nodetool(IMPORT_BOUND, "import", "-l", table.keyspace(), table.table(), files.toString())
                .orThrow();
    }

    Path tableDirectory(CassandraNode node) {
        return node.tableDirectories(table.keyspace(), table.table()).get(0);
    }

    private Path of(int node) {
        return directory.resolve("node-" + (node + 1));
    }

    private static void link(Path from, Path to) throws IOException {
        Files.createDirectories(to.getParent());
        Command.of("cp", "-al", from.toString(), to.toString()).run().orThrow();
    }
}
