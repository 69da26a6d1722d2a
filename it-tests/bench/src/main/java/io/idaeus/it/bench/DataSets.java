/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench;

import io.idaeus.it.bench.agent.FileIndex;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The sets by name, made once below a directory and used again. */
final class DataSets {
    static final List<String> DEFAULT = List.of("hot", "cold", "small");
    private static final long GIB = 1L << 30;

    private final Path root;
    private final double scale;

    DataSets(Path root, double scale) {
        this.root = root;
        this.scale = scale;
    }

    /** The set, from what lies there or made anew. */
    DataSet get(String name) throws IOException {
        return switch (name) {
            case "hot" -> made(name, RandomFiles.equal(4, scaled(GIB)), false);
            case "cold" -> made(name, RandomFiles.equal(1, scaled(16 * GIB)), true);
            case "small" -> made(name, SmallSstables.files((int) Math.max(2, Math.round(2000 * scale))), false);
            default ->
                throw new IllegalArgumentException(
                        "SETS: there is no set " + name + " (expected some of " + DEFAULT + ")");
        };
    }

    /** Whole blocks, so that sizes are not odd by accident; at least one MiB. */
    private long scaled(long bytes) {
        return Math.max(1 << 20, Math.round(bytes * scale / (1 << 20)) << 20);
    }

    private DataSet made(String name, RandomFiles files, boolean cold) throws IOException {
        Path directory = root.resolve(name + "-" + scale);
        Path content = directory.resolve("files");
        Path indexFile = directory.resolve("index.tsv");
        boolean tarred = files.count() > 100;
        Path tar = directory.resolve("files.tar");
        // The index is written last: with it, everything is there.
        if (!Files.exists(indexFile)) {
            Trees.delete(directory);
            Files.createDirectories(content);
            FileIndex index = files.write(content);
            if (tarred) {
                Trees.tar(content, tar);
            }
            index.write(indexFile);
        }
        return new DataSet(name, content, FileIndex.read(indexFile), tarred ? List.of(tar) : List.of(), cold);
    }
}
