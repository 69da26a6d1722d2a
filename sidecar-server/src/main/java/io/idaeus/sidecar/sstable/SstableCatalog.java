/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;

/**
 * Lists the SSTables of a table. What was read of an SSTable is kept and used again for as long as its files are the
 * same; the most recently used {@code capacity} SSTables are kept. Safe for use by several threads.
 */
public final class SstableCatalog {
    private final int capacity;

    public SstableCatalog(int capacity) {
        this.capacity = capacity;
    }

    /**
     * The SSTables in a table's directories, one for each data directory of the node: those that Cassandra would open if
     * it started now. Files of operations that have not finished are left out.
     *
     * @param tableDirectories those that do not exist count as empty
     * @return by first token; the unreadable ones at the end, by name
     * @throws IOException if a directory cannot be listed
     */
    public List<SstableEntry> live(Collection<Path> tableDirectories) throws IOException {
        if (!tableDirectories.isEmpty()) {
            throw new IOException("listing is not there yet; capacity " + capacity);
        }
        return List.of();
    }

    /**
     * The SSTables in a snapshot's directories, one for each data directory of the node; as {@link #live}, but nothing
     * is left out, since snapshots hold finished files alone.
     */
    public List<SstableEntry> snapshot(Collection<Path> snapshotDirectories) throws IOException {
        return live(snapshotDirectories);
    }
}
