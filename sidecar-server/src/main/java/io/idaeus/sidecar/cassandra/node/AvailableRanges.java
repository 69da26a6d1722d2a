/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.node;

import com.datastax.oss.driver.api.core.cql.Row;
import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.cassandra.connection.CassandraSettings;
import io.idaeus.sidecar.cassandra.connection.CqlQueries;
import io.idaeus.sidecar.cassandra.connection.Jmx;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.ring.TokenRange;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * Token ranges that Cassandra takes for complete when it bootstraps, and does not stream: those in {@code
 * system.available_ranges_v2}. It believes them.
 */
public final class AvailableRanges {
    private static final String TABLE = "available_ranges_v2";

    // Compared token by token: only exactly equal ranges count.
    private static final int BLOB_BYTES = 28;

    // Fewer than any guardrail would allow (items_per_collection_fail_threshold, collection_size_fail_threshold).
    private static final int AT_ONCE = 10;

    private final Jmx jmx;
    private final CqlQueries cql;
    private final LocalNode node;
    private final CassandraSettings settings;

    public AvailableRanges(Jmx jmx, CqlQueries cql, LocalNode node, CassandraSettings settings) {
        this.jmx = jmx;
        this.cql = cql;
        this.node = node;
        this.settings = settings;
    }

    /**
     * Adds ranges, durably. Idempotent.
     *
     * @throws ProblemException CASSANDRA_UNAVAILABLE; CASSANDRA_REFUSED where another node answers over CQL, or the ranges
     *     are not there afterwards
     */
    public void declare(String keyspace, List<TokenRange> ranges) {
        boolean splits = node.version().isAtLeast(6, 0);
        Set<ByteBuffer> blobs = blobs(ranges, splits);
        requireSelf();
        String what = "declare " + ranges.size() + " ranges of " + keyspace;
        List<ByteBuffer> left = List.copyOf(blobs);
        for (int from = 0; from < left.size(); from += AT_ONCE) {
            cql.update(
                    what,
                    "UPDATE system." + TABLE + " SET full_ranges = full_ranges + ? WHERE keyspace_name = ?",
                    Set.copyOf(left.subList(from, Math.min(left.size(), from + AT_ONCE))),
                    keyspace);
        }
        // The commit log is forced every ten seconds, and a kill before loses the declaration.
        jmx.runOrFail(
                "flush system." + TABLE,
                settings.timeout(),
                server -> server.invoke(
                        Mbeans.STORAGE_SERVICE,
                        "forceKeyspaceFlush",
                        new Object[] {"system", new String[] {TABLE}},
                        new String[] {String.class.getName(), String[].class.getName()}));
        requireSelf();
        if (!declared(keyspace).containsAll(blobs)) {
            throw new ProblemException(
                    ProblemType.CASSANDRA_REFUSED,
                    what + ": system." + TABLE + " does not hold them afterwards; see Cassandra's log");
        }
    }

    private Set<ByteBuffer> declared(String keyspace) {
        List<Row> rows = cql.query(
                "the declared ranges of " + keyspace,
                "SELECT full_ranges FROM system." + TABLE + " WHERE keyspace_name = ?",
                keyspace);
        Set<ByteBuffer> found = rows.isEmpty() ? null : rows.get(0).getSet("full_ranges", ByteBuffer.class);
        return found == null ? Set.of() : found;
    }

    // A write that reached another node would declare its ranges there, silently.
    private void requireSelf() {
        UUID overCql = cql.query("the node's host id", "SELECT host_id FROM system.local")
                .get(0)
                .getUuid("host_id");
        UUID overJmx = node.identity().hostId();
        if (!overJmx.equals(overCql)) {
            throw new ProblemException(
                    ProblemType.CASSANDRA_REFUSED,
                    "node " + overCql + " answers over CQL, and node " + overJmx
                            + " over JMX (expected: the same); check cassandra.cql and cassandra.jmx in the sidecar's"
                            + " configuration");
        }
    }

    /** @param splits whether Cassandra cuts a range that wraps at the smallest token; then its parts are added */
    static Set<ByteBuffer> blobs(List<TokenRange> ranges, boolean splits) {
        Set<ByteBuffer> blobs = new HashSet<>();
        for (TokenRange range : ranges) {
            blobs.add(blob(range.left(), range.right()));
            if (splits && range.left() > range.right() && range.right() != Long.MIN_VALUE) {
                blobs.add(blob(range.left(), Long.MIN_VALUE));
                blobs.add(blob(Long.MIN_VALUE, range.right()));
            }
        }
        return blobs;
    }

    // A type (0, a range of tokens), then each token with its length.
    private static ByteBuffer blob(long left, long right) {
        return ByteBuffer.allocate(BLOB_BYTES)
                .putInt(0)
                .putInt(Long.BYTES)
                .putLong(left)
                .putInt(Long.BYTES)
                .putLong(right)
                .flip();
    }
}
