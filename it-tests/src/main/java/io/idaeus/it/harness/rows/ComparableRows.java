/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.harness.rows;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.metadata.Metadata;
import com.datastax.oss.driver.api.core.metadata.schema.ColumnMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import com.datastax.oss.driver.api.core.type.DataType;
import com.datastax.oss.driver.api.core.type.DataTypes;
import com.datastax.oss.driver.api.core.type.ListType;
import com.datastax.oss.driver.api.core.type.MapType;
import com.datastax.oss.driver.api.core.type.SetType;
import com.datastax.oss.driver.api.core.type.UserDefinedType;
import io.idaeus.it.harness.cassandra.CqlClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;

/** The rows of a table in token order. Each iteration reads them from Cassandra again, page by page. */
public final class ComparableRows {
    private static final Duration SCHEMA_BOUND = Duration.ofSeconds(30);

    private final String name;
    private final List<String> keyColumns;
    private final List<String> valueColumns;
    private final Supplier<Iterator<TokenGroup>> reading;

    private ComparableRows(
            String name, List<String> keyColumns, List<String> valueColumns, Supplier<Iterator<TokenGroup>> reading) {
        this.name = name;
        this.keyColumns = keyColumns;
        this.valueColumns = valueColumns;
        this.reading = reading;
    }

    public static ComparableRows of(CqlClient cql, String keyspace, String table) {
        return new Query(cql, keyspace, table, "", false).rows();
    }

    /** Adds the write time and the TTL of each single-celled column. */
    public static ComparableRows withWriteTimes(CqlClient cql, String keyspace, String table) {
        return new Query(cql, keyspace, table, "", true).rows();
    }

    /** The rows with tokens in (left, right]; {@code left < right}. */
    public static ComparableRows between(CqlClient cql, String keyspace, String table, long left, long right) {
        String where = " WHERE token(%%1$s) > %d AND token(%%1$s) <= %d".formatted(left, right);
        return new Query(cql, keyspace, table, where, false).rows();
    }

    /** Keeps the current rows in memory. */
    public ComparableRows snapshot() {
        List<TokenGroup> kept = new ArrayList<>();
        groups().forEachRemaining(kept::add);
        return new ComparableRows(name + " (in memory)", keyColumns, valueColumns, kept::iterator);
    }

    /** @param other the actual rows; these are the expected ones */
    public TableComparison compareWith(ComparableRows other) {
        return TableComparison.between(this, other);
    }

    public long count() {
        long count = 0;
        for (Iterator<TokenGroup> groups = groups(); groups.hasNext(); ) {
            count += groups.next().rows().size();
        }
        return count;
    }

    String name() {
        return name;
    }

    List<String> keyColumns() {
        return keyColumns;
    }

    List<String> valueColumns() {
        return valueColumns;
    }

    Iterator<TokenGroup> groups() {
        return reading.get();
    }

    private record Query(CqlClient cql, String keyspace, String table, String where, boolean writeTimes) {

        ComparableRows rows() {
            TableMetadata metadata = metadata();
            List<String> keys = metadata.getPrimaryKey().stream()
                    .map(column -> column.getName().asCql(true))
                    .toList();
            List<String> values = values(metadata);
            String partitionKey = metadata.getPartitionKey().stream()
                    .map(column -> column.getName().asCql(true))
                    .collect(Collectors.joining(", "));
            String select = "SELECT token(%s), %s FROM %s.%s%s"
                    .formatted(
                            partitionKey,
                            String.join(", ", concat(keys, values)),
                            keyspace,
                            table,
                            where.formatted(partitionKey));
            return new ComparableRows(keyspace + "." + table, keys, values, () -> {
                Iterator<Row> rows = cql.stream(select).iterator();
                return TokenGroup.grouping(rows, keys.size());
            });
        }

        // The driver may be reconnecting after a node was stopped.
        private TableMetadata metadata() {
            Metadata now = Awaitility.await("the driver's control connection")
                    .pollDelay(Duration.ZERO)
                    .ignoreExceptionsMatching(problem -> problem instanceof IllegalStateException)
                    .atMost(SCHEMA_BOUND)
                    .until(cql.session()::refreshSchema, schema -> true);
            return now.getKeyspace(keyspace)
                    .flatMap(found -> found.getTable(table))
                    .orElseThrow(() -> new IllegalArgumentException("no table " + keyspace + "." + table));
        }

        private List<String> values(TableMetadata metadata) {
            List<String> values = new ArrayList<>();
            for (ColumnMetadata column : metadata.getColumns().values()) {
                CqlIdentifier id = column.getName();
                if (metadata.getPrimaryKey().contains(column)) {
                    continue;
                }
                values.add(id.asCql(true));
                if (writeTimes && isSingleCell(column.getType())) {
                    values.add("writetime(" + id.asCql(true) + ")");
                    values.add("ttl(" + id.asCql(true) + ")");
                }
            }
            return values;
        }

        private static boolean isSingleCell(DataType type) {
            boolean manyCells = (type instanceof ListType list && !list.isFrozen())
                    || (type instanceof SetType set && !set.isFrozen())
                    || (type instanceof MapType map && !map.isFrozen())
                    || (type instanceof UserDefinedType udt && !udt.isFrozen());
            return !manyCells && !type.equals(DataTypes.COUNTER);
        }

        private static List<String> concat(List<String> first, List<String> second) {
            List<String> all = new ArrayList<>(first);
            all.addAll(second);
            return all;
        }
    }
}
