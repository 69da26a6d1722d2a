/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.compare.cluster;

import io.idaeus.api.ProblemType;
import io.idaeus.api.rows.RowCellsList.RowCell;
import io.idaeus.api.rows.RowCellsList.RowCells;
import io.idaeus.api.rows.RowCellsRequest;
import io.idaeus.api.rows.RowColumn;
import io.idaeus.api.rows.RowDigestPage;
import io.idaeus.api.rows.RowDigestPage.RowBlock;
import io.idaeus.api.rows.RowDigestRequest;
import io.idaeus.api.rows.RowDigestRequestBuilder;
import io.idaeus.api.rows.RowKey;
import io.idaeus.api.rows.RowKeyPage;
import io.idaeus.api.rows.RowKeyPage.DigestedRowKey;
import io.idaeus.api.rows.RowKeyRequest;
import io.idaeus.api.rows.RowKeyRequestBuilder;
import io.idaeus.api.rows.RowLevel;
import io.idaeus.api.value.Bounds;
import io.idaeus.sidecar.cassandra.schema.TableName;
import io.idaeus.sidecar.compare.Side;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.ring.TokenRange;
import io.idaeus.sidecar.rows.Block;
import io.idaeus.sidecar.rows.Bucket;
import io.idaeus.sidecar.rows.DigestSum;
import io.idaeus.sidecar.rows.DigestedRow;
import io.idaeus.sidecar.rows.RowId;
import io.idaeus.sidecar.rows.RowKeys;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A table's rows, as the sidecars of its cluster read them. Their answers are checked: one that does not fit its question is
 * PEER_FAILED. Thread-safe.
 */
public final class ClusterSide implements Side {
    private static final RowLevel SCAN = RowLevel.LOCAL_ONE;
    private static final int MOST_BLOCKS = 100;
    private static final int MOST_SPANNED = 1 << 20;
    private static final int MOST_ROWS = 20_000;
    private static final int MOST_KEY_BYTES = 128 << 10;
    private static final int MOST_LISTED_BYTES = 32 << 20;
    private static final int LONGEST_SHOWN_KEY = 600;

    private final SidecarQuestions sidecars;
    private final TableName table;
    private final List<RowColumn> columns;
    private final RowLevel again;
    private final @Nullable Long maxRate;

    // Parts of the ring in one read: more where a table has few rows.
    private final AtomicInteger spanned = new AtomicInteger(1);

    ClusterSide(
            SidecarQuestions sidecars,
            TableName table,
            List<RowColumn> columns,
            RowLevel again,
            @Nullable Long maxRate) {
        this.sidecars = sidecars;
        this.table = table;
        this.columns = columns;
        this.again = again;
        this.maxRate = maxRate;
    }

    @Override
    public List<Block> blocksOf(int rows, TokenRange range, int now) {
        int ranges = spanned.get();
        long end = sidecars.nearest().end(range.left(), ranges, range.right());
        List<Block> blocks = new ArrayList<>();
        String after = null;
        int pages = 0;
        do {
            RowDigestPage page = digests(new TokenRange(range.left(), end), now, rows, null, null, after);
            addBlocks(page, range.left(), end, blocks);
            after = page.next();
            pages++;
        } while (after != null && blocks.size() < MOST_BLOCKS);
        if (after == null && blocks.get(blocks.size() - 1).right() != end) {
            throw wrong(
                    "the last block ends at " + blocks.get(blocks.size() - 1).right() + " (expected: " + end + ")");
        }
        spanned.set(pages == 1 && blocks.size() < MOST_BLOCKS ? Math.min(MOST_SPANNED, ranges * 2) : 1);
        return blocks;
    }

    private void addBlocks(RowDigestPage page, long left, long end, List<Block> blocks) {
        long before = blocks.isEmpty() ? left : blocks.get(blocks.size() - 1).right();
        for (RowBlock each : page.blocks()) {
            Block block = new Block(number(each.end()), each.rows(), digest(each.digest()));
            if (block.right() <= before || block.right() > end || block.rows() < 0) {
                throw wrong("a block of %d rows that ends at %d (expected: an end after %d, up to %d)"
                        .formatted(block.rows(), block.right(), before, end));
            }
            blocks.add(block);
            before = block.right();
        }
        if (page.next() == null && blocks.isEmpty()) {
            throw wrong("no block (expected: at least one)");
        }
    }

    @Override
    public List<Block> blocksAt(List<Long> ends, TokenRange range, int now) {
        List<Block> blocks = new ArrayList<>();
        long left = range.left();
        for (int from = 0; from < ends.size(); ) {
            // Blocks that begin in the same range of the ring are read by one sidecar.
            long part = sidecars.nearest().end(left, 1, range.right());
            int to = from + 1;
            while (to < ends.size() && to - from < Bounds.MAX_BLOCKS && ends.get(to - 1) < part) {
                to++;
            }
            blocks.addAll(blocksAt(ends.subList(from, to), left, now));
            left = ends.get(to - 1);
            from = to;
        }
        return blocks;
    }

    private List<Block> blocksAt(List<Long> ends, long left, int now) {
        long end = ends.get(ends.size() - 1);
        List<String> texts = ends.stream().map(String::valueOf).toList();
        List<Block> blocks = new ArrayList<>();
        String after = null;
        do {
            RowDigestPage page = digests(new TokenRange(left, end), now, null, texts, null, after);
            addBlocks(page, left, end, blocks);
            after = page.next();
        } while (after != null);
        List<Long> found = blocks.stream().map(Block::right).toList();
        if (!found.equals(ends)) {
            throw wrong(found.size() + " blocks (expected: " + ends.size() + ", with the ends that were asked for)");
        }
        return blocks;
    }

    @Override
    public List<Bucket> buckets(int count, TokenRange range, int now) {
        Map<Integer, Bucket> buckets = new TreeMap<>();
        String after = null;
        do {
            RowDigestPage page = digests(range, now, null, null, count, after);
            for (RowBlock each : page.blocks()) {
                long number = number(each.end());
                if (number < 0 || number >= count || each.rows() < 0) {
                    throw wrong("bucket " + number + " of " + each.rows() + " rows (expected: a number below " + count
                            + ")");
                }
                Bucket more = new Bucket((int) number, each.rows(), digest(each.digest()));
                buckets.merge((int) number, more, Bucket::plus);
            }
            after = page.next();
        } while (after != null);
        return List.copyOf(buckets.values());
    }

    private RowDigestPage digests(
            TokenRange range,
            int now,
            @Nullable Integer rows,
            @Nullable List<String> ends,
            @Nullable Integer buckets,
            @Nullable String after) {
        RowDigestRequest request = RowDigestRequestBuilder.builder()
                .keyspace(table.keyspace())
                .table(table.table())
                .columns(columns)
                .range(range.toString())
                .now(now)
                .level(SCAN)
                .rowsPerBlock(rows)
                .ends(ends)
                .buckets(buckets)
                .maxRate(maxRate)
                .after(after)
                .build();
        return moving(after, sidecars.ask(range.left(), client -> client.digests(request)), RowDigestPage::next);
    }

    @Override
    public List<DigestedRow> rows(int count, BitSet only, TokenRange range, int now) {
        List<Integer> numbers = count == 1 ? null : only.stream().boxed().toList();
        List<DigestedRow> rows = new ArrayList<>();
        long bytes = 0;
        String after = null;
        do {
            RowKeyRequest request = RowKeyRequestBuilder.builder()
                    .keyspace(table.keyspace())
                    .table(table.table())
                    .columns(columns)
                    .range(range.toString())
                    .now(now)
                    .level(SCAN)
                    .buckets(count)
                    .only(numbers)
                    .maxRate(maxRate)
                    .after(after)
                    .build();
            RowKeyPage page =
                    moving(after, sidecars.ask(range.left(), client -> client.keys(request)), RowKeyPage::next);
            for (DigestedRowKey each : page.rows()) {
                RowId id = id(each.key());
                if (!range.contains(id.token())) {
                    throw wrong("a row with the token " + id.token() + " (expected: one of " + range + ")");
                }
                rows.add(new DigestedRow(id, digest(each.digest())));
                bytes += bytes(id);
            }
            if (rows.size() > MOST_ROWS || bytes > MOST_LISTED_BYTES) {
                // Read in smaller parts, or reported as not comparable.
                throw new ProblemException(
                        ProblemType.CASSANDRA_REFUSED,
                        "keys of " + rows.size() + " rows with " + bytes + " bytes (expected: at most " + MOST_ROWS
                                + " with " + MOST_LISTED_BYTES + " at a time)");
            }
            after = page.next();
        } while (after != null);
        return rows;
    }

    // One that does not move would be asked for ever.
    private <T> T moving(@Nullable String after, T page, Function<T, @Nullable String> next) {
        if (after != null && after.equals(next.apply(page))) {
            throw wrong("a page that leads to itself (expected: the next one)");
        }
        return page;
    }

    @Override
    public List<RowCells> cells(List<RowId> keys, int now) {
        RowCells[] found = new RowCells[keys.size()];
        Map<List<String>, List<Integer>> byNearest = new HashMap<>();
        for (int i = 0; i < keys.size(); i++) {
            List<String> nearest = sidecars.nearest().after(keys.get(i).token() - 1).stream()
                    .map(each -> each.uri())
                    .toList();
            byNearest.computeIfAbsent(nearest, none -> new ArrayList<>()).add(i);
        }
        byNearest.values().stream()
                .sorted(Comparator.comparing(numbers -> numbers.get(0)))
                .forEach(numbers -> {
                    List<RowId> part = numbers.stream().map(keys::get).toList();
                    List<RowCells> cells = inRequests(part, now);
                    IntStream.range(0, part.size()).forEach(i -> found[numbers.get(i)] = cells.get(i));
                });
        return Arrays.asList(found);
    }

    // Keys can be large.
    private List<RowCells> inRequests(List<RowId> keys, int now) {
        List<RowCells> found = new ArrayList<>(keys.size());
        int bytes = 0;
        for (int from = 0, to = 0; to < keys.size(); ) {
            bytes += bytes(keys.get(to++));
            if (to == keys.size() || bytes >= MOST_KEY_BYTES || to - from == Bounds.MAX_ROW_KEYS) {
                found.addAll(cellsOf(keys.subList(from, to), now));
                from = to;
                bytes = 0;
            }
        }
        return found;
    }

    private static int bytes(RowId key) {
        List<ByteBuffer> clustering = key.clustering() == null ? List.of() : key.clustering();
        return Stream.concat(key.partition().stream(), clustering.stream())
                .mapToInt(ByteBuffer::remaining)
                .sum();
    }

    private List<RowCells> cellsOf(List<RowId> keys, int now) {
        RowCellsRequest request = new RowCellsRequest(
                table.keyspace(),
                table.table(),
                columns,
                keys.stream().map(RowKeys::of).toList(),
                now,
                again);
        List<RowCells> rows = sidecars.ask(keys.get(0).token() - 1, client -> client.cells(request))
                .rows();
        if (rows.size() != keys.size()) {
            throw wrong(rows.size() + " rows (expected: " + keys.size() + ")");
        }
        rows.forEach(this::requireSound);
        return rows;
    }

    private void requireSound(RowCells row) {
        List<RowCell> cells = row.cells();
        String key = row.key();
        if (cells == null || key == null) {
            if (cells != null || key != null) {
                throw wrong("half a row (expected: its key and its cells)");
            }
            return;
        }
        if (key.length() > LONGEST_SHOWN_KEY) {
            throw wrong("a key of " + key.length() + " characters (expected: at most " + LONGEST_SHOWN_KEY + ")");
        }
        Set<String> left = columns.stream().map(RowColumn::name).collect(Collectors.toSet());
        for (RowCell cell : cells) {
            if (!left.remove(cell.column())) {
                throw wrong("a column that was not asked for, or two of a name");
            }
            DigestSum unused = digest(cell.digest());
            if (cell.writtenAt() != null) {
                requireNumber(cell.writtenAt());
            }
        }
    }

    private RowId id(RowKey key) {
        try {
            return RowKeys.parse(key);
        } catch (IllegalArgumentException e) {
            throw wrong("a key of a row that is none (expected: a token, and values in Base64)");
        }
    }

    private void requireNumber(String text) {
        long unused = number(text);
    }

    private long number(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw wrong("no number where one is expected");
        }
    }

    private DigestSum digest(String text) {
        try {
            return DigestSum.parse(text);
        } catch (IllegalArgumentException e) {
            throw wrong(String.valueOf(e.getMessage()));
        }
    }

    private ProblemException wrong(String found) {
        return new ProblemException(ProblemType.PEER_FAILED, "rows of " + table + ": a sidecar answered with " + found);
    }
}
