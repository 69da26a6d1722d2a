/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.mttr;

import com.datastax.oss.driver.internal.core.metadata.token.Murmur3Token;
import com.datastax.oss.driver.internal.core.metadata.token.Murmur3TokenFactory;
import java.util.BitSet;
import java.util.List;
import java.util.stream.LongStream;

/**
 * The rows of a data set, and which replica has which. One in a thousand was written at QUORUM and missed by one of its
 * three replicas.
 *
 * @param dead the node that dies
 */
record Rows(RingTable table, ReplicaPlacement placement, int dead) {
    private static final int MISSED_ONE_IN = 1000;
    private static final Murmur3TokenFactory TOKENS = new Murmur3TokenFactory();

    /** The last node dies. */
    static Rows of(DataSpec set, RingKind ring, ReplicaPlacement placement) {
        int dead = placement.nodes() - 1;
        long bytes = Math.round(set.gib() * (1L << 30) / placement.share(dead));
        return new Rows(ring.table(set, bytes), placement, dead);
    }

    LongStream heldBy(int node) {
        return LongStream.range(0, table.rows()).filter(id -> {
            List<Integer> replicas = replicas(id);
            return replicas.contains(node) && !isMissedBy(node, id, replicas);
        });
    }

    /** The rows in the ranges of the dead node, which two nodes at least have. */
    BitSet ofDead() {
        return bits(LongStream.range(0, table.rows()).filter(id -> replicas(id).contains(dead)));
    }

    /** Those of the dead node's ranges that one of the others missed. One source alone may lack them. */
    BitSet ofDeadMissedElsewhere() {
        return bits(LongStream.range(0, table.rows()).filter(id -> {
            List<Integer> replicas = replicas(id);
            return replicas.contains(dead)
                    && replicas.stream().anyMatch(node -> node != dead && isMissedBy(node, id, replicas));
        }));
    }

    private static BitSet bits(LongStream ids) {
        BitSet bits = new BitSet();
        ids.forEach(id -> bits.set(Math.toIntExact(id)));
        return bits;
    }

    private static boolean isMissedBy(int node, long id, List<Integer> replicas) {
        return id % MISSED_ONE_IN == 0 && replicas.get((int) (id / MISSED_ONE_IN % ReplicaPlacement.REPLICAS)) == node;
    }

    private List<Integer> replicas(long id) {
        var token = (Murmur3Token) TOKENS.hash(table.key(id));
        return placement.replicas(token.getValue());
    }
}
