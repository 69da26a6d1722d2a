/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable.index;

import io.idaeus.sidecar.ring.TokenBounds;
import io.idaeus.sidecar.sstable.file.Cursor;
import io.idaeus.sidecar.sstable.file.PageCursor;
import io.idaeus.sidecar.sstable.file.SstableException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Walks the trie of Partitions.db (Cassandra's BTI {@code PartitionIndex}): for each partition a prefix of its
 * byte-comparable key, where its entry in Rows.db or its data are, and a byte of its key's hash. Not thread-safe.
 */
public final class PartitionTrie {
    private static final int HASH = 8;

    private static final int TOKEN_AT = 1;

    /** Bytes of a byte-comparable key up to the end of its token. */
    static final int TOKEN_END = TOKEN_AT + Long.BYTES;

    /** The pages of the file. */
    public interface Pages {
        /**
         * A page of {@value TrieNode#PAGE} bytes; the last one may be shorter.
         *
         * @return null where the page is not here
         */
        byte @Nullable [] page(long number) throws SstableException;
    }

    /**
     * A partition.
     *
     * @param position in Rows.db, or, if it is negative, the complement of the position in Data.db
     * @param hash the lowest byte of the second half of the key's hash; -1 where it is not stored
     */
    public record Leaf(long position, int hash) {
        public boolean isInRows() {
            return position >= 0;
        }

        /** Where the partition begins in Data.db, uncompressed; only where it is not in Rows.db. */
        public long data() {
            return ~position;
        }
    }

    /**
     * A partition at an end of a part of the trie.
     *
     * @param bounds what its token can be
     */
    record Edge(Leaf leaf, TokenBounds bounds) {}

    /** Decides about nodes in the order of the keys. */
    public interface Gate {
        /**
         * @param prefix has the first bytes, as many as {@code length}, of the keys below the node
         * @return whether the partitions below the node are wanted
         */
        boolean enter(byte[] prefix, int length, long node) throws SstableException;
    }

    private static final class Frame {
        private final TrieNode node;
        private int next;

        Frame(TrieNode node) {
            this.node = node;
        }
    }

    private final String file;
    private final Pages pages;
    private final Gate gate;
    // A damaged trie could lead to the same node again and again.
    private final long limit;
    private final Deque<Frame> path = new ArrayDeque<>();
    private long visits;
    private byte[] prefix = new byte[64];
    private int prefixLength;
    private @Nullable Leaf leaf;

    /** @param size bytes of the trie */
    public PartitionTrie(String file, Pages pages, Gate gate, long size, long root) throws SstableException {
        this.file = file;
        this.pages = pages;
        this.gate = gate;
        limit = size;
        enter(root, 0);
    }

    /** Goes on to the next partition; false after the last one. */
    public boolean next() throws SstableException {
        // The root has a leaf where there is one partition alone.
        boolean atRoot = leaf != null && visits == 0;
        while (!atRoot && !path.isEmpty()) {
            requireEnd(visits++);
            Frame frame = path.getLast();
            if (frame.next == frame.node.children()) {
                path.removeLast();
                continue;
            }
            int length = path.size();
            if (prefix.length < length) {
                prefix = Arrays.copyOf(prefix, 2 * length);
            }
            prefix[length - 1] = (byte) frame.node.childByte(frame.next);
            if (enter(frame.node.child(frame.next++), length)) {
                return true;
            }
        }
        visits++;
        return atRoot;
    }

    // Whether there is a partition at the node.
    private boolean enter(long position, int length) throws SstableException {
        if (!gate.enter(prefix, length, position)) {
            return false;
        }
        TrieNode node = node(position);
        if (node == null) {
            return false;
        }
        path.addLast(new Frame(node));
        if (!node.hasPayload()) {
            return false;
        }
        leaf = leaf(node, position);
        prefixLength = length;
        return true;
    }

    /** The partition that {@link #next} has gone to. */
    public Leaf leaf() {
        return Objects.requireNonNull(leaf, "next");
    }

    /** Has the first bytes of its byte-comparable key, as many as {@link #prefixLength}; changes with the next one. */
    public byte[] prefix() {
        return prefix;
    }

    public int prefixLength() {
        return prefixLength;
    }

    private @Nullable TrieNode node(long position) throws SstableException {
        byte[] page = pages.page(position / TrieNode.PAGE);
        return page == null ? null : TrieNode.read(cursor(page, position), position);
    }

    private void requireEnd(long seen) throws SstableException {
        if (seen > 2 * limit) {
            throw new Cursor(file, new byte[0]).corrupt("the trie has more nodes than bytes");
        }
    }

    private PageCursor cursor(byte[] page, long position) {
        return new PageCursor(file, page, (int) (position % TrieNode.PAGE));
    }

    private Leaf leaf(TrieNode node, long position) throws SstableException {
        byte[] page = pages.page(position / TrieNode.PAGE);
        if (page == null) {
            throw new Cursor(file, new byte[0]).corrupt("no page of position " + position);
        }
        PageCursor in = new PageCursor(file, page, node.payloadAt());
        boolean hashed = node.payloadBits() >= HASH;
        int bytes = hashed ? node.payloadBits() - HASH + 1 : node.payloadBits();
        int from = hashed ? 1 : 0;
        long value = (byte) in.u8(from);
        for (int i = 1; i < bytes; i++) {
            value = value << 8 | in.u8(from + i);
        }
        return new Leaf(value, hashed ? in.u8(0) : -1);
    }

    /**
     * The first or the last partition below a node.
     *
     * @param above the way to the node: the first bytes of the keys below it, as many as {@code length}
     */
    Edge edge(byte[] above, int length, long position, boolean isFirst) throws SstableException {
        byte[] way = Arrays.copyOf(above, Math.max(length, TOKEN_END));
        int wayLength = length;
        // Children are at lower positions: this ends.
        for (long at = position; ; ) {
            TrieNode node = node(at);
            if (node == null || (!node.hasPayload() && node.children() == 0)) {
                throw new Cursor(file, new byte[0]).corrupt("no partition below the node at " + position);
            }
            if (node.hasPayload()) {
                return new Edge(leaf(node, at), bounds(way, wayLength));
            }
            int child = isFirst ? 0 : node.children() - 1;
            if (wayLength < way.length) {
                way[wayLength] = (byte) node.childByte(child);
            }
            wayLength++;
            at = node.child(child);
        }
    }

    /** The tokens of keys that begin so. */
    static TokenBounds bounds(byte[] prefix, int length) {
        long least = 0;
        long most = 0;
        for (int i = TOKEN_AT; i < TOKEN_END; i++) {
            least = least << 8 | (i < length ? prefix[i] & 0xff : 0);
            most = most << 8 | (i < length ? prefix[i] & 0xff : 0xff);
        }
        // Byte-comparable numbers have the sign bit flipped.
        return new TokenBounds(least ^ Long.MIN_VALUE, most ^ Long.MIN_VALUE);
    }

    /** The last partition in Rows.db before the one that {@link #next} has gone to; null for none. */
    @Nullable
    Leaf lastInRowsBefore() throws SstableException {
        for (var frames = path.descendingIterator(); frames.hasNext(); ) {
            Frame frame = frames.next();
            // The one of the path is before the next child.
            Leaf found = lastInRows(frame.node, frame.next - 2);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private @Nullable Leaf lastInRows(TrieNode above, int child) throws SstableException {
        Deque<Long> nodes = new ArrayDeque<>();
        for (int i = 0; i <= child; i++) {
            nodes.addLast(above.child(i));
        }
        for (long seen = 0; !nodes.isEmpty(); seen++) {
            requireEnd(seen);
            long position = nodes.removeLast();
            TrieNode node = node(position);
            if (node != null) {
                // Keys are prefix-free: a node with a payload has no children.
                if (node.hasPayload() && leaf(node, position).isInRows()) {
                    return leaf(node, position);
                }
                for (int i = 0; i < node.children(); i++) {
                    nodes.addLast(node.child(i));
                }
            }
        }
        return null;
    }
}
