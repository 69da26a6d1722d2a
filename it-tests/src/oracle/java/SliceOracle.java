/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.cql3.statements.schema.CreateTableStatement;
import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.db.PartitionPosition;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.apache.cassandra.dht.Murmur3Partitioner;
import org.apache.cassandra.dht.Range;
import org.apache.cassandra.dht.Token;
import org.apache.cassandra.io.sstable.Descriptor;
import org.apache.cassandra.io.sstable.ISSTableScanner;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.apache.cassandra.schema.TableMetadataRef;

/**
 * Reads slices of SSTables by Cassandra's own classes, and compares them with the partitions of the source that are in
 * their ranges. Each line of the file that the first argument names is: name of the table, path of the source up to its
 * components, path of the slice likewise, ranges {@code left:right} with commas between them. The second argument is a
 * file of names and schemas. Prints a line for each slice that is wrong, and the number of those that are right.
 */
public final class SliceOracle {
    private final Map<String, String> schemas = new HashMap<>();

    public static void main(String[] args) throws Exception {
        DatabaseDescriptor.toolInitialization();
        if (DatabaseDescriptor.getPartitioner() == null) {
            DatabaseDescriptor.setPartitionerUnsafe(Murmur3Partitioner.instance);
        }
        SliceOracle oracle = new SliceOracle();
        for (String line : Files.readAllLines(Path.of(args[1]))) {
            String[] nameAndSchema = line.split("\t", 2);
            oracle.schemas.put(nameAndSchema[0], nameAndSchema[1]);
        }
        int right = 0;
        try (PrintStream out = new PrintStream(System.getProperty("oracle.out"), StandardCharsets.UTF_8)) {
            for (String line : Files.readAllLines(Path.of(args[0]))) {
                try {
                    oracle.compare(line.split("\t", -1));
                    right++;
                } catch (InvocationTargetException e) {
                    wrong(out, line, e.getCause());
                } catch (Exception | AssertionError e) {
                    wrong(out, line, e);
                }
            }
            out.println(right + " right");
        }
        System.exit(0);
    }

    private static void wrong(PrintStream out, String line, Throwable e) {
        out.println(line.split("\t")[2] + ": " + e);
        e.printStackTrace();
    }

    private static void require(boolean holds, String what) {
        if (!holds) {
            throw new IllegalStateException(what);
        }
    }

    private void compare(String[] fields) throws Exception {
        TableMetadataRef table = TableMetadataRef.forOfflineTools(
                CreateTableStatement.parse(schemas.get(fields[0]), "ks").build());
        List<Range<Token>> wanted = new ArrayList<>();
        for (String range : fields[3].split(",")) {
            String[] ends = range.split(":");
            wanted.add(new Range<>(token(ends[0]), token(ends[1])));
        }
        SSTableReader source = open(fields[1], table);
        SSTableReader slice = open(fields[2], table);
        try {
            compare(source, slice, wanted);
        } finally {
            slice.selfRef().release();
            source.selfRef().release();
        }
    }

    private static Token token(String text) {
        return new Murmur3Partitioner.LongToken(Long.parseLong(text));
    }

    private static void compare(SSTableReader source, SSTableReader slice, List<Range<Token>> wanted) throws Exception {
        long kept = 0;
        Token least = Murmur3Partitioner.instance.getMinimumToken();
        try (ISSTableScanner all = source.getScanner();
                ISSTableScanner cut = slice.getScanner();
                // Compactions of 5.0 and later read the data without the index.
                ISSTableScanner sequential = slice.getScanner(List.of(new Range<>(least, least)))) {
            while (all.hasNext()) {
                try (UnfilteredRowIterator partition = all.next()) {
                    DecoratedKey key = partition.partitionKey();
                    boolean isWanted = wanted.stream().anyMatch(range -> range.contains(key.getToken()));
                    require(isPresent(slice, key) == isWanted, key + " is found: " + !isWanted);
                    if (isWanted) {
                        kept++;
                        try (UnfilteredRowIterator one = cut.next();
                                UnfilteredRowIterator other = sequential.next()) {
                            compare(partition, one, other);
                        }
                    }
                }
            }
            require(!cut.hasNext() && !sequential.hasNext(), "there are more than " + kept + " partitions");
        }
        require(slice.getSSTableMetadata().estimatedPartitionSize.count() == kept, "the histogram counts others");
        long keys = SSTableReader.getApproximateKeyCount(List.of(slice));
        require(Math.abs(keys - kept) <= 1 + kept / 20, kept + " keys are estimated as " + keys);
    }

    private static void compare(
            UnfilteredRowIterator expected, UnfilteredRowIterator one, UnfilteredRowIterator other) {
        for (UnfilteredRowIterator found : List.of(one, other)) {
            require(found.partitionKey().equals(expected.partitionKey()), expected.partitionKey() + " is missing");
            require(
                    found.partitionLevelDeletion().equals(expected.partitionLevelDeletion())
                            && found.staticRow().equals(expected.staticRow()),
                    "partition " + expected.partitionKey() + " differs");
        }
        while (expected.hasNext()) {
            Object row = expected.next();
            require(one.hasNext() && one.next().equals(row), "a row of " + expected.partitionKey() + " differs");
            require(other.hasNext() && other.next().equals(row), "a row of " + expected.partitionKey() + " differs");
        }
        require(!one.hasNext() && !other.hasNext(), expected.partitionKey() + " has more rows");
    }

    /** By filter, summary and index, as a query finds it. */
    private static boolean isPresent(SSTableReader reader, DecoratedKey key) throws Exception {
        for (Method method : SSTableReader.class.getDeclaredMethods()) {
            Class<?>[] types = method.getParameterTypes();
            if (method.getName().equals("getPosition")
                    && types.length == 2
                    && types[0] == PartitionPosition.class
                    && types[1] == SSTableReader.Operator.class) {
                method.setAccessible(true);
                Object found = method.invoke(reader, key, SSTableReader.Operator.EQ);
                return found instanceof Long ? (Long) found >= 0 : found != null;
            }
        }
        throw new NoSuchMethodException("getPosition");
    }

    private static SSTableReader open(String path, TableMetadataRef table) throws Exception {
        Descriptor descriptor = descriptor(path + "-Data.db");
        for (Method method : SSTableReader.class.getMethods()) {
            Class<?>[] types = method.getParameterTypes();
            if (method.getName().equals("openNoValidation") && types[types.length - 1] == TableMetadataRef.class) {
                return (SSTableReader)
                        (types.length == 2
                                ? method.invoke(null, descriptor, table)
                                : method.invoke(null, null, descriptor, table));
            }
        }
        throw new NoSuchMethodException("openNoValidation");
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
}
