/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable.index;

import io.idaeus.sidecar.byterange.ByteRanges;
import io.idaeus.sidecar.byterange.ByteRanges.ByteRange;
import io.idaeus.sidecar.checksum.Crc32;
import io.idaeus.sidecar.ring.Murmur3;
import io.idaeus.sidecar.ring.RangeOverlap;
import io.idaeus.sidecar.ring.TokenBounds;
import io.idaeus.sidecar.ring.TokenRanges;
import io.idaeus.sidecar.sstable.file.ComponentFile;
import io.idaeus.sidecar.sstable.file.Cursor;
import io.idaeus.sidecar.sstable.file.SstableException;
import io.idaeus.sidecar.sstable.index.PartitionTrie.Leaf;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * Finds the partitions of a BTI SSTable whose tokens are in some ranges. Goes down the trie only where a token in the
 * ranges may be. Partitions.db has no checksums: the two partitions around each bound must have their keys in Data.db,
 * and the trie must have as many partitions as its footer says. Not thread-safe.
 */
public final class BtiRuns {
    private static final int TOKEN_END = PartitionTrie.TOKEN_END;
    // Before each component of a byte-comparable key.
    private static final int COMPONENT = 0x40;
    private static final int MANY = 256 << 10;
    // Partitions, in some 50 ms.
    private static final long MOST_COUNTED = 1 << 20;

    private final ComponentFile partitions;
    private final ComponentFile rows;
    private final long dataLength;
    private final TokenRanges wanted;
    private final DataKeys keys;
    private final PartitionsFile.Footer footer;
    private final Map<Long, byte[]> pages = new HashMap<>();
    private final TreeSet<Long> needed = new TreeSet<>();
    private final List<Run> runs = new ArrayList<>();

    // The run that the last partition belongs to.
    private boolean open;
    private long dataFrom;
    private long rowsFrom;
    private long rowsTo;
    private long count;
    private boolean lookingUp;

    // The partitions that were passed last and are in no run: below a node, with the way to it.
    private boolean hasPassed;
    private boolean passedProven;
    private byte[] passedWay = new byte[64];
    private int passedLength;
    private long passedNode;
    // Up to which tokens were passed.
    private long passedTo;
    // The trie has its partitions in the order of their tokens.
    private long leastToken = Long.MIN_VALUE;
    private @Nullable Leaf first;
    private Leaf last = new Leaf(0, 0);

    private BtiRuns(ComponentFile partitions, ComponentFile rows, long dataLength, TokenRanges wanted, DataKeys keys)
            throws SstableException {
        this.partitions = partitions;
        this.rows = rows;
        this.dataLength = dataLength;
        this.wanted = wanted;
        this.keys = keys;
        footer = PartitionsFile.footer(partitions);
    }

    /**
     * @param dataLength uncompressed bytes of Data.db
     * @param keys reads at most a few keys for each range
     * @return empty where no partition is in the ranges
     */
    public static Optional<SstableRuns> find(
            Path partitions, Path rows, long dataLength, TokenRanges wanted, DataKeys keys) throws SstableException {
        try (ComponentFile trie = ComponentFile.open(partitions);
                ComponentFile entries = ComponentFile.open(rows)) {
            return new BtiRuns(trie, entries, dataLength, wanted, keys).find();
        }
    }

    private Optional<SstableRuns> find() throws SstableException {
        PartitionTrie trie =
                new PartitionTrie(partitions.name(), this::neededPage, this::enter, footer.keysAt(), footer.root());
        while (trie.next()) {
            if (trie.prefixLength() >= TOKEN_END) {
                add(trie);
                continue;
            }
            PartitionKey key = proven(trie.leaf(), PartitionTrie.bounds(trie.prefix(), trie.prefixLength()));
            if (wanted.contains(key.token())) {
                add(trie);
            } else {
                skip(trie.leaf(), key);
            }
        }
        if (open) {
            close(dataLength, null);
        } else if (hasPassed && passedTo < Long.MAX_VALUE && isWanted(passedTo + 1, Long.MAX_VALUE)) {
            provePassed();
        }
        requireAll();
        if (first == null) {
            return Optional.empty();
        }
        TriePages described = new TriePages(footer.root(), pages(), crc(partitions, pages().ranges()));
        List<ByteRange> entries = runs.stream()
                .filter(run -> run.indexTo() > run.indexFrom())
                .map(run -> new ByteRange(run.indexFrom(), run.indexTo()))
                .toList();
        return Optional.of(new SstableRuns(runs, count, key(first), key(last), crc(rows, entries), described));
    }

    private ByteRanges pages() throws SstableException {
        List<ByteRange> ranges = new ArrayList<>();
        for (long page : needed) {
            long from = page * TrieNode.PAGE;
            ranges.add(new ByteRange(from, Math.min(from + TrieNode.PAGE, partitions.size())));
        }
        return ByteRanges.joined(ranges);
    }

    private static Crc32 crc(ComponentFile file, List<ByteRange> ranges) throws SstableException {
        CRC32 crc = new CRC32();
        for (ByteRange range : ranges) {
            for (long at = range.from(); at < range.to(); at += MANY) {
                crc.update(file.read(at, (int) Math.min(MANY, range.to() - at)));
            }
        }
        return Crc32.of(crc);
    }

    // Pages that are only looked at are not sent.
    private byte[] neededPage(long number) throws SstableException {
        if (!lookingUp) {
            needed.add(number);
        }
        return page(number);
    }

    // Those on the way to the root, and a few more.
    private byte[] page(long number) throws SstableException {
        byte[] known = pages.get(number);
        if (known != null) {
            return known;
        }
        if (pages.size() > 256) {
            pages.clear();
        }
        long from = number * TrieNode.PAGE;
        byte[] read = partitions.read(from, (int) Math.max(0, Math.min(TrieNode.PAGE, footer.keysAt() - from)));
        pages.put(number, read);
        return read;
    }

    private PartitionKey key(Leaf leaf) throws SstableException {
        return leaf.isInRows() ? RowsEntry.read(rows, leaf.position()).key() : new PartitionKey(keys.at(leaf.data()));
    }

    private long data(Leaf leaf) throws SstableException {
        return leaf.isInRows() ? RowsEntry.read(rows, leaf.position()).data() : leaf.data();
    }

    private void close(long dataTo, @Nullable PartitionKey next) throws SstableException {
        if (dataTo <= dataFrom || dataTo > dataLength) {
            throw corrupt("position " + dataTo + " of Data.db comes after position " + dataFrom
                    + " (expected: positions that ascend, up to " + dataLength + ")");
        }
        runs.add(new Run(rowsFrom, Math.max(rowsFrom, rowsTo), dataFrom, dataTo, next));
        open = false;
    }

    private boolean enter(byte[] prefix, int length, long node) throws SstableException {
        if (length > 0 && (prefix[0] & 0xff) != COMPONENT) {
            throw corrupt("a key begins with byte " + (prefix[0] & 0xff) + " (expected: " + COMPONENT + ")");
        }
        TokenBounds bounds = PartitionTrie.bounds(prefix, length);
        if (bounds.first() < leastToken) {
            throw corrupt("token " + bounds.first() + " comes after " + leastToken + " (expected: tokens that ascend)");
        }
        leastToken = bounds.first();
        if (isWanted(bounds.first(), bounds.last())) {
            return true;
        }
        boolean atBound = isAtBound(bounds.first());
        PartitionKey next = null;
        if (open || atBound) {
            PartitionTrie.Edge edge = edge(prefix, length, node, true);
            next = proven(edge.leaf(), edge.bounds());
            if (open) {
                close(data(edge.leaf()), next);
            } else {
                provePassed();
            }
        }
        hasPassed = true;
        passedProven = false;
        passedTo = bounds.last();
        passedNode = node;
        passedLength = length;
        if (passedWay.length < length) {
            passedWay = new byte[2 * length];
        }
        System.arraycopy(prefix, 0, passedWay, 0, length);
        return false;
    }

    // A partition that is known by its key.
    private void skip(Leaf leaf, PartitionKey key) throws SstableException {
        if (open) {
            close(data(leaf), key);
        } else if (isAtBound(key.token())) {
            provePassed();
        }
        hasPassed = true;
        passedProven = true;
        passedTo = key.token();
    }

    // Whether wanted tokens are between this one and those that were passed.
    private boolean isAtBound(long token) {
        long from = hasPassed ? passedTo + 1 : Long.MIN_VALUE;
        return token > from && isWanted(from, token - 1);
    }

    private boolean isWanted(long first, long last) {
        return wanted.overlap(new TokenBounds(first, last)) != RangeOverlap.NONE;
    }

    private void provePassed() throws SstableException {
        if (hasPassed && !passedProven) {
            PartitionTrie.Edge edge = edge(passedWay, passedLength, passedNode, false);
            proven(edge.leaf(), edge.bounds());
            passedProven = true;
        }
    }

    private PartitionTrie.Edge edge(byte[] way, int length, long node, boolean isFirst) throws SstableException {
        return new PartitionTrie(partitions.name(), this::page, (p, l, n) -> false, footer.keysAt(), node)
                .edge(way, length, node, isFirst);
    }

    /** The key that Data.db has of a partition, which must be that of the trie. */
    private PartitionKey proven(Leaf leaf, TokenBounds bounds) throws SstableException {
        RowsEntry entry = leaf.isInRows() ? RowsEntry.read(rows, leaf.position()) : null;
        long position = entry == null ? leaf.data() : entry.data();
        PartitionKey key = new PartitionKey(keys.at(position));
        byte[] bytes = key.bytes();
        long[] hash = new long[2];
        Murmur3.hash(bytes, 0, bytes.length, hash);
        if (key.token() < bounds.first()
                || key.token() > bounds.last()
                || (leaf.hash() >= 0 && leaf.hash() != ((int) hash[1] & 0xff))
                || (entry != null && !entry.key().equals(key))) {
            throw corrupt("a partition with a token of " + bounds + " is said to be at " + position
                    + " of Data.db, which has key " + key + " there (expected: the key of the partition)");
        }
        return key;
    }

    // A changed node can lead past partitions.
    private void requireAll() throws SstableException {
        if (footer.keys() > MOST_COUNTED) {
            return;
        }
        PartitionTrie all = new PartitionTrie(
                partitions.name(), this::page, (prefix, length, node) -> true, footer.keysAt(), footer.root());
        long found = 0;
        long inRows = -1;
        long inData = -1;
        while (all.next()) {
            Leaf leaf = all.leaf();
            if (leaf.isInRows() ? leaf.position() <= inRows : leaf.data() <= inData) {
                throw corrupt("partition " + found + " is before the one that it follows (expected: positions that "
                        + "ascend)");
            }
            inRows = leaf.isInRows() ? leaf.position() : inRows;
            inData = leaf.isInRows() ? inData : leaf.data();
            found++;
        }
        if (found != footer.keys()) {
            throw corrupt("the trie has " + found + " partitions (expected: " + footer.keys()
                    + ", as the end of the file says)");
        }
    }

    private SstableException corrupt(String finding) {
        return new Cursor(partitions.name(), new byte[0]).corrupt(finding);
    }

    private void add(PartitionTrie trie) throws SstableException {
        Leaf leaf = trie.leaf();
        RowsEntry entry = leaf.isInRows() ? RowsEntry.read(rows, leaf.position()) : null;
        if (!open) {
            provePassed();
            hasPassed = false;
            open = true;
            dataFrom = entry == null ? leaf.data() : entry.data();
            rowsFrom = 0;
            rowsTo = 0;
        }
        if (entry != null) {
            if (rowsTo == 0) {
                lookingUp = true;
                Leaf before = trie.lastInRowsBefore();
                lookingUp = false;
                rowsFrom = before == null
                        ? 0
                        : RowsEntry.read(rows, before.position()).end();
            }
            rowsTo = entry.end();
        }
        if (count++ == 0) {
            first = leaf;
        }
        last = leaf;
    }
}
