/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.node;

import io.idaeus.sidecar.cassandra.schema.TableName;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A table or materialized view of this node.
 *
 * @param directories one in each data directory
 * @param compactionStrategy the class, without its package
 */
public record LocalTable(TableName name, List<Path> directories, String compactionStrategy) {
    public LocalTable {
        directories = List.copyOf(directories);
    }

    /** In hexadecimal digits, from the name of a directory; empty where that has none, as before 2.1. */
    public Optional<String> id() {
        String name =
                directories.isEmpty() ? "" : directories.get(0).getFileName().toString();
        int dash = name.lastIndexOf('-');
        return dash < 0 ? Optional.empty() : Optional.of(name.substring(dash + 1));
    }
}
