/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.rows;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.cql.Row;
import io.idaeus.api.ProblemType;
import io.idaeus.api.rows.RowColumn;
import io.idaeus.sidecar.cassandra.schema.TableSchema;
import io.idaeus.sidecar.cassandra.schema.TableSchema.Column;
import io.idaeus.sidecar.cassandra.schema.TableSchema.Kind;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.rows.ReadRow;
import io.idaeus.sidecar.rows.RowId;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The CQL that reads a table: its key, and columns with their write times and the seconds until they expire. Static
 * columns make a row of their own for each partition that has some.
 */
public final class RowStatement {
    private final TableSchema table;
    private final List<String> partition;
    private final List<String> clustering;
    private final boolean hasStatics;
    private final List<RowColumn> statics;
    private final List<RowColumn> regulars;
    private final int ofStatics;
    private final int ofRegulars;

    private RowStatement(TableSchema table, List<RowColumn> statics, List<RowColumn> regulars) {
        this.table = table;
        this.partition = names(table, Kind.PARTITION_KEY);
        this.clustering = names(table, Kind.CLUSTERING);
        this.hasStatics = !table.columns(Kind.STATIC).isEmpty();
        this.statics = statics;
        this.regulars = regulars;
        this.ofStatics = width(statics);
        this.ofRegulars = width(regulars);
    }

    /** @throws ProblemException UNPROCESSABLE where the table has no such column */
    public static RowStatement of(TableSchema table, Collection<RowColumn> columns) {
        Map<String, Kind> kinds = table.columns().stream().collect(Collectors.toMap(Column::name, Column::kind));
        for (RowColumn column : columns) {
            Kind kind = kinds.get(column.name());
            if (kind != Kind.STATIC && kind != Kind.REGULAR) {
                throw new ProblemException(
                        ProblemType.UNPROCESSABLE,
                        "columns: " + table.name() + " has no column \"" + column.name()
                                + "\" outside its key (expected: columns of its definition)");
            }
        }
        return new RowStatement(
                table,
                columns.stream()
                        .filter(column -> kinds.get(column.name()) == Kind.STATIC)
                        .toList(),
                columns.stream()
                        .filter(column -> kinds.get(column.name()) == Kind.REGULAR)
                        .toList());
    }

    private static List<String> names(TableSchema table, Kind kind) {
        return table.columns(kind).stream()
                .map(Column::name)
                .map(RowStatement::quoted)
                .toList();
    }

    private static String quoted(String name) {
        return CqlIdentifier.fromInternal(name).asCql(true);
    }

    private static Stream<String> cells(RowColumn column) {
        String name = quoted(column.name());
        return column.times() ? Stream.of(name, "writetime(" + name + ")", "ttl(" + name + ")") : Stream.of(name);
    }

    /** For messages. */
    String what() {
        return "rows of " + table.name();
    }

    /** Rows between two tokens, which are its values. */
    String ofRange() {
        return select(" WHERE %1$s > ? AND %1$s <= ?".formatted(token()), statics, regulars);
    }

    /** @throws ProblemException UNPROCESSABLE where the key has another number of values than the table has key columns */
    void requireKey(RowId key) {
        int values =
                key.clustering() == null ? clustering.size() : key.clustering().size();
        if (key.partition().size() != partition.size() || values != clustering.size()) {
            throw new ProblemException(
                    ProblemType.UNPROCESSABLE,
                    "keys: %d and %d values (expected: as many as %s has columns in its partition key and its clustering, %d and %d)"
                            .formatted(
                                    key.partition().size(), values, table.name(), partition.size(), clustering.size()));
        }
    }

    /** One row, or the statics of one partition; the values of its key are its values. */
    String of(RowId key) {
        Stream<String> columns =
                key.isStatic() ? partition.stream() : Stream.concat(partition.stream(), clustering.stream());
        String where = columns.map(name -> name + " = ?").collect(Collectors.joining(" AND ", " WHERE ", ""));
        // Statics are those of every row of the partition.
        return key.isStatic() ? select(where, statics, List.of()) + " LIMIT 1" : select(where, List.of(), regulars);
    }

    private String token() {
        return "token(" + String.join(", ", partition) + ")";
    }

    private String select(String where, List<RowColumn> ofPartition, List<RowColumn> ofRow) {
        return Stream.of(
                                Stream.of(token()),
                                partition.stream(),
                                clustering.stream(),
                                Stream.concat(ofPartition.stream(), ofRow.stream())
                                        .flatMap(RowStatement::cells))
                        .flatMap(Function.identity())
                        .collect(Collectors.joining(", ", "SELECT ", ""))
                + " FROM " + quoted(table.name().keyspace()) + "."
                + quoted(table.name().table()) + where;
    }

    /** The values of a key, as a driver sends them. */
    static Object[] values(RowId key) {
        List<ByteBuffer> clustering = key.clustering() == null ? List.of() : key.clustering();
        return Stream.concat(key.partition().stream(), clustering.stream()).toArray();
    }

    /** Reads results of {@link #ofRange} in their order. Not thread-safe. */
    final class Reader {
        private List<ByteBuffer> last;

        Reader(List<ByteBuffer> last) {
            this.last = last;
        }

        List<ByteBuffer> lastPartition() {
            return last;
        }

        void read(Row row, Consumer<ReadRow> each) {
            long token = row.getLong(0);
            List<ByteBuffer> key = present(row, 1, partition.size());
            int at = 1 + partition.size();
            List<@Nullable ByteBuffer> within = cells(row, at, clustering.size());
            at += clustering.size();
            List<@Nullable ByteBuffer> ofPartition = cells(row, at, ofStatics);
            at += ofStatics;
            if (!statics.isEmpty() && !key.equals(last) && ofPartition.stream().anyMatch(value -> value != null)) {
                each.accept(new ReadRow(RowId.ofStatics(token, key), ofPartition));
            }
            last = key;
            // A partition that has static columns and no rows is a result without clustering.
            if (!hasStatics || within.stream().anyMatch(value -> value != null)) {
                each.accept(new ReadRow(
                        new RowId(token, key, present(row, 1 + partition.size(), clustering.size())),
                        cells(row, at, ofRegulars)));
            }
        }
    }

    /** The cells of a result of {@link #of}; null where it has none: statics of a partition that has none. */
    @Nullable
    List<@Nullable ByteBuffer> cells(RowId key, Row row) {
        int at = 1 + partition.size() + clustering.size();
        List<@Nullable ByteBuffer> cells = cells(row, at, key.isStatic() ? ofStatics : ofRegulars);
        return key.isStatic() && cells.stream().allMatch(each -> each == null) ? null : cells;
    }

    /** The columns of a row, in the order of its cells. */
    List<RowColumn> columns(RowId key) {
        return key.isStatic() ? statics : regulars;
    }

    private static int width(List<RowColumn> columns) {
        return columns.stream().mapToInt(column -> column.times() ? 3 : 1).sum();
    }

    private static List<ByteBuffer> present(Row row, int from, int count) {
        List<ByteBuffer> values = new ArrayList<>(count);
        for (int i = from; i < from + count; i++) {
            ByteBuffer value = row.getBytesUnsafe(i);
            // Of COMPACT STORAGE: a clustering column may be missing.
            values.add(value == null ? ByteBuffer.allocate(0) : value);
        }
        return values;
    }

    private static List<@Nullable ByteBuffer> cells(Row row, int from, int count) {
        List<@Nullable ByteBuffer> values = new ArrayList<>(count);
        for (int i = from; i < from + count; i++) {
            values.add(row.getBytesUnsafe(i));
        }
        return values;
    }
}
