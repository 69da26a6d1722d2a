/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.dht.Murmur3Partitioner;
import org.apache.cassandra.io.sstable.CQLSSTableWriter;

/**
 * Writes SSTables of a table (id bigint, payload blob) with Cassandra's own writer, as a process on one Cassandra's
 * class path. Arguments: directory, CREATE TABLE statement, table name, a file with the ids as big-endian longs, bytes
 * of each payload, MiB of each SSTable, {@code random} or {@code text}. Random payloads equal those of PayloadTable.
 */
public final class BulkWriter {
    private BulkWriter() {}

    // Cassandra leaves threads behind that would keep the process alive.
    public static void main(String[] args) {
        try {
            write(args);
        } catch (Exception | LinkageError e) {
            e.printStackTrace();
            System.exit(1);
        }
        System.exit(0);
    }

    private static void write(String[] args) throws Exception {
        DatabaseDescriptor.toolInitialization();
        CQLSSTableWriter.Builder builder = CQLSSTableWriter.builder()
                .inDirectory(args[0])
                .withPartitioner(Murmur3Partitioner.instance)
                .forTable(args[1])
                .using("INSERT INTO " + args[2] + " (id, payload) VALUES (?, ?)");
        Path ids = Path.of(args[3]);
        byte[] payload = new byte[Integer.parseInt(args[4])];
        try (CQLSSTableWriter writer = sized(builder, Integer.parseInt(args[5])).build();
                DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(ids)))) {
            for (long rows = Files.size(ids) / Long.BYTES; rows > 0; rows--) {
                long id = in.readLong();
                fill(payload, new SplittableRandom(id), args[6].equals("text"));
                writer.addRow(id, ByteBuffer.wrap(payload.clone()));
            }
        }
    }

    private static void fill(byte[] payload, SplittableRandom random, boolean text) {
        random.nextBytes(payload);
        if (!text) {
            return;
        }
        for (int at = 0; at < payload.length; ) {
            String sentence = "On day %d customer %d ordered %d of item %d, which was shipped. "
                    .formatted(random.nextInt(365), random.nextInt(100_000), random.nextInt(9), random.nextInt(5_000));
            byte[] some = sentence.getBytes(StandardCharsets.US_ASCII);
            System.arraycopy(some, 0, payload, at, Math.min(some.length, payload.length - at));
            at += some.length;
        }
    }

    // withBufferSizeInMB in 4.x, withBufferSizeInMiB from 5.0 on.
    private static CQLSSTableWriter.Builder sized(CQLSSTableWriter.Builder builder, int mebibytes) throws Exception {
        for (String name : new String[] {"withBufferSizeInMiB", "withBufferSizeInMB"}) {
            try {
                return (CQLSSTableWriter.Builder)
                        builder.getClass().getMethod(name, int.class).invoke(builder, mebibytes);
            } catch (NoSuchMethodException e) {
                continue;
            }
        }
        throw new IllegalStateException("CQLSSTableWriter knows no buffer size");
    }
}
