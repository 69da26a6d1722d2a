/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.compare;

import io.idaeus.api.ProblemType;
import io.idaeus.api.rows.RowCellsList.RowCell;
import io.idaeus.api.rows.RowCellsList.RowCells;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.ring.TokenRange;
import io.idaeus.sidecar.rows.Block;
import io.idaeus.sidecar.rows.BlockCutter;
import io.idaeus.sidecar.rows.Bucket;
import io.idaeus.sidecar.rows.DigestSum;
import io.idaeus.sidecar.rows.DigestedRow;
import io.idaeus.sidecar.rows.ReadRow;
import io.idaeus.sidecar.rows.RowDigester;
import io.idaeus.sidecar.rows.RowId;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Rows in memory, of one column {@code v} with its write time. Rows with a token among the unreadable ones are refused. */
public final class MemorySide implements Side {
    record Value(int value, long writtenAt) {}

    private static final int BLOCKS_AT_ONCE = 7;

    private final Map<RowId, Value> rows = new HashMap<>();
    private final Set<Long> unreadable = new HashSet<>();
    private final Set<RowId> changing = new HashSet<>();
    private int looks;
    private long most;

    public static RowId id(long token, int partition, int clustering) {
        return new RowId(token, List.of(bytes(partition)), List.of(bytes(clustering)));
    }

    public static RowId id(long token) {
        return id(token, (int) token, 0);
    }

    private static ByteBuffer bytes(int value) {
        return ByteBuffer.allocate(Integer.BYTES).putInt(0, value);
    }

    public void put(RowId id, int value, long writtenAt) {
        rows.put(id, new Value(value, writtenAt));
    }

    public void remove(RowId id) {
        rows.remove(id);
    }

    public void cannotRead(long token) {
        unreadable.add(token);
    }

    /** Another value at each look. */
    void changes(RowId id) {
        changing.add(id);
    }

    public Set<RowId> ids() {
        return rows.keySet();
    }

    /** Most rows that were listed at once. */
    long most() {
        return most;
    }

    private Stream<ReadRow> within(TokenRange range) {
        if (unreadable.stream().anyMatch(range::contains)) {
            throw refused();
        }
        return rows.entrySet().stream()
                .filter(row -> range.contains(row.getKey().token()))
                .sorted(Comparator.comparingLong(row -> row.getKey().token()))
                .map(row -> new ReadRow(
                        row.getKey(), List.of(bytes(row.getValue().value), bytes((int) row.getValue().writtenAt))));
    }

    private static ProblemException refused() {
        return new ProblemException(ProblemType.CASSANDRA_REFUSED, "too many tombstones");
    }

    @Override
    public List<Block> blocksOf(int count, TokenRange range, int now) {
        List<Block> blocks = everyBlockOf(count, range);
        return blocks.subList(0, Math.min(blocks.size(), BLOCKS_AT_ONCE));
    }

    /** All blocks of a range. */
    public List<Block> everyBlockOf(int count, TokenRange range) {
        return cut(BlockCutter.every(count, range.right(), BlockCutter.Open.NOTHING), range);
    }

    @Override
    public List<Block> blocksAt(List<Long> ends, TokenRange range, int now) {
        return cut(BlockCutter.at(ends, BlockCutter.Open.NOTHING), range);
    }

    private List<Block> cut(BlockCutter cutter, TokenRange range) {
        RowDigester digester = new RowDigester();
        within(range).forEach(row -> cutter.add(row.key().token(), digester.of(row)));
        cutter.end();
        return cutter.closed();
    }

    @Override
    public List<Bucket> buckets(int count, TokenRange range, int now) {
        RowDigester digester = new RowDigester();
        Map<Integer, Bucket> buckets = new TreeMap<>();
        within(range).forEach(row -> {
            int number = digester.bucket(row.key(), count);
            buckets.merge(number, new Bucket(number, 1, digester.of(row)), Bucket::plus);
        });
        return List.copyOf(buckets.values());
    }

    @Override
    public List<DigestedRow> rows(int count, BitSet only, TokenRange range, int now) {
        RowDigester digester = new RowDigester();
        List<DigestedRow> found = within(range)
                .filter(row -> only.get(digester.bucket(row.key(), count)))
                .map(row -> new DigestedRow(row.key(), digester.of(row)))
                .toList();
        most = Math.max(most, found.size());
        return found;
    }

    @Override
    public List<RowCells> cells(List<RowId> keys, int now) {
        looks++;
        List<RowCells> found = new ArrayList<>();
        for (RowId key : keys) {
            if (unreadable.contains(key.token())) {
                throw refused();
            }
            Value value = rows.get(key);
            found.add(value == null ? new RowCells(null, null) : cells(key, value));
        }
        return found;
    }

    private RowCells cells(RowId key, Value value) {
        int shown = changing.contains(key) ? value.value + looks : value.value;
        return new RowCells(
                "token " + key.token(),
                List.of(new RowCell(
                        "v", new DigestSum(shown, value.writtenAt).toString(), String.valueOf(value.writtenAt), null)));
    }
}
