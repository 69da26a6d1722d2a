/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.transfer.Transfer;
import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.it.harness.cassandra.CassandraVersion;
import io.idaeus.it.harness.rows.PayloadTable;
import io.idaeus.it.harness.sidecar.Pair;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Cassandra's replay of its commit log skips what the intervals of an SSTable cover, where the host id in the SSTable is
 * the node's own. Host ids of 6.0 are small numbers: the first node of each cluster has the same one.
 */
@Tag("versions")
class CommitLogIT {
    private static final PayloadTable MOVED = new PayloadTable("shop", "moved", 6_000, 1_000);
    /** Its SSTables name no host id, as those of Cassandra's offline tools. */
    private static final PayloadTable NAMELESS = new PayloadTable("shop", "nameless", 6_000, 1_000);
    /** A snapshot of the node's own. */
    private static final PayloadTable PUT_BACK = new PayloadTable("shop", "put_back", 3_000, 1_000);

    private static final List<PayloadTable> TABLES = List.of(MOVED, NAMELESS, PUT_BACK);
    private static final int UNFLUSHED = 20;
    /** Later than any clock: the segments of both nodes have the same ids from here on. */
    private static final long SEGMENT = 4_000_000_000_000L;

    @Test
    void writesAfterAnImportOutliveACrash() throws IOException {
        CassandraVersion version = CassandraVersion.selected();
        try (Pair pair = Pair.named("commit-log")
                .version(version)
                .clusters(cluster -> version == CassandraVersion.V4_0
                        ? cluster.yaml("commitlog_sync_period_in_ms", 100)
                        : cluster.yaml("commitlog_sync_period", "100ms"))
                .start()) {
            CassandraNode source = pair.source();
            CassandraNode destination = pair.destination();
            countSegmentsAlike(source);
            countSegmentsAlike(destination);
            // Each table's intervals begin here, and the destination never passes what the source has written by then.
            MOVED.create(source.cql());
            NAMELESS.create(source.cql());
            TABLES.forEach(table -> table.create(destination.cql()));
            insertAndFlush(PUT_BACK, destination);
            insertAndFlush(MOVED, source);
            insertAndFlush(NAMELESS, source);

            Transfer transfer = pair.transfer(pair.request(MOVED.ref()));
            assertThat(transfer.outcome()).as("%s", transfer).isEqualTo(Transfer.Outcome.COMPLETE);
            Path nameless = copy(NAMELESS, source);
            forgetHostId(nameless, UUID.fromString(pair.sourceClient().node().hostId()));
            bring(NAMELESS, nameless, destination);
            Path kept = copy(PUT_BACK, destination);
            destination.cql().execute("TRUNCATE " + PUT_BACK.name());
            bring(PUT_BACK, kept, destination);

            TABLES.forEach(
                    table -> table.insert(destination.cql(), LongStream.range(table.rows(), table.rows() + UNFLUSHED)));
            Awaitility.await("the commit log is synced")
                    .pollDelay(Duration.ofSeconds(1))
                    .until(() -> true);
            destination.kill9();
            destination.start();
            assertThat(TABLES)
                    .allSatisfy(table -> assertThat(destination.cql().execute("SELECT id FROM " + table.name()))
                            .as(table.name())
                            .hasSize(Math.toIntExact(table.rows() + UNFLUSHED)));
        }
    }

    /** The node's segments have ids from {@link #SEGMENT} on until it is restarted. */
    private static void countSegmentsAlike(CassandraNode node) throws IOException {
        node.stop();
        Files.write(node.directory().resolve("commitlog/CommitLog-7-" + SEGMENT + ".log"), emptySegment());
        node.start();
    }

    private static void insertAndFlush(PayloadTable table, CassandraNode node) {
        table.insert(node.cql());
        node.flush(table.keyspace(), table.table());
    }

    private static Path copy(PayloadTable table, CassandraNode node) throws IOException {
        Path directory = node.tableDirectories(table.keyspace(), table.table()).get(0);
        Path copy = Files.createDirectories(
                node.directory().resolve("copied").resolve(table.keyspace()).resolve(directory.getFileName()));
        try (Stream<Path> files = Files.list(directory).filter(Files::isRegularFile)) {
            for (Path file : files.toList()) {
                Files.copy(file, copy.resolve(file.getFileName()));
            }
        }
        return copy;
    }

    private static void bring(PayloadTable table, Path directory, CassandraNode node) {
        node.nodetool("import", table.keyspace(), table.table(), directory.toString())
                .orThrow();
    }

    private static void forgetHostId(Path directory, UUID writer) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.filter(each -> each.toString().endsWith("-Statistics.db"))
                    .toList()) {
                Files.write(file, withoutHostId(Files.readAllBytes(file), writer));
            }
        }
    }

    /**
     * A Statistics.db is a table of contents of pairs of a type and an offset, then the sections, each with its CRC32.
     */
    private static byte[] withoutHostId(byte[] file, UUID hostId) {
        byte[] named = ByteBuffer.allocate(17)
                .put((byte) 1)
                .putLong(hostId.getMostSignificantBits())
                .putLong(hostId.getLeastSignificantBits())
                .array();
        int at = indexOf(file, named);
        ByteBuffer in = ByteBuffer.wrap(file);
        int sections = in.getInt(0);
        ByteBuffer out = ByteBuffer.allocate(file.length - 16);
        out.put(file, 0, 8);
        for (int i = 0; i < sections; i++) {
            int offset = in.getInt(8 + 8 * i + 4);
            out.putInt(in.getInt(8 + 8 * i)).putInt(offset > at ? offset - 16 : offset);
        }
        CRC32 contents = new CRC32();
        contents.update(file, 0, 4);
        contents.update(out.array(), 8, 8 * sections);
        out.putInt((int) contents.getValue());
        for (int i = 0; i < sections; i++) {
            int from = in.getInt(8 + 8 * i + 4);
            int to = (i + 1 < sections ? in.getInt(8 + 8 * (i + 1) + 4) : file.length) - 4;
            int begins = out.position();
            if (from <= at && at < to) {
                out.put(file, from, at - from).put((byte) 0).put(file, at + 17, to - at - 17);
            } else {
                out.put(file, from, to - from);
            }
            CRC32 crc = new CRC32();
            crc.update(out.array(), begins, out.position() - begins);
            out.putInt((int) crc.getValue());
        }
        return out.array();
    }

    private static int indexOf(byte[] bytes, byte[] wanted) {
        for (int i = 0; i + wanted.length <= bytes.length; i++) {
            if (Arrays.equals(bytes, i, i + wanted.length, wanted, 0, wanted.length)) {
                return i;
            }
        }
        throw new IllegalStateException("the SSTable does not name the host that wrote it");
    }

    /** As Cassandra's {@code CommitLogDescriptor} writes its header. No mutation follows. */
    private static byte[] emptySegment() {
        byte[] parameters = "{}".getBytes(StandardCharsets.UTF_8);
        int version = 7;
        ByteBuffer checked = ByteBuffer.allocate(16 + parameters.length)
                .putInt(version)
                .putInt((int) SEGMENT)
                .putInt((int) (SEGMENT >>> 32))
                .putInt(parameters.length)
                .put(parameters);
        CRC32 crc = new CRC32();
        crc.update(checked.flip());
        return ByteBuffer.allocate(4096)
                .putInt(version)
                .putLong(SEGMENT)
                .putShort((short) parameters.length)
                .put(parameters)
                .putInt((int) crc.getValue())
                .array();
    }
}
