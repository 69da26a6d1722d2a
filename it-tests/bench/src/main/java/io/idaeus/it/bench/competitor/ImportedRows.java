/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.competitor;

import io.idaeus.it.bench.data.DataSet;
import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.it.harness.rows.PayloadTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Checks that a node holds all of a set: the total file size matches and rows can be read. */
final class ImportedRows {
    private ImportedRows() {}

    /** @throws IOException if something is missing */
    static void check(DataSet set, CassandraNode node, PayloadTable table) throws IOException {
        String id = tableId(node, table);
        long expected = dataBytes(set.files());
        for (Path directory : node.tableDirectories(table.keyspace(), table.table())) {
            // Dropped tables of that name have directories too.
            long found = directory.toString().endsWith(id) ? dataBytes(directory) : expected;
            if (found != expected) {
                throw new IOException("%s: %d bytes of Data.db arrived in %s (expected: %d)"
                        .formatted(set.name(), found, directory, expected));
            }
        }
        for (long row : new long[] {0, table.rows() / 2, table.rows() - 1}) {
            if (node.cql()
                    .execute("SELECT id FROM " + table.name() + " WHERE id = ?", row)
                    .isEmpty()) {
                throw new IOException("%s: row %d cannot be read".formatted(set.name(), row));
            }
        }
    }

    /** The suffix of the table's directory name. */
    private static String tableId(CassandraNode node, PayloadTable table) {
        return node.cql()
                .execute(
                        "SELECT id FROM system_schema.tables WHERE keyspace_name = ? AND table_name = ?",
                        table.keyspace(),
                        table.table())
                .get(0)
                .getUuid("id")
                .toString()
                .replace("-", "");
    }

    private static long dataBytes(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return dataBytes(files.toList());
        }
    }

    private static long dataBytes(List<Path> files) throws IOException {
        long bytes = 0;
        for (Path file : files) {
            bytes += file.toString().endsWith("-Data.db") ? Files.size(file) : 0;
        }
        return bytes;
    }
}
