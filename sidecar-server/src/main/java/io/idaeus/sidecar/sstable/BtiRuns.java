/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable;

import io.idaeus.sidecar.byterange.ByteRanges;
import io.idaeus.sidecar.byterange.ByteRanges.ByteRange;
import io.idaeus.sidecar.checksum.Crc32;
import io.idaeus.sidecar.ring.TokenBounds;
import io.idaeus.sidecar.ring.TokenRanges;
import io.idaeus.sidecar.sstable.PartitionTrie.Leaf;
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
 * ranges may be. Not thread-safe.
 */
public final class BtiRuns {
    private static final int TOKEN_AT = 1;
    private static final int TOKEN_END = TOKEN_AT + Long.BYTES;
    // Before each component of a byte-comparable key.
    private static final int COMPONENT = 0x40;
    private static final int MANY = 256 << 10;

    /** Reads the key of a partition from Data.db. */
    public interface Keys {
        /** @param position of the partition, uncompressed */
        byte[] at(long position) throws SstableException;
    }

    private final ComponentFile partitions;
    private final ComponentFile rows;
    private final long dataLength;
    private final TokenRanges wanted;
    private final Keys keys;
    private final PartitionsFile.Footer footer;
    private final Map<Long, byte[]> pages = new HashMap<>();
    private final TreeSet<Long> needed = new TreeSet<>();
    private final List<Run> runs = new ArrayList<>();

    // Of the run that the last partition belongs to.
    private boolean open;
    private long dataFrom;
    private long rowsFrom;
    private long rowsTo;
    private long count;
    private boolean lookingUp;
    private @Nullable Leaf first;
    private Leaf last = new Leaf(0, 0);

    private BtiRuns(ComponentFile partitions, ComponentFile rows, long dataLength, TokenRanges wanted, Keys keys)
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
    public static Optional<SstableRuns> find(Path partitions, Path rows, long dataLength, TokenRanges wanted, Keys keys)
            throws SstableException {
        try (ComponentFile trie = ComponentFile.open(partitions);
                ComponentFile entries = ComponentFile.open(rows)) {
            return new BtiRuns(trie, entries, dataLength, wanted, keys).find();
        }
    }

    private Optional<SstableRuns> find() throws SstableException {
        PartitionTrie trie =
                new PartitionTrie(partitions.name(), this::neededPage, this::enter, footer.keysAt(), footer.root());
        while (trie.next()) {
            if (trie.prefixLength() < TOKEN_END
                    && !wanted.contains(key(trie.leaf()).token())) {
                skip(trie.leaf());
            } else {
                add(trie);
            }
        }
        if (open) {
            close(dataLength, null);
        }
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

    // What is only looked at is not sent.
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
            throw new Cursor(partitions.name(), new byte[0])
                    .corrupt("position " + dataTo + " of Data.db comes after position " + dataFrom
                            + " (expected: positions that ascend, up to " + dataLength + ")");
        }
        runs.add(new Run(rowsFrom, Math.max(rowsFrom, rowsTo), dataFrom, dataTo, next));
        open = false;
    }

    private boolean enter(byte[] prefix, int length, long node) throws SstableException {
        if (length > 0 && (prefix[0] & 0xff) != COMPONENT) {
            throw new Cursor(partitions.name(), new byte[0])
                    .corrupt("a key begins with byte " + (prefix[0] & 0xff) + " (expected: " + COMPONENT + ")");
        }
        if (!wanted.clip(bounds(prefix, length)).isEmpty()) {
            return true;
        }
        if (open) {
            skip(new PartitionTrie(partitions.name(), this::page, (p, l, n) -> false, footer.keysAt(), node)
                    .first(node));
        }
        return false;
    }

    private void skip(Leaf next) throws SstableException {
        if (open) {
            close(data(next), key(next));
        }
    }

    private void add(PartitionTrie trie) throws SstableException {
        Leaf leaf = trie.leaf();
        RowsEntry entry = leaf.isInRows() ? RowsEntry.read(rows, leaf.position()) : null;
        if (!open) {
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

    /** The tokens of keys that begin so. */
    private static TokenBounds bounds(byte[] prefix, int length) {
        long least = 0;
        long most = 0;
        for (int i = TOKEN_AT; i < TOKEN_END; i++) {
            least = least << 8 | (i < length ? prefix[i] & 0xff : 0);
            most = most << 8 | (i < length ? prefix[i] & 0xff : 0xff);
        }
        // Byte-comparable numbers have the sign bit flipped.
        return new TokenBounds(least ^ Long.MIN_VALUE, most ^ Long.MIN_VALUE);
    }
}
