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
 * Writes SSTables with Cassandra's own writer, as a process on one Cassandra's class path. Arguments: directory, CREATE
 * TABLE statement, INSERT statement, a file with the ids as big-endian longs, bytes of each value, MiB of each SSTable,
 * and the kind of the rows:
 *
 * <ul>
 *   <li>{@code random}, {@code text}: (id bigint, payload blob); random payloads equal those of PayloadTable
 *   <li>{@code seed}: (key text, column1 int, value text), as the SeedTable of the benchmarks
 * </ul>
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
                .using(args[2]);
        Path ids = Path.of(args[3]);
        int valueBytes = Integer.parseInt(args[4]);
        try (CQLSSTableWriter writer = sized(builder, Integer.parseInt(args[5])).build();
                DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(ids)))) {
            for (long rows = Files.size(ids) / Long.BYTES; rows > 0; rows--) {
                writer.addRow(row(args[6], in.readLong(), valueBytes));
            }
        }
    }

    private static Object[] row(String kind, long id, int valueBytes) {
        byte[] value = new byte[valueBytes];
        SplittableRandom random = new SplittableRandom(id);
        random.nextBytes(value);
        switch (kind) {
            case "random":
                return new Object[] {id, ByteBuffer.wrap(value)};
            case "text":
                fillWithSentences(value, random);
                return new Object[] {id, ByteBuffer.wrap(value)};
            case "seed":
                return new Object[] {Long.toString(id / 4), (int) (id % 4), letters(value)};
            default:
                throw new IllegalArgumentException("unknown rows: " + kind);
        }
    }

    private static String letters(byte[] value) {
        for (int i = 0; i < value.length; i++) {
            value[i] = (byte) ('0' + (value[i] & 63));
        }
        return new String(value, StandardCharsets.US_ASCII);
    }

    private static void fillWithSentences(byte[] payload, SplittableRandom random) {
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
