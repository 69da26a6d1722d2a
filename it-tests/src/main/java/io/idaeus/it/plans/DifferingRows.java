/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.plans;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import io.idaeus.it.harness.cassandra.CassandraCluster;
import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.it.harness.rows.PayloadTable;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/** The tables of a ring whose live replicas differ. */
final class DifferingRows {
    static final String KEYSPACE = "shop";

    /** Every replica has every row. */
    static final PayloadTable SAME = new PayloadTable(KEYSPACE, "same", 500, 200);

    /** Some rows are missing on the first node, others on the second. Each is on all its other replicas. */
    static final PayloadTable DIFFERING = new PayloadTable(KEYSPACE, "differing", 2_000, 200);

    /** For writers and readers that go on meanwhile. */
    static final PayloadTable JOURNAL = new PayloadTable(KEYSPACE, "journal", 0, 200);

    /** Only the first node has flushed it: the others hold no byte of its keyspace on their disks. */
    static final PayloadTable FLUSHED_ONCE = new PayloadTable("half", "flushed", 50, 200);

    private static final int MISSING = 20;

    private DifferingRows() {}

    static DeadRing.Builder in(DeadRing.Builder ring) {
        return in(ring, Map.of("datacenter1", 3));
    }

    /** @param replicas by data centre; at least two */
    static DeadRing.Builder in(DeadRing.Builder ring, Map<String, Integer> replicas) {
        // With two replicas, and one of them away, a single one acknowledges.
        ConsistencyLevel level = replicas.values().stream().allMatch(number -> number > 2)
                ? ConsistencyLevel.LOCAL_QUORUM
                : ConsistencyLevel.LOCAL_ONE;
        for (PayloadTable table : List.of(SAME, DIFFERING, JOURNAL)) {
            // A read would write what a replica lacks.
            ring.table(table, replicas)
                    .data(all -> all.cql().execute("ALTER TABLE " + table.name() + " WITH read_repair = 'NONE'"));
        }
        // Last: a node that starts again flushes everything.
        return ring.data(all -> miss(all, all.node(0), all.node(1), missingOnFirst(), level))
                .data(all -> miss(all, all.node(1), all.node(0), missingOnSecond(), level))
                .table(FLUSHED_ONCE, replicas)
                .data(all -> all.node(0).flush(FLUSHED_ONCE.keyspace(), FLUSHED_ONCE.table()));
    }

    static LongStream missingOnFirst() {
        return LongStream.range(DIFFERING.rows(), DIFFERING.rows() + MISSING);
    }

    static LongStream missingOnSecond() {
        return LongStream.range(DIFFERING.rows() + MISSING, DIFFERING.rows() + 2 * MISSING);
    }

    private static void miss(
            CassandraCluster all, CassandraNode node, CassandraNode writer, LongStream ids, ConsistencyLevel level) {
        long[] missed = ids.toArray();
        Absence.of(
                node,
                all.nodes(),
                () -> DeadRing.patiently(() -> DIFFERING.insert(writer.cql(), LongStream.of(missed), level)));
    }
}
