/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.data;

import io.idaeus.it.bench.agent.FileIndex;
import io.idaeus.it.harness.cassandra.CassandraVersion;
import io.idaeus.it.harness.rows.PayloadTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The sets by name. Each is made once below a directory and then reused. */
public final class DataSets {
    public static final List<String> DEFAULT = List.of("hot", "cold", "small", "cassandra");
    public static final List<String> COMPARED = List.of("hot", "small");
    private static final List<String> CASSANDRA = List.of("cassandra-16k", "cassandra-200b");
    private static final int SSTABLE_MIB = 256;
    private static final long GIB = 1L << 30;

    private final Path root;
    private final double scale;

    public DataSets(Path root, double scale) {
        this.root = root;
        this.scale = scale;
    }

    /** Resolves {@code cassandra} to the sets that it stands for. */
    public static List<String> named(List<String> names) {
        return names.stream()
                .flatMap(name -> name.equals("cassandra") ? CASSANDRA.stream() : Stream.of(name))
                .toList();
    }

    public DataSet get(String name) throws IOException {
        return switch (name) {
            case "hot" -> made(name, RandomFiles.equal(4, scaled(GIB)), false);
            case "text" -> made(name, RandomFiles.equal(4, scaled(GIB)).filledWith(new TextRows()), false);
            case "cold" -> made(name, RandomFiles.equal(1, scaled(16 * GIB)), true);
            case "small" -> made(name, SmallSstables.files((int) Math.max(2, Math.round(2000 * scale))), false);
            case "cassandra-16k" ->
                written(name, new PayloadTable("bench", "rows16k", scaled(2 * GIB) >> 14, 16 << 10));
            case "cassandra-200b" -> written(name, new PayloadTable("bench", "rows200", scaled(2 * GIB) / 200, 200));
            default ->
                throw new IllegalArgumentException(
                        "SETS: unknown set " + name + " (expected: some of " + DEFAULT + ")");
        };
    }

    /** Rounded to whole MiB; at least one. */
    private long scaled(long bytes) {
        return Math.max(1 << 20, Math.round(bytes * scale / (1 << 20)) << 20);
    }

    private DataSet made(String name, RandomFiles files, boolean cold) throws IOException {
        Path directory = root.resolve(name + "-" + scale);
        Path content = directory.resolve("files");
        Path indexFile = directory.resolve("index.tsv");
        boolean tarred = files.count() > 100;
        Path tar = directory.resolve("files.tar");
        // The index is written last, so its presence means that the set is complete.
        if (!Files.exists(indexFile)) {
            Trees.delete(directory);
            Files.createDirectories(content);
            FileIndex index = files.write(content);
            if (tarred) {
                Trees.tar(content, tar);
            }
            index.write(indexFile);
        }
        return new DataSet(name, content, FileIndex.read(indexFile), tarred ? List.of(tar) : List.of(), null, cold);
    }

    /** SSTables by Cassandra's own writer. */
    private DataSet written(String name, PayloadTable table) throws IOException {
        Path directory = root.resolve(name + "-" + scale);
        Path indexFile = directory.resolve("index.tsv");
        if (!Files.exists(indexFile)) {
            Trees.delete(directory);
            Files.createDirectories(directory);
            Path content = table.generate(CassandraVersion.V5_0, directory, SSTABLE_MIB);
            FileIndex.of(content).write(indexFile);
        }
        Path content = directory.resolve(table.keyspace()).resolve(table.table());
        return new DataSet(name, content, FileIndex.read(indexFile), List.of(), table, false);
    }
}
