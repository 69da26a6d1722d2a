/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.mttr;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import io.idaeus.it.harness.cassandra.CassandraNode;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;

/** Reads every row of a node's ranges at ONE and compares its content. The node must be the only one that answers. */
final class RowCheck {
    private static final int PAGE = 200;
    private static final Duration READ_BOUND = Duration.ofMinutes(2);

    private final CassandraNode node;
    private final Rows rows;
    private final BitSet found = new BitSet();

    private RowCheck(CassandraNode node, Rows rows) {
        this.node = node;
        this.rows = rows;
    }

    /**
     * @return the rows that are missing
     * @throws IllegalStateException if a row is wrong, or none of this data set
     */
    static BitSet missing(CassandraNode node, Rows rows) {
        RowCheck check = new RowCheck(node, rows);
        check.read(rows.placement().ranges(rows.dead()));
        return missing(rows.ofDead(), check.found);
    }

    /** @throws IllegalStateException if a row was found that is not expected */
    static BitSet missing(BitSet expected, BitSet found) {
        BitSet foreign = copy(found);
        foreign.andNot(expected);
        if (!foreign.isEmpty()) {
            throw new IllegalStateException(foreign.cardinality() + " rows are not of these ranges: " + foreign);
        }
        BitSet missing = copy(expected);
        missing.andNot(found);
        return missing;
    }

    /** @throws IllegalStateException if a row is missing that may not */
    static void require(BitSet missing, BitSet mayBeMissing) {
        BitSet lost = copy(missing);
        lost.andNot(mayBeMissing);
        if (!lost.isEmpty()) {
            throw new IllegalStateException(lost.cardinality() + " rows are missing on the new node: " + lost);
        }
    }

    private void read(List<ReplicaPlacement.Range> ranges) {
        for (ReplicaPlacement.Range range : ranges) {
            if (range.left() < range.right()) {
                read("%1$s > ? AND %1$s <= ?", range.left(), range.right());
            } else {
                read("%s > ?", range.left());
                read("%s <= ?", range.right());
            }
        }
    }

    /** @param where with the token of a row in the place of {@code %s} */
    private void read(String where, Object... tokens) {
        RingTable table = rows.table();
        String token = "token(" + table.keyColumn() + ")";
        SimpleStatement query = SimpleStatement.newInstance(
                        "SELECT * FROM " + table.name() + " WHERE " + where.formatted(token), tokens)
                .setConsistencyLevel(ConsistencyLevel.ONE)
                .setPageSize(PAGE)
                .setTimeout(READ_BOUND);
        for (Row row : node.cql().session().execute(query)) {
            found.set(Math.toIntExact(table.check(row)));
        }
    }

    private static BitSet copy(BitSet bits) {
        return (BitSet) bits.clone();
    }
}
