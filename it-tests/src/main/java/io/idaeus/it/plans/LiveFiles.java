/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.plans;

import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.it.harness.rows.PayloadTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The SSTables of a table of a node, by their data files. */
record LiveFiles(CassandraNode node, PayloadTable table) {
    /** From now on only a cleanup changes them. */
    static void freeze(CassandraNode node, String keyspace) {
        node.nodetool("flush", keyspace).orThrow();
        node.nodetool("disableautocompaction", keyspace).orThrow();
    }

    Set<String> all() {
        return node.tableDirectories(table.keyspace(), table.table()).stream()
                .flatMap(directory -> in(directory).stream())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Runs a cleanup, and returns what it has rewritten: what held keys of ranges that the node does not own. */
    Set<String> rewrittenByCleanup() {
        Set<String> before = all();
        node.nodetool("cleanup", table.keyspace(), table.table()).orThrow();
        before.removeAll(all());
        return before;
    }

    /** Those of one data directory. */
    static Set<String> in(Path directory) {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(Path::toString)
                    .filter(file -> file.endsWith("-Data.db"))
                    .collect(Collectors.toSet());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
