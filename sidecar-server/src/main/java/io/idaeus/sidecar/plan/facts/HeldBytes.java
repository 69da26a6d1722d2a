/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.facts;

import io.idaeus.api.keyspace.KeyspaceSizes;
import io.idaeus.api.keyspace.TableSizes;
import io.idaeus.api.sstable.SstableFinding;
import io.idaeus.sidecar.problem.BoundedText;
import io.idaeus.sidecar.ring.TokenRange;
import io.idaeus.sidecar.selection.finding.FindingCode;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The bytes that a node holds of a keyspace, by table and token range. Kept small, because a plan needs them of every
 * node: they are floats, which are finer than the samples that they are estimated from.
 */
public final class HeldBytes {
    // Sent with each run of partitions that is cut out: half a chunk at both of its ends, as Cassandra chunks by
    // default.
    private static final long EDGES = 16 << 10;

    // The bytes of a range are floats.
    private static final long FINEST = 10_000;

    private final long[] lefts;
    private final long[] rights;
    private final List<Table> tables;
    private final boolean transactionsRead;

    /** One table. */
    public static final class Table {
        private final String name;

        // By the place of the range; none where the table is empty.
        private final float[] bytes;
        private final long total;
        private final int sstables;
        private final boolean spans;
        private final boolean cut;
        private final boolean lightweightTransactions;
        private final @Nullable List<SstableFinding> findings;

        private Table(TableSizes sizes, float[] bytes) {
            this.name = sizes.table();
            this.bytes = bytes;
            this.total = sizes.totalBytes();
            this.sstables = sizes.sstables();
            // SSTables as wide as the distance between ranges have rows of nearly every range.
            this.spans = sizes.largestSpan() * sizes.bytes().size() >= 1;
            this.cut = false;
            this.lightweightTransactions = sizes.lightweightTransactions();
            this.findings = sizes.findings() == null ? null : List.copyOf(sizes.findings());
        }

        private Table(Table whole) {
            this.name = whole.name;
            this.bytes = whole.bytes;
            this.total = whole.total;
            this.sstables = whole.sstables;
            this.spans = whole.spans;
            this.cut = true;
            this.lightweightTransactions = whole.lightweightTransactions;
            this.findings = whole.findings;
        }

        public String name() {
            return name;
        }

        public long total() {
            return total;
        }

        /** Whether all of it moves, whichever ranges are asked for. */
        boolean movesWhole() {
            return spans && !cut;
        }

        public boolean lightweightTransactions() {
            return lightweightTransactions;
        }

        /** The findings that refuse a transfer of its SSTables; null where these were not checked. */
        @Nullable
        public List<SstableFinding> findings() {
            return findings;
        }

        Stream<SstableFinding> found(FindingCode code) {
            return findings == null
                    ? Stream.empty()
                    : findings.stream().filter(finding -> finding.code().equals(code.name()));
        }

        /**
         * Bytes of rows outside the ranges of this node, estimated from below: only between samples that have no range
         * in between.
         */
        public long leftOver() {
            double owned = 0;
            for (float each : bytes) {
                owned += each;
            }
            long rest = total - Math.round(owned);
            // A smaller rest is a rounding error.
            return rest > Math.max(bytes.length, total / FINEST) ? rest : 0;
        }

        public float bytes(int place) {
            return bytes.length == 0 ? 0 : bytes[place];
        }

        /**
         * The bytes that move for a request of so many ranges.
         *
         * @param inside bytes within the ranges
         */
        public long moved(double inside, int ranges) {
            if (inside <= 0) {
                return 0;
            }
            return movesWhole() ? total : Math.min(total, Math.round(inside) + beyond(ranges));
        }

        // Of SSTables, or of their chunks, that reach beyond the ranges.
        private long beyond(int ranges) {
            if (!cut) {
                return total / Math.max(1, sstables);
            }
            long runs = spans ? (long) ranges * sstables : (long) ranges + sstables;
            return runs * EDGES;
        }
    }

    private HeldBytes(long[] lefts, long[] rights, List<Table> tables, boolean transactionsRead) {
        this.lefts = lefts;
        this.rights = rights;
        this.tables = List.copyOf(tables);
        this.transactionsRead = transactionsRead;
    }

    /** @throws IllegalArgumentException where the answer contradicts itself */
    public static HeldBytes of(KeyspaceSizes sizes) {
        TokenRange[] ranges = sizes.ranges().stream().map(TokenRange::parse).toArray(TokenRange[]::new);
        Integer[] order = new Integer[ranges.length];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, Comparator.comparing(i -> ranges[i].left()));
        return new HeldBytes(
                Arrays.stream(order).mapToLong(i -> ranges[i].left()).toArray(),
                Arrays.stream(order).mapToLong(i -> ranges[i].right()).toArray(),
                sizes.tables().stream().map(table -> table(table, order)).toList(),
                Boolean.TRUE.equals(sizes.transactionsRead()));
    }

    private static Table table(TableSizes sizes, Integer[] order) {
        boolean empty = sizes.totalBytes() == 0;
        if (!empty && sizes.bytes().size() != order.length) {
            throw new IllegalArgumentException("table " + BoundedText.shown(sizes.table()) + " has the bytes of "
                    + sizes.bytes().size() + " ranges (expected: " + order.length + ")");
        }
        float[] bytes = new float[empty ? 0 : order.length];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = sizes.bytes().get(order[i]);
        }
        return new Table(sizes, bytes);
    }

    /** The same, of only these tables. */
    HeldBytes only(Set<String> wanted) {
        return new HeldBytes(
                lefts,
                rights,
                tables.stream().filter(table -> wanted.contains(table.name)).toList(),
                transactionsRead);
    }

    /** The same, where SSTables are cut to the ranges. */
    public HeldBytes cut() {
        return new HeldBytes(lefts, rights, tables.stream().map(Table::new).toList(), transactionsRead);
    }

    /** Whether it is known which tables lightweight transactions are used with. */
    public boolean transactionsRead() {
        return transactionsRead;
    }

    public List<Table> tables() {
        return tables;
    }

    /** The place of the range of this node that a range is, or lies in; negative where there is none. */
    public int place(TokenRange range) {
        if (lefts.length == 0) {
            return -1;
        }
        int found = Arrays.binarySearch(lefts, range.left());
        // Before the first left end: in the range that wraps, if any.
        int place = found >= 0 ? found : Math.floorMod(-found - 2, lefts.length);
        return liesIn(place, range) ? place : -1;
    }

    // By the distances of the ends from the left end, around the ring.
    private boolean liesIn(int place, TokenRange range) {
        if (lefts[place] == range.left() && rights[place] == range.right()) {
            return true;
        }
        long begin = range.left() - lefts[place];
        long end = range.right() - lefts[place];
        long length = rights[place] - lefts[place];
        return Long.compareUnsigned(begin, end) < 0 && (length == 0 || Long.compareUnsigned(end, length) <= 0);
    }

    /** How much of the range at a place a range is that lies in it: 1 is all of it. */
    public double part(int place, TokenRange range) {
        return length(range.left(), range.right()) / length(lefts[place], rights[place]);
    }

    // Equal ends are the whole ring.
    private static double length(long left, long right) {
        long length = right - left;
        return length > 0 ? length : length + 0x1p64;
    }

    /** The bytes of tables of which a part moves. */
    public long bytes(TokenRange range) {
        int place = place(range);
        if (place < 0) {
            return 0;
        }
        double sum = 0;
        for (Table table : tables) {
            sum += table.movesWhole() ? 0 : table.bytes(place);
        }
        return Math.round(sum * part(place, range));
    }

    /** The bytes of tables that move whole, whichever ranges are asked for. */
    public long wholeBytes() {
        return tables.stream().filter(Table::movesWhole).mapToLong(Table::total).sum();
    }
}
