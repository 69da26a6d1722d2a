/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.scale;

import io.idaeus.api.TableRef;
import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.it.harness.cassandra.CqlClient;
import io.idaeus.it.harness.cassandra.NodeSstables;
import io.idaeus.it.harness.rows.PayloadTable;
import io.idaeus.it.harness.rows.TableComparison;
import io.idaeus.it.harness.sidecar.Pair;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.SplittableRandom;
import java.util.zip.CRC32;

/**
 * A small uncompressed table. Cassandra finds each row by its index, so nobody reads bytes appended to Data.db;
 * transfers move and prove them like all others.
 */
final class PlainTable {
    static final TableRef REF = new TableRef("scale", "plain");

    private static final PayloadTable ROWS = new PayloadTable("scale", "plain", 500, 1024);
    private static final int BLOCK = 1 << 20;

    private PlainTable() {}

    /**
     * Creates the table on both sides.
     *
     * @return the source's only SSTable
     */
    static NodeSstables make(Pair pair) {
        create(pair.source().cql());
        create(pair.destination().cql());
        ROWS.insert(pair.source().cql());
        pair.source().flush(REF.keyspace(), REF.table());
        return NodeSstables.in(directory(pair.source())).get(0);
    }

    private static Path directory(CassandraNode node) {
        return node.tableDirectories(REF.keyspace(), REF.table()).get(0);
    }

    private static void create(CqlClient cql) {
        cql.createKeyspace(REF.keyspace(), 1);
        cql.execute("CREATE TABLE " + ROWS.name() + " (id bigint PRIMARY KEY, payload blob)"
                + " WITH compression = {'enabled': 'false'}"
                + " AND compaction = {'class': 'SizeTieredCompactionStrategy', 'enabled': 'false'}");
    }

    /** Expects all rows in a scan, and some by key. */
    static void expectRows(Pair pair, ScaleReport report) {
        TableComparison comparison = pair.compare(REF);
        report.expect(comparison.same() && comparison.rows() == ROWS.rows(), "the rows of the source", comparison);
        CqlClient cql = pair.destination().cql();
        for (long id = 0; id < ROWS.rows(); id += 50) {
            int found = cql.execute("SELECT payload FROM " + ROWS.name() + " WHERE id = ?", id)
                    .size();
            report.expect(found == 1, "row " + id + " by its key", found + " rows");
        }
    }

    /** Appends a hole. */
    static void growByHoles(NodeSstables sstable, long size) {
        grow(sstable, size, (channel, crc32) -> {
            ByteBuffer zeros = ByteBuffer.allocate(BLOCK);
            for (long at = channel.size(); at < size; at += zeros.limit()) {
                zeros.clear().limit((int) Math.min(BLOCK, size - at));
                crc32.update(zeros);
                zeros.rewind();
            }
            channel.write(ByteBuffer.allocate(1), size - 1);
        });
    }

    /** Appends random bytes. */
    static void growByNoise(NodeSstables sstable, long size, long seed) {
        grow(sstable, size, (channel, crc32) -> {
            SplittableRandom random = new SplittableRandom(seed);
            byte[] block = new byte[BLOCK];
            for (long at = channel.size(); at < size; ) {
                random.nextBytes(block);
                ByteBuffer noise = ByteBuffer.wrap(block, 0, (int) Math.min(BLOCK, size - at));
                crc32.update(noise.duplicate());
                at += channel.write(noise, at);
            }
        });
    }

    private interface Growth {
        void on(FileChannel channel, CRC32 crc32) throws IOException;
    }

    /** Updates the digest, as if Cassandra had written the file so. */
    private static void grow(NodeSstables sstable, long size, Growth growth) {
        Path data = sstable.component("Data.db");
        CRC32 crc32 = new CRC32();
        try (FileChannel channel = FileChannel.open(data, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            crc32.update(Files.readAllBytes(data));
            growth.on(channel, crc32);
            Files.writeString(
                    sstable.component("Digest.crc32"), Long.toString(crc32.getValue()), StandardCharsets.US_ASCII);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot grow " + data + " to " + size + " bytes", e);
        }
    }
}
