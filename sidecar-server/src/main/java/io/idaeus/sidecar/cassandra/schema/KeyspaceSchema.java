/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.schema;

import java.util.List;
import java.util.Map;

/**
 * A keyspace.
 *
 * @param system whether it is Cassandra's own
 * @param tables by name, without materialized views
 * @param views by name
 */
public record KeyspaceSchema(
        String name, boolean system, Map<String, String> replication, List<String> tables, List<String> views) {
    public KeyspaceSchema {
        replication = Map.copyOf(replication);
        tables = List.copyOf(tables);
        views = List.copyOf(views);
    }
}
