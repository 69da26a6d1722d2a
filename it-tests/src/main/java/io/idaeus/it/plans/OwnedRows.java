/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.plans;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.type.codec.TypeCodecs;
import com.datastax.oss.driver.internal.core.metadata.token.Murmur3TokenFactory;
import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.it.harness.cassandra.CqlClient;
import io.idaeus.it.harness.rows.PayloadTable;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The rows of token ranges.
 *
 * @param ranges each with its left and its right token
 */
record OwnedRows(Set<List<String>> ranges) {
    /** The rows that a node replicates. */
    static OwnedRows of(CassandraNode node) {
        return of(node, DifferingRows.KEYSPACE);
    }

    /** Those of another keyspace. */
    static OwnedRows of(CassandraNode node, String keyspace) {
        return new OwnedRows(new SeenRing(node, keyspace).replicatedBy(node));
    }

    Set<Long> ids(CqlClient cql, PayloadTable table, ConsistencyLevel level) {
        Set<Long> found = new TreeSet<>();
        String query = "SELECT id FROM " + table.name() + " WHERE token(id) ";
        for (List<String> range : ranges) {
            long left = Long.parseLong(range.get(0));
            long right = Long.parseLong(range.get(1));
            if (left < right) {
                read(cql, query + "> " + left + " AND token(id) <= " + right, level, found);
            } else {
                read(cql, query + "> " + left, level, found);
                read(cql, query + "<= " + right, level, found);
            }
        }
        return found;
    }

    /** Those of the ids whose rows are in the ranges. */
    Set<Long> among(Collection<Long> ids) {
        Murmur3TokenFactory tokens = new Murmur3TokenFactory();
        Set<Long> found = new TreeSet<>();
        for (Long id : ids) {
            long token =
                    Long.parseLong(tokens.format(tokens.hash(TypeCodecs.BIGINT.encode(id, ProtocolVersion.DEFAULT))));
            if (ranges.stream().anyMatch(range -> holds(range, token))) {
                found.add(id);
            }
        }
        return found;
    }

    private static boolean holds(List<String> range, long token) {
        long left = Long.parseLong(range.get(0));
        long right = Long.parseLong(range.get(1));
        return left < right ? token > left && token <= right : token > left || token <= right;
    }

    private static void read(CqlClient cql, String query, ConsistencyLevel level, Set<Long> found) {
        cql.session()
                .execute(SimpleStatement.newInstance(query)
                        .setConsistencyLevel(level)
                        .setTimeout(Duration.ofMinutes(1)))
                .forEach(row -> found.add(row.getLong("id")));
    }
}
