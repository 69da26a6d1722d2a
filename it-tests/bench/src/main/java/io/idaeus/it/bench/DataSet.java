/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench;

import io.idaeus.it.bench.agent.FileIndex;
import io.idaeus.it.harness.PayloadTable;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Files that every competitor moves.
 *
 * @param name as results.json says it
 * @param directory the files of the index, and nothing else
 * @param index what they are
 * @param tar the same files as one, for a competitor that moves files but no trees; empty where there are few files
 * @param table the table whose SSTables the files are, written by Cassandra; null for files of random bytes
 * @param cold whether their pages are out of the page cache before each run; else all are in
 */
record DataSet(
        String name,
        Path directory,
        FileIndex index,
        List<Path> tar,
        @Nullable PayloadTable table,
        boolean cold) {

    long bytes() {
        return index.bytes();
    }

    List<Path> files() {
        return index.files().stream()
                .map(file -> directory.resolve(file.path()))
                .toList();
    }

    /** What a competitor reads that takes the set as few files. */
    List<Path> asFewFiles() {
        return tar.isEmpty() ? files() : tar;
    }
}
