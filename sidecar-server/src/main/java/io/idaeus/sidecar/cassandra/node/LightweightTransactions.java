/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.node;

import io.idaeus.sidecar.cassandra.connection.CqlQueries;
import java.util.Set;
import java.util.stream.Collectors;

/** Which tables lightweight transactions are used with, as far as the node has a record of them. */
public final class LightweightTransactions {
    // One row for each partition that was written. So many tell of every table that is used more than now and then.
    private static final int ROWS = 10_000;

    private final CqlQueries cql;

    public LightweightTransactions(CqlQueries cql) {
        this.cql = cql;
    }

    /** Ids as in {@link LocalTable#id}. */
    public Set<String> tableIds() {
        return cql.query("the lightweight transactions", "SELECT cf_id FROM system.paxos LIMIT " + ROWS).stream()
                .map(row -> String.valueOf(row.getUuid("cf_id")).replace("-", ""))
                .collect(Collectors.toSet());
    }
}
