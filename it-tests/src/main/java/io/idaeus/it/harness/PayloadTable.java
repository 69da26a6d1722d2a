/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.harness;

import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A table {@code (id bigint PRIMARY KEY, payload blob)} with the ids 0 to {@code rows - 1}, whose payloads follow from
 * the id and do not compress. Filled over CQL, or for gigabytes by Cassandra's own SSTable writer.
 */
public record PayloadTable(String keyspace, String table, long rows, int valueBytes) {
    private static final int CONCURRENCY = 256;

    /** The name with its keyspace. */
    public String name() {
        return keyspace + "." + table;
    }

    /** Creates keyspace and table; the table compacts nothing, so that its SSTables stay what they are. */
    public void create(Cql cql) {
        cql.createKeyspace(keyspace, 1);
        cql.execute(schema());
    }

    /** Writes all rows. */
    public void insert(Cql cql) {
        insert(cql, 0, rows, written -> {});
    }

    /** Writes the rows with ids in [from, to), many at a time; tells {@code progress} each written id. */
    public void insert(Cql cql, long from, long to, LongConsumer progress) {
        PreparedStatement insert = cql.session().prepare("INSERT INTO " + name() + " (id, payload) VALUES (?, ?)");
        Semaphore inFlight = new Semaphore(CONCURRENCY);
        AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
        for (long id = from; id < to && failure.get() == null; id++) {
            long written = id;
            inFlight.acquireUninterruptibly();
            cql.session().executeAsync(insert.bind(id, payload(id))).whenComplete((result, problem) -> {
                inFlight.release();
                if (problem == null) {
                    progress.accept(written);
                } else {
                    failure.set(problem);
                }
            });
        }
        inFlight.acquireUninterruptibly(CONCURRENCY);
        if (failure.get() != null) {
            throw new IllegalStateException("a row of " + name() + " was not written", failure.get());
        }
    }

    /**
     * Writes SSTables with all rows into {@code scratch/<keyspace>/<table>}, a path that every Cassandra imports from.
     *
     * @param sstableMiB about how large each SSTable becomes
     * @return the directory with the SSTables
     */
    public Path generate(CassandraVersion version, Path scratch, int sstableMiB) {
        Path directory = scratch.resolve(keyspace).resolve(table);
        FileTrees.create(List.of(directory));
        Path configuration = scratch.resolve("cassandra.yaml");
        CassandraYaml.of(version, scratch, List.of(scratch.resolve("data"))).write(configuration);
        Command.of(
                        Java.executable(),
                        "@" + Resources.copy(Resources.JVM_OPTIONS, scratch),
                        "-Xmx" + Math.max(1024, 6 * sstableMiB) + "M",
                        "-Djava.io.tmpdir=" + scratch,
                        "-Dcassandra.config=" + configuration.toUri(),
                        "-Dcassandra.storagedir=" + scratch,
                        "-cp",
                        version.lib() + "/*",
                        Workspace.module()
                                .resolve("src/oracle/java/BulkWriter.java")
                                .toString(),
                        directory.toString(),
                        schema(),
                        name(),
                        Long.toString(rows),
                        Integer.toString(valueBytes),
                        Integer.toString(sstableMiB))
                .within(Duration.ofMinutes(20))
                .run()
                .orThrow();
        return directory;
    }

    /** Creates the table and fills it with generated SSTables: quicker than CQL from about 100 MiB on. */
    public void load(CassandraNode node, int sstableMiB) {
        create(node.cql());
        Path scratch = node.directory().resolve("bulk");
        Path directory = generate(node.version(), scratch, sstableMiB);
        node.nodetool("import", keyspace, table, directory.toString()).orThrow();
        FileTrees.deleteAllBut(scratch, List.of());
    }

    /** What row {@code id} holds; BulkWriter computes the same. */
    private ByteBuffer payload(long id) {
        byte[] bytes = new byte[valueBytes];
        new SplittableRandom(id).nextBytes(bytes);
        return ByteBuffer.wrap(bytes);
    }

    private String schema() {
        return ("CREATE TABLE %s (id bigint PRIMARY KEY, payload blob)"
                        + " WITH compaction = {'class': 'SizeTieredCompactionStrategy', 'enabled': 'false'}")
                .formatted(name());
    }
}
