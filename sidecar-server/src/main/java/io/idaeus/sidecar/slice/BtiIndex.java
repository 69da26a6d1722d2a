/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.slice;

import io.idaeus.sidecar.byterange.ByteRanges.ByteRange;
import io.idaeus.sidecar.checksum.Crc32;
import io.idaeus.sidecar.slice.out.ComparableKey;
import io.idaeus.sidecar.slice.out.OutFile;
import io.idaeus.sidecar.slice.out.SliceFiles;
import io.idaeus.sidecar.slice.out.TrieWriter;
import io.idaeus.sidecar.sstable.file.ByteWriter;
import io.idaeus.sidecar.sstable.file.ComponentFile;
import io.idaeus.sidecar.sstable.file.SstableException;
import io.idaeus.sidecar.sstable.index.PartitionKey;
import io.idaeus.sidecar.sstable.index.PartitionTrie;
import io.idaeus.sidecar.sstable.index.RowsEntry;
import io.idaeus.sidecar.sstable.index.Run;
import io.idaeus.sidecar.sstable.index.SstableRuns;
import io.idaeus.sidecar.sstable.index.TriePages;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * Partitions.db and Rows.db. The trie of partitions is built anew from their keys, which are in Data.db. A partition's
 * index of its rows stays as it is, at the same place in its page; only the position of the partition changes.
 */
final class BtiIndex implements SliceIndex {
    private static final int PAGE = 4096;
    private static final int BLOCK = 256 << 10;

    /** A partition whose key is not known yet. */
    private static final class Pending {
        // The beginning of its byte-comparable key, as it is in the source's trie.
        private final byte[] prefix;
        // In the source's trie; -1 for none.
        private final int hash;
        // In the slice's trie.
        private final long payload;
        private final @Nullable PartitionKey rowsKey;

        Pending(byte[] prefix, int hash, long payload, @Nullable PartitionKey rowsKey) {
            this.prefix = prefix;
            this.hash = hash;
            this.payload = payload;
            this.rowsKey = rowsKey;
        }

        boolean isOf(byte[] key, ComparableKey comparable, int hashByte) {
            return prefix.length <= comparable.length()
                    && Arrays.equals(prefix, 0, prefix.length, comparable.buffer(), 0, prefix.length)
                    && (hash < 0 || hash == hashByte)
                    && (rowsKey == null || rowsKey.equals(PartitionKey.of(key)));
        }
    }

    private final SstableRuns runs;
    private final long[] dataBase;
    // Where a run's entries begin in the fetched part of Rows.db.
    private final long[] rowsAt;
    private final ComponentFile pages;
    private final ComponentFile rowsFile;
    private final OutFile partitions;
    private final OutFile rows;
    private final TrieWriter trie;
    private final SliceKeys keys;
    private final SliceStatistics statistics;
    private final Deque<Pending> pending = new ArrayDeque<>();

    private int run = -1;
    private long last = -1;
    // Where the run's entries begin in the slice's Rows.db.
    private long rowsBase;
    private final Deque<Moved> moved = new ArrayDeque<>();

    private ComparableKey previous = new ComparableKey();
    private ComparableKey current = new ComparableKey();
    private @Nullable Pending previousPartition;
    private int previousHash;
    private int difference;

    /** A position that changes in Rows.db: where it is in the fetched part, in how many bytes, and the new one. */
    private record Moved(long at, int length, long position) {}

    BtiIndex(SliceSource source, SliceFiles files, SliceKeys keys, SliceStatistics statistics)
            throws IOException, SstableException {
        this.runs = source.runs();
        this.keys = keys;
        this.statistics = statistics;
        dataBase = new long[runs.runs().size()];
        rowsAt = new long[runs.runs().size()];
        for (int i = 1; i < rowsAt.length; i++) {
            Run before = runs.runs().get(i - 1);
            dataBase[i] = dataBase[i - 1] + before.dataLength();
            rowsAt[i] = rowsAt[i - 1] + before.indexTo() - before.indexFrom();
        }
        partitions = files.create("Partitions.db");
        rows = files.create("Rows.db");
        trie = new TrieWriter(partitions);
        pages = ComponentFile.open(Objects.requireNonNull(source.trie()));
        rowsFile = opened(source.index(), pages);
    }

    private static ComponentFile opened(Path path, ComponentFile before) throws SstableException {
        try {
            return ComponentFile.open(path);
        } catch (SstableException e) {
            before.close();
            throw e;
        }
    }

    @Override
    public String file() {
        return "Partitions.db";
    }

    @Override
    public void copy(Pipeline pipeline) throws IOException, SliceException, SstableException, InterruptedException {
        TriePages described = Objects.requireNonNull(runs.trie());
        require("Partitions.db", pages, described.pages().size(), described.crc());
        require("Rows.db", rowsFile, runs.indexLength(), runs.index());
        FetchedPages fetched = new FetchedPages(pages, described.pages().ranges());
        PartitionTrie source = new PartitionTrie(
                file(),
                fetched,
                (prefix, length, node) -> true,
                described.pages().size(),
                described.root());
        while (source.next()) {
            add(source, pipeline);
        }
        if (run != runs.runs().size() - 1) {
            throw new SliceException("Partitions.db has no partition of run " + (run + 1) + " of "
                    + runs.runs().size());
        }
        endRun();
    }

    private static void require(String name, ComponentFile file, long size, Crc32 expected)
            throws SliceException, SstableException {
        CRC32 crc = new CRC32();
        for (long at = 0; at < file.size(); at += BLOCK) {
            crc.update(file.read(at, (int) Math.min(BLOCK, file.size() - at)));
        }
        if (file.size() != size || !Crc32.of(crc).equals(expected)) {
            throw new SliceException(name + ": " + file.size() + " bytes with CRC32 " + Crc32.of(crc)
                    + " were fetched (expected: " + size + " with " + expected + ")");
        }
    }

    private void add(PartitionTrie source, Pipeline pipeline)
            throws IOException, SliceException, SstableException, InterruptedException {
        PartitionTrie.Leaf leaf = source.leaf();
        int of = leaf.isInRows() ? runOfRows(leaf.position()) : runOfData(leaf.data());
        if (of < 0) {
            return;
        }
        Run its = runs.runs().get(of);
        RowsEntry entry =
                leaf.isInRows() ? RowsEntry.read(rowsFile, rowsAt[of] + leaf.position() - its.indexFrom()) : null;
        long position = entry == null ? leaf.data() : entry.data();
        begin(of, its, position);
        long to = dataBase[of] + position - its.dataFrom();
        long payload = ~to;
        if (entry != null) {
            payload = rowsBase + leaf.position() - its.indexFrom();
            moved.add(new Moved(entry.dataAt(), entry.dataLength(), to));
        }
        byte[] prefix = Arrays.copyOf(source.prefix(), source.prefixLength());
        pending.add(new Pending(prefix, leaf.hash(), payload, entry == null ? null : entry.key()));
        pipeline.partition(new Partition(to, null));
    }

    private void begin(int of, Run its, long position) throws IOException, SliceException, SstableException {
        boolean isFirst = of == run + 1;
        boolean right = isFirst ? position == its.dataFrom() : of == run && position > last;
        if (!right || position >= its.dataTo()) {
            throw new SliceException("Partitions.db: a partition at " + position + " of Data.db comes after one at "
                    + last + " (expected: each run from its beginning, in order)");
        }
        if (isFirst) {
            endRun();
            run = of;
            long here = rows.position();
            rowsBase = here + Math.floorMod(its.indexFrom() - here, PAGE);
        } else {
            statistics.add(position - last);
        }
        last = position;
    }

    private int runOfData(long position) {
        List<Run> all = runs.runs();
        for (int i = Math.max(0, run); i < all.size() && all.get(i).dataFrom() <= position; i++) {
            if (position < all.get(i).dataTo()) {
                return i;
            }
        }
        return -1;
    }

    private int runOfRows(long position) {
        List<Run> all = runs.runs();
        for (int i = Math.max(0, run); i < all.size(); i++) {
            if (position >= all.get(i).indexFrom() && position < all.get(i).indexTo()) {
                return i;
            }
        }
        return -1;
    }

    // Copies the entries of the run that ends.
    private void endRun() throws IOException, SliceException, SstableException {
        if (run < 0) {
            return;
        }
        Run its = runs.runs().get(run);
        statistics.add(its.dataTo() - last);
        long length = its.indexTo() - its.indexFrom();
        if (length == 0) {
            return;
        }
        rows.write(new byte[(int) (rowsBase - rows.position())]);
        long at = rowsAt[run];
        long end = at + length;
        for (Moved next : moved) {
            if (next.at() < at) {
                throw new SliceException("Rows.db: an entry at " + next.at() + " comes after one up to " + at
                        + " (expected: entries in the order of their partitions)");
            }
            copyRows(at, next.at());
            rows.write(new ByteWriter(9).vint(next.position(), next.length()).toBytes());
            at = next.at() + next.length();
        }
        moved.clear();
        copyRows(at, end);
    }

    private void copyRows(long from, long to) throws IOException, SstableException {
        for (long at = from; at < to; at += BLOCK) {
            rows.write(rowsFile.read(at, (int) Math.min(BLOCK, to - at)));
        }
    }

    @Override
    public void key(byte[] key) throws IOException, SliceException {
        Pending partition = pending.remove();
        keys.add("Data.db", key);
        current.set(keys.token(), key);
        if (!partition.isOf(key, current, keys.hashByte())) {
            throw new SliceException("Data.db and its index differ: key " + PartitionKey.of(key)
                    + " is in Data.db where the index has another one");
        }
        if (previousPartition != null) {
            int differs = previous.difference(current);
            trie.add(previous.buffer(), Math.max(differs, difference), previousPartition.payload, previousHash);
            difference = differs;
        }
        ComparableKey free = previous;
        previous = current;
        current = free;
        previousPartition = partition;
        previousHash = keys.hashByte();
    }

    @Override
    public void finish() throws IOException {
        Pending end = Objects.requireNonNull(previousPartition);
        trie.add(previous.buffer(), difference, end.payload, previousHash);
        long root = trie.finish();
        long keysAt = partitions.position();
        byte[] first = keys.first();
        byte[] lastKey = keys.last();
        partitions.write(new ByteWriter(first.length + lastKey.length + 28)
                .u16(first.length)
                .bytes(first)
                .u16(lastKey.length)
                .bytes(lastKey)
                .i64(keysAt)
                .i64(keys.count())
                .i64(root)
                .toBytes());
        partitions.finish();
        rows.finish();
    }

    @Override
    public void close() throws IOException, SstableException {
        try (pages) {
            rowsFile.close();
        }
    }

    /** The pages that were fetched, one after the other in a file. */
    private static final class FetchedPages implements PartitionTrie.Pages {
        private static final int KEPT = 256;

        private final ComponentFile file;
        private final List<ByteRange> ranges;
        private final Map<Long, byte[]> kept = new HashMap<>();

        FetchedPages(ComponentFile file, List<ByteRange> ranges) {
            this.file = file;
            this.ranges = ranges;
        }

        @Override
        public byte @Nullable [] page(long number) throws SstableException {
            byte[] known = kept.get(number);
            if (known != null) {
                return known;
            }
            long from = number * PAGE;
            long at = 0;
            for (ByteRange range : ranges) {
                if (from >= range.from() && from < range.to()) {
                    byte[] page = file.read(at + from - range.from(), (int) Math.min(PAGE, range.to() - from));
                    if (kept.size() == KEPT) {
                        kept.clear();
                    }
                    kept.put(number, page);
                    return page;
                }
                at += range.to() - range.from();
            }
            return null;
        }
    }
}
