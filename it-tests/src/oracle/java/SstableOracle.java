/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.cql3.statements.schema.CreateTableStatement;
import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.db.SerializationHeader;
import org.apache.cassandra.db.commitlog.CommitLogPosition;
import org.apache.cassandra.db.commitlog.IntervalSet;
import org.apache.cassandra.db.marshal.AbstractType;
import org.apache.cassandra.dht.ByteOrderedPartitioner;
import org.apache.cassandra.dht.IPartitioner;
import org.apache.cassandra.dht.Murmur3Partitioner;
import org.apache.cassandra.dht.RandomPartitioner;
import org.apache.cassandra.io.sstable.CQLSSTableWriter;
import org.apache.cassandra.io.sstable.Descriptor;
import org.apache.cassandra.io.sstable.ISSTableScanner;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.apache.cassandra.io.sstable.metadata.MetadataComponent;
import org.apache.cassandra.io.sstable.metadata.MetadataType;
import org.apache.cassandra.io.sstable.metadata.StatsMetadata;
import org.apache.cassandra.io.sstable.metadata.ValidationMetadata;
import org.apache.cassandra.io.util.DataOutputBuffer;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.schema.TableMetadataRef;
import org.apache.cassandra.utils.ByteBufferUtil;

/**
 * Writes SSTables with Cassandra's writer and prints what Cassandra's reader finds in them, as a process on one
 * Cassandra's class path. One source serves 4.0 to 6.0; reflection covers the differences.
 *
 * <p>Arguments: the directory to write to, the rows of the largest table (0 for none), {@code true} for a few rows in
 * each table. Writes a line for each SSTable to the file {@code -Doracle.out}, as tab-separated {@code name=value}.
 */
public final class SstableOracle {
    private static final String[] COMPRESSORS = {
        "{'enabled': false}",
        "{'class': 'LZ4Compressor'}",
        "{'class': 'ZstdCompressor', 'compression_level': 3, 'chunk_length_in_kb': 64}",
        "{'class': 'DeflateCompressor', 'chunk_length_in_kb': 4}",
        "{'class': 'SnappyCompressor', 'min_compress_ratio': 1.1}"
    };

    private static final Random RANDOM = new Random(42);

    private final Path root;
    private final int million;
    private final boolean small;
    private final List<Object> answers = new ArrayList<>();
    private int compressor;

    private SstableOracle(Path root, int million, boolean small) {
        this.root = root;
        this.million = million;
        this.small = small;
    }

    public static void main(String[] args) throws Exception {
        DatabaseDescriptor.toolInitialization();
        if (DatabaseDescriptor.getPartitioner() == null) {
            DatabaseDescriptor.setPartitionerUnsafe(Murmur3Partitioner.instance);
        }
        SstableOracle oracle =
                new SstableOracle(Path.of(args[0]), Integer.parseInt(args[1]), Boolean.parseBoolean(args[2]));
        oracle.tables();
        try (PrintStream out = new PrintStream(System.getProperty("oracle.out"), StandardCharsets.UTF_8)) {
            oracle.answers.forEach(out::println);
        }
        try (PrintStream out = new PrintStream(System.getProperty("oracle.schemas"), StandardCharsets.UTF_8)) {
            oracle.schemas.forEach((name, schema) -> out.println(name + "\t" + schema));
        }
        System.exit(0);
    }

    /** A row's values by its number. */
    private interface Row {
        Object[] of(int i);
    }

    private void tables() throws Exception {
        int rows = small ? 5 : 1000;
        for (int i = 0; i < COMPRESSORS.length; i++) {
            table("t_int" + i, "k int PRIMARY KEY, v text", "k, v", rows, n -> new Object[] {n * 7919, "v" + n});
        }
        table("t_text", "k text PRIMARY KEY, v int", "k, v", rows, n -> new Object[] {word(n), n});
        table("t_uuid", "k uuid PRIMARY KEY, v double", "k, v", rows, n -> new Object[] {uuid(), 0.5 * n});
        table("t_blob", "k blob PRIMARY KEY, v int", "k, v", small ? 20 : 2000, n -> new Object[] {highBytes(n), n});
        table("t_composite", "a int, b text, c blob, v int, PRIMARY KEY ((a, b, c))", "a, b, c, v", rows, n ->
                new Object[] {n / 3, n % 3 == 0 ? "" : word(n), n % 2 == 0 ? ByteBuffer.allocate(0) : highBytes(n), n});
        table("t_empty", "a text, b text, v int, PRIMARY KEY ((a, b))", "a, b, v", 1, n -> new Object[] {"", "", n});
        table("t_one", "k bigint PRIMARY KEY, v int", "k, v", 1, n -> new Object[] {-1L, n});
        table("t_two", "k tinyint PRIMARY KEY, v int", "k, v", 2, n -> new Object[] {(byte) (n - 1), n});
        clustering(rows);
        mutated(rows);
        deletions(rows);
        wide(small ? 3 : 40);
        foreign(rows);
        if (!small) {
            table("t_129", "k int PRIMARY KEY, v int", "k, v", 129, n -> new Object[] {n, n});
            table(
                    "t_nofilter",
                    "k int PRIMARY KEY, v int",
                    "k, v",
                    rows,
                    n -> new Object[] {n, n},
                    "bloom_filter_fp_chance = 1.0");
            table(
                    "t_samples",
                    "k int PRIMARY KEY, v int",
                    "k, v",
                    20_000,
                    n -> new Object[] {n, n},
                    "min_index_interval = 2 AND max_index_interval = 2048");
        }
        if (million > 0) {
            table("t_million", "k bigint PRIMARY KEY, v int", "k, v", million, n -> new Object[] {(long) n, n});
        }
    }

    private void clustering(int rows) throws Exception {
        table(
                "t_static",
                "k int, c text, s text static, \"V x\" int, PRIMARY KEY (k, c)",
                "k, c, s, \"V x\"",
                rows,
                n -> new Object[] {n / 10, word(n), "s", n});
        table(
                "t_types",
                "k int, c1 int, c2 text, c3 timeuuid, c4 boolean, c5 double, c6 smallint, c7 date, c8 inet,"
                        + " c9 frozen<list<int>>, c10 timestamp, v map<text, int>, w frozen<set<text>>,"
                        + " PRIMARY KEY (k, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10))"
                        + " WITH CLUSTERING ORDER BY (c1 DESC, c2 ASC, c3 DESC, c4 ASC, c5 DESC, c6 ASC, c7 DESC)",
                "k, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, v, w",
                rows,
                n -> new Object[] {
                    n % 50,
                    n,
                    n % 5 == 0 ? "" : word(n),
                    timeUuid(n),
                    n % 2 == 0,
                    1.0 * n,
                    (short) n,
                    n,
                    address(n),
                    List.of(n, n + 1),
                    new java.util.Date(1_700_000_000_000L + n),
                    Map.of("m", n),
                    java.util.Set.of("x" + n)
                });
        if (hasVectors()) {
            table(
                    "t_vector",
                    "k int, c vector<float, 3>, d vector<text, 2>, v int, PRIMARY KEY (k, c, d)",
                    "k, c, d, v",
                    rows,
                    n -> new Object[] {n / 4, List.of(1f, 2f, 0.5f * n), List.of("a", word(n)), n});
        }
    }

    /** Deletions of every kind and expiring cells: bounds without values, local deletion times, no live row. */
    private void deletions(int rows) throws Exception {
        String columns = "k int, c int, d text, v int, PRIMARY KEY (k, c, d)";
        write(
                "t_ttl",
                columns,
                "INSERT INTO %s (k, c, d, v) VALUES (?, ?, ?, ?) USING TTL 86400 AND TIMESTAMP ?",
                rows,
                n -> new Object[] {n, n, "d", n, 1_600_000_000_000_000L + n},
                "");
        if (!writesDeletions()) {
            return;
        }
        write("t_rangedel", columns, "DELETE FROM %s WHERE k = ? AND c > ?", rows, n -> new Object[] {n, n}, "");
        write(
                "t_rangedel2",
                columns,
                "DELETE FROM %s WHERE k = ? AND c = ? AND d > ? AND d <= ?",
                rows,
                n -> new Object[] {n, n, "a", "b"},
                "");
        write("t_partdel", columns, "DELETE FROM %s WHERE k = ?", rows, n -> new Object[] {n}, "");
        write(
                "t_rowdel",
                columns,
                "DELETE FROM %s WHERE k = ? AND c = ? AND d = ?",
                rows,
                n -> new Object[] {n, -n, ""},
                "");
    }

    /** Partitions long enough for Index.db and Rows.db to index their rows. */
    private void wide(int perPartition) throws Exception {
        String filler = "x".repeat(4000);
        table("t_wide", "k int, c int, v text, PRIMARY KEY (k, c)", "k, c, v", 10 * perPartition, n ->
                new Object[] {n / perPartition, n, filler});
    }

    /** Unsupported partitioners. */
    private void foreign(int rows) throws Exception {
        for (IPartitioner partitioner : List.of(RandomPartitioner.instance, ByteOrderedPartitioner.instance)) {
            String name = "x_" + partitioner.getClass().getSimpleName().toLowerCase();
            Path directory = directory(name);
            String schema = schema(name, "k int PRIMARY KEY, v int", "");
            try (CQLSSTableWriter writer = CQLSSTableWriter.builder()
                    .inDirectory(directory.toString())
                    .forTable(schema)
                    .withPartitioner(partitioner)
                    .using("INSERT INTO ks." + name + " (k, v) VALUES (?, ?)")
                    .build()) {
                for (int i = 0; i < rows; i++) {
                    writer.addRow(i, i);
                }
            }
        }
    }

    /** Level, repair and origin as after compaction, repair or on a node; then rewritten as version na. */
    private void mutated(int rows) throws Exception {
        for (int i = 0; i < 3; i++) {
            String name = "m_" + i;
            Path directory = write(
                    name,
                    "k int PRIMARY KEY, v int",
                    "INSERT INTO %s (k, v) VALUES (?, ?)",
                    rows,
                    n -> new Object[] {n, n},
                    null);
            for (Descriptor descriptor : descriptors(directory)) {
                int level = i;
                Map<MetadataType, MetadataComponent> all = metadata(descriptor);
                StatsMetadata stats = ((StatsMetadata) all.get(MetadataType.STATS)).mutateLevel(level + 1);
                set(stats, "repairedAt", i == 1 ? 1_700_000_000_000L : 0L);
                set(
                        stats,
                        "originatingHostId",
                        i == 2 ? null : new UUID(0x1234_5678_9abc_4defL, 0x8000_0000_0000_0001L));
                if (i == 2) {
                    set(stats, "pendingRepair", pendingRepair());
                    set(stats, "isTransient", true);
                }
                set(stats, "commitLogIntervals", intervals(i));
                set(stats, "hasLegacyCounterShards", i == 0);
                all.put(MetadataType.STATS, stats);
                rewrite(descriptor, all, descriptor.version);
                answer(descriptor, name);
                if (descriptor.version.toString().equals("nb")) {
                    na(name, descriptor, all);
                }
            }
        }
    }

    /** Version na, written only by prereleases of 4.0, is nb without the originating host id. */
    private void na(String name, Descriptor nb, Map<MetadataType, MetadataComponent> all) throws Exception {
        Path from = directoryOf(nb);
        Path to = directory(name + "na");
        String prefix = from.relativize(Path.of(nb.toString() + "-")).toString();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(from, prefix + "*")) {
            for (Path file : files) {
                String fileName = file.getFileName().toString();
                Files.copy(file, to.resolve("na" + fileName.substring(2)));
            }
        }
        for (Descriptor descriptor : descriptors(to)) {
            set(all.get(MetadataType.STATS), "originatingHostId", null);
            rewrite(descriptor, all, descriptor.version);
            answer(descriptor, name);
        }
    }

    private Path table(String name, String columns, String names, int rows, Row row, String... options)
            throws Exception {
        String marks = names.replaceAll("\"[^\"]*\"|\\w+", "?");
        return write(
                name,
                columns,
                "INSERT INTO %s (" + names + ") VALUES (" + marks + ")",
                rows,
                row,
                options.length == 0 ? "" : options[0]);
    }

    /** @param options null to write without an answer */
    private Path write(String name, String columns, String statement, int rows, Row row, String options)
            throws Exception {
        Path directory = directory(name);
        String schema = schema(name, columns, options == null ? "" : options);
        try (CQLSSTableWriter writer = CQLSSTableWriter.builder()
                .inDirectory(directory.toString())
                .forTable(schema)
                .using(String.format(statement, "ks." + name))
                .withBufferSizeInMB(900)
                .build()) {
            for (int i = 0; i < rows; i++) {
                writer.addRow(row.of(i));
            }
        }
        schemas.put(name, schema);
        if (options != null) {
            for (Descriptor descriptor : descriptors(directory)) {
                answer(descriptor, name);
            }
        }
        return directory;
    }

    private final Map<String, String> schemas = new TreeMap<>();

    private String schema(String name, String columns, String options) {
        String compression = "compression = " + COMPRESSORS[compressor++ % COMPRESSORS.length];
        String with = columns.contains(" WITH ") ? " AND " : ") WITH ";
        return "CREATE TABLE ks." + name + " (" + columns + with + compression
                + (options.isEmpty() ? "" : " AND " + options);
    }

    private Path directory(String name) throws IOException {
        String id = UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8))
                .toString()
                .replace("-", "");
        return Files.createDirectories(root.resolve("ks").resolve(name + "-" + id));
    }

    private static List<Descriptor> descriptors(Path directory) throws Exception {
        List<Descriptor> descriptors = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*-Data.db")) {
            for (Path file : files) {
                descriptors.add(descriptor(file.toAbsolutePath().toString()));
            }
        }
        return descriptors;
    }

    private static Descriptor descriptor(String file) throws Exception {
        try {
            return (Descriptor)
                    Descriptor.class.getMethod("fromFilename", String.class).invoke(null, file);
        } catch (NoSuchMethodException e) {
            Class<?> type = Class.forName("org.apache.cassandra.io.util.File");
            Object at = type.getConstructor(String.class).newInstance(file);
            return (Descriptor) Descriptor.class.getMethod("fromFile", type).invoke(null, at);
        }
    }

    private static Path directoryOf(Descriptor descriptor) {
        return Path.of(descriptor.toString()).getParent();
    }

    private static Map<MetadataType, MetadataComponent> metadata(Descriptor descriptor) throws IOException {
        return descriptor.getMetadataSerializer().deserialize(descriptor, EnumSet.allOf(MetadataType.class));
    }

    private static void rewrite(
            Descriptor descriptor,
            Map<MetadataType, MetadataComponent> all,
            org.apache.cassandra.io.sstable.format.Version version)
            throws IOException {
        try (DataOutputBuffer out = new DataOutputBuffer()) {
            descriptor.getMetadataSerializer().serialize(all, out, version);
            Files.write(Path.of(descriptor + "-Statistics.db"), out.toByteArray());
        }
    }

    /** Reads every partition with Cassandra's own reader first. */
    private void answer(Descriptor descriptor, String table) throws Exception {
        Map<String, Object> answer = new TreeMap<>();
        String base = Path.of(descriptor.toString()).getFileName().toString();
        TableMetadata metadata = parse(schemas.get(table));
        SSTableReader reader = open(descriptor, TableMetadataRef.forOfflineTools(metadata));
        answer.put("directory", directoryOf(descriptor).getFileName());
        answer.put("name", base);
        DecoratedKey first = end(reader, "first");
        DecoratedKey last = end(reader, "last");
        answer.put("firstToken", first.getToken());
        answer.put("lastToken", last.getToken());
        answer.put("firstKey", ByteBufferUtil.bytesToHex(first.getKey()));
        answer.put("lastKey", ByteBufferUtil.bytesToHex(last.getKey()));
        partitions(reader, answer);
        statistics(reader.getSSTableMetadata(), answer);
        header(descriptor, answer);
        answer.put(
                "compressor",
                reader.compression
                        ? reader.getCompressionMetadata()
                                .parameters
                                .getSstableCompressor()
                                .getClass()
                                .getSimpleName()
                        : "none");
        if (reader.compression) {
            answer.put("chunkLength", reader.getCompressionMetadata().chunkLength());
            answer.put("dataLength", reader.uncompressedLength());
        }
        reader.selfRef().release();
        StringBuilder line = new StringBuilder();
        answer.forEach((key, value) -> line.append(line.length() == 0 ? "" : "\t")
                .append(key)
                .append('=')
                .append(value));
        answers.add(line);
    }

    private static void partitions(SSTableReader reader, Map<String, Object> answer) throws Exception {
        long count = 0;
        long inLowerHalf = 0;
        long inRange = 0;
        DecoratedKey first = null;
        DecoratedKey last = null;
        try (ISSTableScanner scanner = reader.getScanner()) {
            while (scanner.hasNext()) {
                DecoratedKey key = scanner.next().partitionKey();
                first = first == null ? key : first;
                last = key;
                long token = (Long) key.getToken().getTokenValue();
                count++;
                inLowerHalf += token <= 0 ? 1 : 0;
                inRange += token > -1L << 60 && token <= 1L << 61 ? 1 : 0;
            }
        }
        answer.put("scannedFirstToken", first.getToken());
        answer.put("scannedLastToken", last.getToken());
        answer.put("partitions", count);
        answer.put("inLowerHalf", inLowerHalf);
        answer.put("inRange", inRange);
    }

    private static void statistics(StatsMetadata stats, Map<String, Object> answer) throws Exception {
        for (String name : List.of(
                "sstableLevel",
                "repairedAt",
                "pendingRepair",
                "isTransient",
                "minTimestamp",
                "maxTimestamp",
                "minLocalDeletionTime",
                "maxLocalDeletionTime",
                "minTTL",
                "maxTTL",
                "totalColumnsSet",
                "totalRows",
                "compressionRatio",
                "hasLegacyCounterShards",
                "originatingHostId")) {
            answer.put(name, field(StatsMetadata.class, name).get(stats));
        }
        answer.put("histogramCount", stats.estimatedPartitionSize.count());
    }

    private static void header(Descriptor descriptor, Map<String, Object> answer) throws Exception {
        Map<MetadataType, MetadataComponent> all = metadata(descriptor);
        ValidationMetadata validation = (ValidationMetadata) all.get(MetadataType.VALIDATION);
        answer.put("partitioner", validation.partitioner);
        answer.put("fpChance", validation.bloomFilterFPChance);
        SerializationHeader.Component header = (SerializationHeader.Component) all.get(MetadataType.HEADER);
        answer.put("keyType", header.getKeyType());
        answer.put("clusteringTypes", joined(header.getClusteringTypes()));
        answer.put("staticColumns", columns(header.getStaticColumns()));
        answer.put("regularColumns", columns(header.getRegularColumns()));
    }

    private static String columns(Map<ByteBuffer, AbstractType<?>> columns) throws Exception {
        List<String> texts = new ArrayList<>();
        for (Map.Entry<ByteBuffer, AbstractType<?>> column : columns.entrySet()) {
            texts.add(ByteBufferUtil.string(column.getKey()) + " " + column.getValue());
        }
        return joined(texts);
    }

    private static String joined(List<?> values) {
        List<String> texts = new ArrayList<>();
        values.forEach(value -> texts.add(String.valueOf(value)));
        return String.join(";", texts);
    }

    private static TableMetadata parse(String schema) {
        return CreateTableStatement.parse(schema, "ks").build();
    }

    private static SSTableReader open(Descriptor descriptor, TableMetadataRef metadata) throws Exception {
        for (Method method : SSTableReader.class.getMethods()) {
            Class<?>[] types = method.getParameterTypes();
            if (method.getName().equals("openNoValidation") && types[types.length - 1] == TableMetadataRef.class) {
                return (SSTableReader)
                        (types.length == 2
                                ? method.invoke(null, descriptor, metadata)
                                : method.invoke(null, null, descriptor, metadata));
            }
        }
        throw new NoSuchMethodException("openNoValidation");
    }

    private static DecoratedKey end(SSTableReader reader, String which) throws Exception {
        try {
            String getter = which.equals("first") ? "getFirst" : "getLast";
            return (DecoratedKey) SSTableReader.class.getMethod(getter).invoke(reader);
        } catch (NoSuchMethodException e) {
            return (DecoratedKey) SSTableReader.class.getField(which).get(reader);
        }
    }

    private static Field field(Class<?> type, String name) throws Exception {
        Field field = type.getDeclaredField(name);
        field.setAccessible(true);
        return field;
    }

    private static void set(Object target, String name, Object value) throws Exception {
        field(target.getClass(), name).set(target, value);
    }

    private static Object pendingRepair() throws Exception {
        Class<?> type = field(StatsMetadata.class, "pendingRepair").getType();
        UUID id = UUID.fromString("5e4d1c80-6a1f-11ee-8c99-0242ac120002");
        return type == UUID.class ? id : type.getMethod("fromUuid", UUID.class).invoke(null, id);
    }

    /** Recorded by a flush but not by an offline writer. */
    private static IntervalSet<CommitLogPosition> intervals(int n) {
        IntervalSet.Builder<CommitLogPosition> intervals = new IntervalSet.Builder<>();
        for (int i = 0; i < n; i++) {
            intervals.add(new CommitLogPosition(10L * i, 1), new CommitLogPosition(10L * i + 1, 2));
        }
        return intervals.build();
    }

    private static boolean hasVectors() {
        try {
            Class.forName("org.apache.cassandra.db.marshal.VectorType");
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    // 4.0's writer accepts only INSERT and UPDATE.
    private static boolean writesDeletions() {
        for (Method method : CQLSSTableWriter.Builder.class.getDeclaredMethods()) {
            if (method.getName().equals("prepareInsert")) {
                return false;
            }
        }
        return true;
    }

    private static String word(int n) {
        return "wörd-" + Integer.toString(n * 31, 36);
    }

    private static UUID uuid() {
        return new UUID((RANDOM.nextLong() & ~0xf000L) | 0x4000L, (RANDOM.nextLong() >>> 2) | Long.MIN_VALUE);
    }

    private static UUID timeUuid(int n) {
        return new UUID(0x5e4d1c80_6a1f_11eeL + ((long) n << 32), 0x8c99_0242_ac12_0002L);
    }

    private static Object address(int n) {
        try {
            return java.net.InetAddress.getByAddress(new byte[] {10, 0, (byte) (n >> 8), (byte) n});
        } catch (java.net.UnknownHostException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Every length from 1 to 40, mostly bytes above 0x7f: hash implementations differ in the tail. */
    private static ByteBuffer highBytes(int n) {
        byte[] bytes = new byte[1 + n % 40];
        RANDOM.nextBytes(bytes);
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (n % 5 == 0 ? 0xff : bytes[i] | (RANDOM.nextInt(4) == 0 ? 0 : 0x80));
        }
        return ByteBuffer.wrap(bytes);
    }
}
