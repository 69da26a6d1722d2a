/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.data;

import io.idaeus.it.bench.agent.FileIndex;
import io.idaeus.it.harness.rows.PayloadTable;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The files that every competitor moves.
 *
 * @param name as in results.json
 * @param directory holds the indexed files and nothing else
 * @param tar the same files as one archive, for tools that move no trees; empty for few files
 * @param table the table whose SSTables the files are; null for random bytes
 * @param cold none of the files is in the page cache before a run; otherwise all are
 */
public record DataSet(
        String name,
        Path directory,
        FileIndex index,
        List<Path> tar,
        @Nullable PayloadTable table,
        boolean cold) {

    public DataSet named(String other) {
        return new DataSet(other, directory, index, tar, table, cold);
    }

    /** The same files, in the page cache before a run. */
    public DataSet warm() {
        return new DataSet(name, directory, index, tar, table, false);
    }

    public long bytes() {
        return index.bytes();
    }

    public List<Path> files() {
        return index.files().stream()
                .map(file -> directory.resolve(file.path()))
                .toList();
    }

    public PayloadTable requireTable() {
        if (table == null) {
            throw new IllegalStateException("set " + name + " is not a table");
        }
        return table;
    }

    /** The tar, if there is one. */
    public List<Path> asFewFiles() {
        return tar.isEmpty() ? files() : tar;
    }
}
