/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench;

import io.idaeus.it.bench.measure.Machine;
import io.idaeus.it.harness.cassandra.CassandraVersion;
import io.idaeus.it.harness.process.FileTrees;
import io.idaeus.it.harness.process.Workspace;
import io.idaeus.it.harness.rows.PayloadTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The common parts of benchmarks on rings of real nodes: settings, directories, and SSTables that are made once. */
public final class RingBench {
    private static final int SSTABLE_MIB = 160;

    private final Path root;

    private RingBench(Path root) {
        this.root = root;
    }

    /** An error ends the process, and with it the nodes that it has started. */
    public static RingBench named(String name) throws IOException {
        Thread.setDefaultUncaughtExceptionHandler((thread, error) -> {
            error.printStackTrace();
            Runtime.getRuntime().exit(1);
        });
        return new RingBench(Files.createDirectories(Workspace.target().resolve(name)));
    }

    /** A setting of the environment. */
    public static String given(String name, String otherwise) {
        String value = System.getenv(name);
        return value == null || value.isBlank() ? otherwise : value.strip();
    }

    /** A directory for what the nodes write. It is empty, whatever an earlier run left. */
    public Path nodes() {
        Path directory = root.resolve("nodes");
        FileTrees.deleteAllBut(directory, List.of());
        FileTrees.create(List.of(directory));
        return directory;
    }

    /** {@code keyspace/table} with the SSTables of a table. They are written once, and later runs find them again. */
    public Path files(PayloadTable table) {
        Path files = root.resolve("files-" + table.rows() + "x" + table.valueBytes());
        Path made = files.resolve(table.keyspace()).resolve(table.table());
        return Files.isDirectory(made) ? made : table.generate(CassandraVersion.V5_0, files, SSTABLE_MIB);
    }

    public String machine() throws IOException {
        return Machine.describe(root);
    }
}
