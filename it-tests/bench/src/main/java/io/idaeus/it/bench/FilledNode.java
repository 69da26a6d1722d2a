/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench;

import com.datastax.oss.driver.api.core.cql.Row;
import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.it.harness.rows.PayloadTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.stream.Stream;

/** A node that is to hold rows of a table. */
public final class FilledNode {
    private FilledNode() {}

    /** @throws IllegalStateException if its SSTables are smaller than all rows */
    public static void require(CassandraNode node, PayloadTable table) throws IOException {
        require(node, table, 1);
    }

    /**
     * @param share of the rows that it has at least
     * @throws IllegalStateException if its SSTables are smaller
     */
    public static void require(CassandraNode node, PayloadTable table, double share) throws IOException {
        // A table of the same name that was dropped leaves its directory.
        String suffix = "-" + id(node, table);
        long bytes = 0;
        for (Path directory : node.tableDirectories(table.keyspace(), table.table())) {
            if (directory.toString().endsWith(suffix)) {
                bytes += dataBytes(directory);
            }
        }
        double least = share * table.payloadBytes();
        if (bytes < least) {
            throw new IllegalStateException(
                    "%s holds %,d bytes (expected: at least %,.0f)".formatted(node.name(), bytes, least));
        }
    }

    // As in the names of directories.
    private static String id(CassandraNode node, PayloadTable table) {
        Row row = Objects.requireNonNull(node.cql()
                .session()
                .execute(
                        "SELECT id FROM system_schema.tables WHERE keyspace_name = ? AND table_name = ?",
                        table.keyspace(),
                        table.table())
                .one());
        return String.valueOf(row.getUuid("id")).replace("-", "");
    }

    private static long dataBytes(Path directory) throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            long bytes = 0;
            for (Path file :
                    entries.filter(each -> each.toString().endsWith("-Data.db")).toList()) {
                bytes += Files.size(file);
            }
            return bytes;
        }
    }
}
