/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.node;

import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.cassandra.connection.CqlQueries;
import io.idaeus.sidecar.problem.ProblemException;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Which tables lightweight transactions are used with, as far as the node has a record of them. */
public final class LightweightTransactions {
    // One row for each partition that was written, by the hash of its key: the rows of all tables lie mixed. Where so
    // many
    // in a row tell nothing new, no table is left that is used more than now and then. A page of 100 costs a round
    // trip.
    private static final int KNOWN = 1_000;

    private static final int ROWS = 10_000;

    private static final Logger LOG = LoggerFactory.getLogger(LightweightTransactions.class);

    private final CqlQueries cql;

    public LightweightTransactions(CqlQueries cql) {
        this.cql = cql;
    }

    /** Ids as in {@link LocalTable#id}; empty where the sidecar's role may not read the record. */
    public Optional<Set<String>> tableIds() {
        try {
            return Optional.of(read());
        } catch (ProblemException e) {
            if (e.type() != ProblemType.CASSANDRA_REFUSED) {
                throw e;
            }
            LOG.warn("it is not known which tables lightweight transactions are used with: {}", e.getMessage());
            return Optional.empty();
        }
    }

    private Set<String> read() {
        Set<UUID> ids = cql.read(
                "the lightweight transactions",
                rows -> distinct(rows, row -> row.getUuid("cf_id")),
                "SELECT cf_id FROM system.paxos LIMIT " + ROWS);
        return ids.stream().map(id -> id.toString().replace("-", "")).collect(Collectors.toSet());
    }

    /** Until the end, or until so many in a row are known. */
    static <T> Set<UUID> distinct(Iterator<T> rows, Function<T, @Nullable UUID> id) {
        Set<UUID> found = new HashSet<>();
        for (int known = 0; known < KNOWN && rows.hasNext(); ) {
            UUID next = id.apply(rows.next());
            known = next != null && found.add(next) ? 0 : known + 1;
        }
        return found;
    }
}
