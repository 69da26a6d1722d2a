/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.node;

import io.idaeus.sidecar.cassandra.connection.CqlQueries;
import java.util.Optional;

/** Cassandra's settings that decide which SSTables it can read. */
public final class NodeOptions {
    private final CqlQueries cql;
    private final LocalNode node;

    public NodeOptions(CqlQueries cql, LocalNode node) {
        this.cql = cql;
        this.node = node;
    }

    /** Tokens that the node takes if it joins without being told which. */
    public Optional<Integer> numTokens() {
        return setting("num_tokens").map(Integer::valueOf);
    }

    /** For instance {@code CASSANDRA_4}; empty before 5.0. */
    public Optional<String> storageCompatibilityMode() {
        if (!node.version().isAtLeast(5, 0)) {
            return Optional.empty();
        }
        return setting("storage_compatibility_mode");
    }

    private Optional<String> setting(String name) {
        return cql.query(name, "SELECT value FROM system_views.settings WHERE name = ?", name).stream()
                .findFirst()
                .map(row -> row.getString("value"));
    }
}
