/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.harness.rows;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.metadata.TokenMap;
import com.datastax.oss.driver.api.core.metadata.token.Token;
import com.datastax.oss.driver.api.core.type.codec.TypeCodecs;
import io.idaeus.api.TableRef;
import io.idaeus.it.harness.cassandra.BulkSstables;
import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.it.harness.cassandra.CassandraVersion;
import io.idaeus.it.harness.cassandra.CqlClient;
import io.idaeus.it.harness.process.FileTrees;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.PrimitiveIterator;
import java.util.SplittableRandom;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * A table {@code (id bigint PRIMARY KEY, payload blob)} with the ids 0 to {@code rows - 1}. Payloads follow from the id
 * and do not compress. CQL fills it or, for gigabytes, Cassandra's own SSTable writer.
 */
public record PayloadTable(String keyspace, String table, long rows, int valueBytes) {
    private static final int CONCURRENCY = 256;

    /** With the keyspace. */
    public String name() {
        return keyspace + "." + table;
    }

    public TableRef ref() {
        return new TableRef(keyspace, table);
    }

    public long payloadBytes() {
        return rows * valueBytes;
    }

    /** Creates keyspace and table. The table never compacts. */
    public void create(CqlClient cql) {
        cql.createKeyspace(keyspace, 1);
        cql.execute(schema());
    }

    public void insert(CqlClient cql) {
        insert(cql, LongStream.range(0, rows));
    }

    public void insert(CqlClient cql, LongStream ids) {
        insert(cql, ids, ConsistencyLevel.LOCAL_ONE);
    }

    public void insert(CqlClient cql, LongStream ids, ConsistencyLevel level) {
        PreparedStatement insert = cql.session().prepare(insert());
        Semaphore inFlight = new Semaphore(CONCURRENCY);
        AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
        for (PrimitiveIterator.OfLong each = ids.iterator(); each.hasNext() && failure.get() == null; ) {
            long id = each.nextLong();
            inFlight.acquireUninterruptibly();
            cql.session()
                    .executeAsync(insert.bind(id, payload(id)).setConsistencyLevel(level))
                    .whenComplete((result, problem) -> {
                        if (problem != null) {
                            failure.set(problem);
                        }
                        inFlight.release();
                    });
        }
        inFlight.acquireUninterruptibly(CONCURRENCY);
        if (failure.get() != null) {
            throw new IllegalStateException("a row of " + name() + " was not written", failure.get());
        }
    }

    /** The ids with tokens in (left, right]; {@code left < right}. */
    public LongStream idsBetween(CqlClient cql, long left, long right) {
        TokenMap tokens = cql.session().getMetadata().getTokenMap().orElseThrow();
        Token after = tokens.parse(Long.toString(left));
        Token last = tokens.parse(Long.toString(right));
        return LongStream.range(0, rows).filter(id -> {
            Token token = tokens.newToken(TypeCodecs.BIGINT.encode(id, ProtocolVersion.DEFAULT));
            return token.compareTo(after) > 0 && token.compareTo(last) <= 0;
        });
    }

    /**
     * Writes SSTables with all rows into {@code scratch/<keyspace>/<table>}; every Cassandra imports from such a path.
     *
     * @param sstableMiB the approximate size of each SSTable
     * @return the directory with the SSTables
     */
    public Path generate(CassandraVersion version, Path scratch, int sstableMiB) {
        return sstables().generate(version, scratch, sstableMiB, LongStream.range(0, rows));
    }

    /** As {@link #generate(CassandraVersion, Path, int)}, but with English text in place of the payloads. */
    public Path generateText(CassandraVersion version, Path scratch, int sstableMiB) {
        return sstables("text").generate(version, scratch, sstableMiB, LongStream.range(0, rows));
    }

    /** Some of its rows in SSTables, from Cassandra's own writer. */
    public BulkSstables sstables() {
        return sstables("random");
    }

    private BulkSstables sstables(String kind) {
        return new BulkSstables(keyspace, table, schema(), insert(), valueBytes, kind);
    }

    /** Creates the table and imports generated SSTables. Faster than CQL from about 100 MiB on. */
    public void load(CassandraNode node, int sstableMiB) {
        create(node.cql());
        bring(node, sstableMiB, LongStream.range(0, rows));
    }

    /** Imports generated SSTables with some of the rows, also those that the node does not own. */
    public void loadForeign(CassandraNode node, int sstableMiB, LongStream ids) {
        bring(node, sstableMiB, ids, "--no-tokens");
    }

    private void bring(CassandraNode node, int sstableMiB, LongStream ids, String... options) {
        Path scratch = node.directory().resolve("bulk");
        Path directory = sstables().generate(node.version(), scratch, sstableMiB, ids);
        List<String> words = new ArrayList<>(List.of("import"));
        words.addAll(List.of(options));
        words.addAll(List.of(keyspace, table, directory.toString()));
        node.nodetool(words.toArray(String[]::new)).orThrow();
        FileTrees.deleteAllBut(scratch, List.of());
    }

    // BulkWriter computes the same.
    public ByteBuffer payload(long id) {
        byte[] bytes = new byte[valueBytes];
        new SplittableRandom(id).nextBytes(bytes);
        return ByteBuffer.wrap(bytes);
    }

    private String insert() {
        return "INSERT INTO " + name() + " (id, payload) VALUES (?, ?)";
    }

    private String schema() {
        return ("CREATE TABLE %s (id bigint PRIMARY KEY, payload blob)"
                        + " WITH compaction = {'class': 'SizeTieredCompactionStrategy', 'enabled': 'false'}")
                .formatted(name());
    }
}
