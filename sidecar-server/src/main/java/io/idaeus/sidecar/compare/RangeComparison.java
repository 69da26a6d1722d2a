/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.compare;

import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.ring.TokenRange;
import io.idaeus.sidecar.rows.Block;
import io.idaeus.sidecar.rows.Bucket;
import io.idaeus.sidecar.rows.DigestSum;
import io.idaeus.sidecar.rows.DigestedRow;
import io.idaeus.sidecar.rows.RowId;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.IntSupplier;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

/**
 * Compares token ranges of two copies of a table, in bounded memory. It first compares digests of blocks of rows. A block
 * that differs is split by token, or by a hash of the row keys where all its rows have one token, until it is small enough
 * to list its rows. {@link Recheck} reads the rows that differ again, many at a time. Not thread-safe.
 */
public final class RangeComparison {
    private static final int MOST_HALVINGS = 20;

    // Then it is not about a few rows, and what is refused is not halved.
    private static final int MOST_REFUSED_IN_A_ROW = 16;

    private static final int ROWS_OF_A_BUCKET = 200;
    private static final int MOST_BUCKETS = 4_096;
    private static final int ROWS_TO_RECHECK = 1_000;
    private static final int MOST_WITHHELD = 8;

    private final Side here;
    private final Side there;
    private final Sizes sizes;
    private final IntSupplier now;
    private final Recheck recheck;
    private final ComparisonListener listener;
    private final Executor threads;
    private final List<RowId> differing = new ArrayList<>();
    private int refusedInARow;

    /**
     * How much is read at a time.
     *
     * @param block rows of a block
     * @param listed most row keys of each side to hold in memory
     */
    public record Sizes(int block, int listed) {
        public static final Sizes DEFAULT = new Sizes(1_000, 5_000);
    }

    /**
     * @param now supplies the second, since 1970, that decides which rows have expired; it must lie after the next reads
     * @param threads run reads in the background
     */
    public RangeComparison(
            Side here,
            Side there,
            Sizes sizes,
            IntSupplier now,
            Recheck recheck,
            ComparisonListener listener,
            Executor threads) {
        this.here = here;
        this.there = there;
        this.sizes = sizes;
        this.now = now;
        this.recheck = recheck;
        this.listener = listener;
        this.threads = threads;
    }

    /** Blocks that were read ahead on this side, and the second that decided which of their rows had expired. */
    private record Ahead(TokenRange range, int now, List<Block> blocks) {
        long right() {
            return blocks.get(blocks.size() - 1).right();
        }
    }

    /**
     * Compares a range, which does not wrap.
     *
     * @param done called from time to time with the last token that is compared; the listener has received everything up to
     *     this token by then
     * @throws ProblemException if a side is unavailable. Discard what the listener received since the last call of {@code
     *     done}: a comparison that resumes there reports it again
     */
    public void compare(TokenRange range, LongConsumer done) {
        differing.clear();
        refusedInARow = 0;
        int[] withheld = {0};
        compare(range, MOST_HALVINGS, right -> {
            // One wait for the write timeout serves many rows.
            if (differing.isEmpty() || right == range.right() || ++withheld[0] == MOST_WITHHELD) {
                recheck();
                done.accept(right);
                withheld[0] = 0;
            }
        });
    }

    private void recheck() {
        recheck.judge(here, there, differing, listener);
        differing.clear();
    }

    private void compare(TokenRange range, int halvings, LongConsumer done) {
        TokenRange left = range;
        CompletableFuture<Ahead> next = ahead(left);
        while (true) {
            Ahead read;
            try {
                read = join(next);
            } catch (ProblemException e) {
                divide(left, halvings, e, done);
                return;
            }
            boolean last = read.right() == range.right();
            TokenRange part = new TokenRange(left.left(), read.right());
            left = last ? left : new TokenRange(read.right(), range.right());
            // Reads ahead while this part is compared.
            next = last ? next : ahead(left);
            try {
                compareBlocks(part, read, halvings, done);
            } catch (RuntimeException e) {
                next.cancel(false);
                throw e;
            }
            done.accept(read.right());
            if (last) {
                return;
            }
        }
    }

    private CompletableFuture<Ahead> ahead(TokenRange range) {
        int judged = now.getAsInt();
        return CompletableFuture.supplyAsync(
                () -> new Ahead(range, judged, here.blocksOf(sizes.block(), range, judged)), threads);
    }

    private static <T> T join(CompletableFuture<T> future) {
        try {
            return future.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw e;
        }
    }

    private void compareBlocks(TokenRange range, Ahead read, int halvings, LongConsumer done) {
        List<Block> theirs;
        try {
            theirs = there.blocksAt(read.blocks().stream().map(Block::right).toList(), range, read.now());
        } catch (ProblemException e) {
            divide(range, halvings, e, done);
            return;
        }
        refusedInARow = 0;
        long left = range.left();
        for (int i = 0; i < theirs.size(); i++) {
            Block ours = read.blocks().get(i);
            Block other = theirs.get(i);
            TokenRange part = new TokenRange(left, ours.right());
            if (ours.equals(other)) {
                listener.compared(ours.rows(), other.rows());
            } else {
                lookInto(part, halvings, ours, other, done);
            }
            left = ours.right();
        }
    }

    private static void requireUnreadable(ProblemException why) {
        if (why.type() != ProblemType.CASSANDRA_REFUSED) {
            throw why;
        }
    }

    // Halves the range, to report as little as possible as not comparable. Nothing of the range may have been reported
    // yet.
    private void divide(TokenRange range, int halvings, ProblemException why, LongConsumer done) {
        requireUnreadable(why);
        long middle = range.left() + ((range.right() - range.left()) >>> 1);
        if (halvings == 0 || middle == range.left() || refusedInARow >= MOST_REFUSED_IN_A_ROW) {
            refusedInARow++;
            listener.notComparable(range, String.valueOf(why.getMessage()));
            done.accept(range.right());
            return;
        }
        compare(new TokenRange(range.left(), middle), halvings - 1, done);
        compare(new TokenRange(middle, range.right()), halvings - 1, done);
    }

    private void lookInto(TokenRange range, int halvings, Block ours, Block theirs, LongConsumer done) {
        long rows = Math.max(ours.rows(), theirs.rows());
        if (rows <= sizes.listed()) {
            try {
                list(range, 1, bits(0));
            } catch (ProblemException e) {
                divide(range, halvings, e, done);
                return;
            }
            listener.compared(ours.rows(), theirs.rows());
            recheckMany();
            return;
        }
        // The side with more rows decides where to split.
        Side larger = theirs.rows() > ours.rows() ? there : here;
        Side smaller = larger == here ? there : here;
        TokenRange left = range;
        while (true) {
            List<Block> cut;
            List<Block> same;
            try {
                int judged = now.getAsInt();
                cut = larger.blocksOf(sizes.block(), left, judged);
                same = isUncut(cut, range)
                        ? cut
                        : smaller.blocksAt(
                                cut.stream().map(Block::right).toList(),
                                new TokenRange(
                                        left.left(), cut.get(cut.size() - 1).right()),
                                judged);
            } catch (ProblemException e) {
                divide(left, halvings, e, done);
                return;
            }
            if (isUncut(cut, range)) {
                lookIntoBuckets(range, rows);
                listener.compared(ours.rows(), theirs.rows());
                return;
            }
            long end =
                    compareCut(left.left(), larger == here ? cut : same, larger == here ? same : cut, halvings, done);
            done.accept(end);
            if (end == range.right()) {
                return;
            }
            left = new TokenRange(end, range.right());
        }
    }

    // Returns the end of the last block.
    private long compareCut(long from, List<Block> ours, List<Block> theirs, int halvings, LongConsumer done) {
        long left = from;
        for (int i = 0; i < ours.size(); i++) {
            Block one = ours.get(i);
            Block other = theirs.get(i);
            if (one.equals(other)) {
                listener.compared(one.rows(), other.rows());
            } else {
                lookInto(new TokenRange(left, one.right()), halvings, one, other, done);
            }
            left = one.right();
        }
        return left;
    }

    private static boolean isUncut(List<Block> blocks, TokenRange range) {
        return blocks.size() == 1 && blocks.get(0).right() == range.right();
    }

    // The rows are of one partition, or of few with one token, so the range cannot be split.
    private void lookIntoBuckets(TokenRange range, long rows) {
        try {
            int count = (int) Math.min(MOST_BUCKETS, rows / ROWS_OF_A_BUCKET + 1);
            for (BitSet group : differingBuckets(range, count)) {
                list(range, count, group);
                recheckMany();
            }
        } catch (ProblemException e) {
            requireUnreadable(e);
            listener.notComparable(range, String.valueOf(e.getMessage()));
        }
    }

    // Each group is small enough to list.
    private List<BitSet> differingBuckets(TokenRange range, int count) {
        int judged = now.getAsInt();
        Map<Integer, Bucket> ours = byNumber(here.buckets(count, range, judged));
        Map<Integer, Bucket> theirs = byNumber(there.buckets(count, range, judged));
        Set<Integer> numbers = new LinkedHashSet<>(ours.keySet());
        numbers.addAll(theirs.keySet());
        List<BitSet> groups = new ArrayList<>();
        long size = sizes.listed();
        for (int number : numbers) {
            Bucket one = ours.getOrDefault(number, new Bucket(number, 0, DigestSum.ZERO));
            Bucket other = theirs.getOrDefault(number, new Bucket(number, 0, DigestSum.ZERO));
            if (one.equals(other)) {
                continue;
            }
            long more = Math.max(one.rows(), other.rows());
            if (size + more > sizes.listed()) {
                groups.add(new BitSet());
                size = 0;
            }
            groups.get(groups.size() - 1).set(number);
            size += more;
        }
        return groups;
    }

    private static Map<Integer, Bucket> byNumber(List<Bucket> buckets) {
        Map<Integer, Bucket> all = new LinkedHashMap<>();
        buckets.forEach(bucket -> all.put(bucket.number(), bucket));
        return all;
    }

    private static BitSet bits(int only) {
        BitSet bits = new BitSet();
        bits.set(only);
        return bits;
    }

    private void list(TokenRange range, int count, BitSet only) {
        int judged = now.getAsInt();
        Supplier<List<DigestedRow>> theirs = () -> there.rows(count, only, range, judged);
        CompletableFuture<List<DigestedRow>> coming = CompletableFuture.supplyAsync(theirs, threads);
        Map<RowId, DigestSum> rows = new HashMap<>();
        here.rows(count, only, range, judged).forEach(row -> rows.put(row.row(), row.digest()));
        for (DigestedRow row : join(coming)) {
            DigestSum ours = rows.remove(row.row());
            if (!row.digest().equals(ours)) {
                differing.add(row.row());
            }
        }
        differing.addAll(rows.keySet());
    }

    private void recheckMany() {
        if (differing.size() >= ROWS_TO_RECHECK) {
            recheck();
        }
    }
}
