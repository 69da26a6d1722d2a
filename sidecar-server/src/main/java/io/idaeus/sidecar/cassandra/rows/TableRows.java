/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.rows;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.type.codec.TypeCodec;
import io.idaeus.api.rows.RowCellsList.RowCell;
import io.idaeus.api.rows.RowCellsList.RowCells;
import io.idaeus.api.rows.RowColumn;
import io.idaeus.api.rows.RowLevel;
import io.idaeus.sidecar.cassandra.connection.CqlPages;
import io.idaeus.sidecar.cassandra.connection.CqlPages.Asked;
import io.idaeus.sidecar.cassandra.connection.CqlPages.Coming;
import io.idaeus.sidecar.cassandra.connection.CqlPages.Page;
import io.idaeus.sidecar.ring.TokenRange;
import io.idaeus.sidecar.rows.Block;
import io.idaeus.sidecar.rows.BlockCutter;
import io.idaeus.sidecar.rows.Bucket;
import io.idaeus.sidecar.rows.DigestedRow;
import io.idaeus.sidecar.rows.RowDigester;
import io.idaeus.sidecar.rows.RowId;
import io.idaeus.sidecar.rows.ScanCursor;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The rows of one table on this side of a comparison. Thread-safe. */
public final class TableRows {
    // Well below what callers wait for a response.
    private static final Duration CALL = Duration.ofSeconds(5);

    private static final int MOST_BLOCKS = 100;
    private static final int MOST_KEYS = 5_000;
    private static final int LOOKUPS_AT_ONCE = 16;
    private static final int SHOWN_KEY = 500;

    private final CqlPages pages;
    private final RowStatement statement;

    public TableRows(CqlPages pages, RowStatement statement) {
        this.pages = pages;
        this.statement = statement;
    }

    /**
     * The range of a read, and how to read it.
     *
     * @param range does not wrap
     * @param now seconds since 1970, for expiry
     * @param bytesPerSecond 0 for no limit
     */
    public record Reading(TokenRange range, RowLevel level, int now, long bytesPerSecond) {}

    /**
     * Blocks of rows.
     *
     * @param next where to go on; null at the end
     */
    public record Blocks(
            List<Block> blocks,
            long rows,
            long bytes,
            @Nullable ScanCursor next) {}

    /** The rows and digests that a part of a scan adds to buckets. */
    public record Buckets(
            List<Bucket> buckets,
            long rows,
            long bytes,
            @Nullable ScanCursor next) {}

    /** Rows and their digests. */
    public record Keys(List<DigestedRow> rows, @Nullable ScanCursor next) {}

    /** Digests of blocks with about so many rows each. */
    public Blocks blocksOf(int rows, Reading reading, ScanCursor from) {
        return blocks(BlockCutter.every(rows, reading.range().right(), from.open()), reading, from);
    }

    /** Digests of blocks that end at these tokens, the last of which is the end of the range. */
    public Blocks blocksAt(List<Long> ends, Reading reading, ScanCursor from) {
        return blocks(BlockCutter.at(ends, from.open()), reading, from);
    }

    private Blocks blocks(BlockCutter cutter, Reading reading, ScanCursor from) {
        RowDigester digester = new RowDigester();
        RowScan scan = scan(reading);
        RowScan.Position end = scan.read(
                position(from),
                new RowScan.Limits(
                        CALL, reading.bytesPerSecond(), () -> cutter.closed().size() >= MOST_BLOCKS),
                row -> cutter.add(row.key().token(), digester.of(row)));
        if (end.page() == null) {
            cutter.end();
        }
        return new Blocks(cutter.closed(), scan.rows(), scan.bytes(), cursor(end, cutter.open()));
    }

    /** Digests of rows, told apart by their keys into so many buckets. */
    public Buckets buckets(int count, Reading reading, ScanCursor from) {
        RowDigester digester = new RowDigester();
        TreeMap<Integer, Bucket> buckets = new TreeMap<>();
        RowScan scan = scan(reading);
        RowScan.Position end =
                scan.read(position(from), new RowScan.Limits(CALL, reading.bytesPerSecond(), () -> false), row -> {
                    int number = digester.bucket(row.key(), count);
                    buckets.merge(number, new Bucket(number, 1, digester.of(row)), Bucket::plus);
                });
        return new Buckets(
                List.copyOf(buckets.values()), scan.rows(), scan.bytes(), cursor(end, BlockCutter.Open.NOTHING));
    }

    /**
     * Keys and digests of rows.
     *
     * @param count number of buckets
     * @param only those of which the rows are wanted
     */
    public Keys keys(int count, BitSet only, Reading reading, ScanCursor from) {
        RowDigester digester = new RowDigester();
        List<DigestedRow> found = new ArrayList<>();
        RowScan scan = scan(reading);
        RowScan.Position end = scan.read(
                position(from),
                new RowScan.Limits(CALL, reading.bytesPerSecond(), () -> found.size() >= MOST_KEYS),
                row -> {
                    if (only.get(digester.bucket(row.key(), count))) {
                        found.add(new DigestedRow(row.key(), digester.of(row)));
                    }
                });
        return new Keys(List.copyOf(found), cursor(end, BlockCutter.Open.NOTHING));
    }

    private RowScan scan(Reading reading) {
        return new RowScan(pages, statement, reading.range(), of(reading.level()), reading.now());
    }

    private static DefaultConsistencyLevel of(RowLevel level) {
        return DefaultConsistencyLevel.valueOf(level.name());
    }

    private static RowScan.Position position(ScanCursor from) {
        return new RowScan.Position(from.page(), from.partition());
    }

    private static @Nullable ScanCursor cursor(RowScan.Position end, BlockCutter.Open open) {
        return end.page() == null ? null : new ScanCursor(end.page(), end.partition(), open);
    }

    /**
     * Single rows, in the order of these keys.
     *
     * @throws io.idaeus.sidecar.problem.ProblemException UNPROCESSABLE where a key has other columns than the table
     */
    public List<RowCells> cells(List<RowId> keys, RowLevel level, int now) {
        keys.forEach(statement::requireKey);
        RowDigester digester = new RowDigester();
        List<RowCells> found = new ArrayList<>(keys.size());
        Deque<Coming> coming = new ArrayDeque<>();
        int asked = 0;
        for (RowId key : keys) {
            while (asked < keys.size() && coming.size() < LOOKUPS_AT_ONCE) {
                coming.add(ask(keys.get(asked++), of(level), now));
            }
            Page page = Objects.requireNonNull(coming.poll()).await();
            found.add(
                    page.rows().isEmpty()
                            ? new RowCells(null, null)
                            : cells(key, page.rows().get(0), digester, now));
        }
        return found;
    }

    private Coming ask(RowId key, DefaultConsistencyLevel level, int now) {
        return pages.ask(
                statement.what(),
                statement.of(key),
                new Asked(level, now, 1, ByteBuffer.allocate(0)),
                RowStatement.values(key));
    }

    private RowCells cells(RowId key, Row row, RowDigester digester, int now) {
        List<@Nullable ByteBuffer> values = statement.cells(key, row);
        if (values == null) {
            return new RowCells(null, null);
        }
        List<RowCell> cells = new ArrayList<>();
        int at = 0;
        for (RowColumn column : statement.columns(key)) {
            int width = column.times() ? 3 : 1;
            List<@Nullable ByteBuffer> cell = values.subList(at, at + width);
            at += width;
            if (cell.get(0) != null) {
                cells.add(new RowCell(
                        column.name(),
                        digester.of(cell).toString(),
                        column.times() ? CellTimes.youngest(cell.get(1)) : null,
                        column.times() ? CellTimes.firstExpiry(cell.get(2), now) : null));
            }
        }
        return new RowCells(shown(key, row), cells);
    }

    // As CQL has it, for people.
    private String shown(RowId key, Row row) {
        int columns = key.partition().size()
                + (key.clustering() == null ? 0 : key.clustering().size());
        String text = IntStream.range(1, 1 + columns)
                .mapToObj(i -> row.getColumnDefinitions().get(i).getName().asCql(true) + " = " + literal(row, i))
                .collect(Collectors.joining(", "));
        return text.length() <= SHOWN_KEY ? text : text.substring(0, SHOWN_KEY) + "…";
    }

    private static String literal(Row row, int index) {
        TypeCodec<Object> codec = row.codecRegistry()
                .codecFor(row.getColumnDefinitions().get(index).getType());
        return codec.format(row.get(index, codec));
    }
}
