/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.node;

import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.cassandra.connection.CqlQueries;
import io.idaeus.sidecar.problem.ProblemException;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Which tables lightweight transactions are used with, as far as the node has a record of them. */
public final class LightweightTransactions {
    // One row for each partition that was written. So many tell of every table that is used more than now and then.
    private static final int ROWS = 10_000;

    private static final Logger LOG = LoggerFactory.getLogger(LightweightTransactions.class);

    private final CqlQueries cql;

    public LightweightTransactions(CqlQueries cql) {
        this.cql = cql;
    }

    /** Ids as in {@link LocalTable#id}; none where the sidecar's role may not read the record. */
    public Set<String> tableIds() {
        try {
            return read();
        } catch (ProblemException e) {
            if (e.type() != ProblemType.CASSANDRA_REFUSED) {
                throw e;
            }
            LOG.warn("it is not known which tables lightweight transactions are used with: {}", e.getMessage());
            return Set.of();
        }
    }

    private Set<String> read() {
        return cql.query("the lightweight transactions", "SELECT cf_id FROM system.paxos LIMIT " + ROWS).stream()
                .map(row -> String.valueOf(row.getUuid("cf_id")).replace("-", ""))
                .collect(Collectors.toSet());
    }
}
