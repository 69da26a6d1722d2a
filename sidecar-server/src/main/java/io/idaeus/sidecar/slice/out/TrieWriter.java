/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.slice.out;

import io.idaeus.sidecar.sstable.file.ByteWriter;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;

/**
 * Writes a trie of sorted keys, from the leaves to the root, so that no node crosses a page and branches share pages where
 * they fit (the algorithm of Cassandra's {@code IncrementalTrieWriterPageAware}). Keeps in memory what is not placed yet:
 * the path of the last key, and beside it less than a page for each node. Not thread-safe.
 */
public final class TrieWriter {
    private static final int PAGE = 4096;
    private static final int NOT_PLACED = -1;
    private static final Comparator<Node> BY_SIZE =
            Comparator.comparingInt(Node::size).thenComparingInt(node -> node.transition);

    private static final class Node {
        private final int transition;
        private final List<Node> children = new ArrayList<>(1);
        private boolean hasPayload;
        private long payload;
        private int hash;

        private long at = NOT_PLACED;
        // Bytes of what is below, and of the node itself, as far as they go on its page. Estimates, where the flags say
        // that what is on other pages decides how long pointers are.
        private int branch;
        private int own;
        private boolean childElsewhere;
        private boolean branchElsewhere;

        Node(int transition) {
            this.transition = transition;
        }

        int size() {
            return branch + own;
        }

        void place(long position) {
            at = position;
            branch = 0;
            own = 0;
            childElsewhere = false;
            branchElsewhere = false;
            children.clear();
        }
    }

    private final OutFile out;
    private final ByteWriter bytes = new ByteWriter(64);
    private final Deque<Node> path = new ArrayDeque<>();
    private final ByteWriter last = new ByteWriter(64);

    public TrieWriter(OutFile out) {
        this.out = out;
        path.addLast(new Node(0));
    }

    /**
     * @param key above the one before, neither a prefix of the other
     * @param length bytes of the key
     */
    public void add(byte[] key, int length, long payload, int hash) throws IOException {
        int common = 0;
        while (common < Math.min(last.length(), length) && last.buffer()[common] == key[common]) {
            common++;
        }
        while (path.size() > common + 1) {
            complete(path.removeLast());
        }
        Node node = path.getLast();
        for (int i = common; i < length; i++) {
            Node child = new Node(key[i] & 0xff);
            node.children.add(child);
            path.addLast(child);
            node = child;
        }
        node.hasPayload = true;
        node.payload = payload;
        node.hash = hash;
        last.clear();
        last.bytes(key, 0, length);
    }

    /** @return where the root is */
    public long finish() throws IOException {
        Node root = path.getFirst();
        while (!path.isEmpty()) {
            complete(path.removeLast());
        }
        int size = measure(root, out.position());
        if (size > leftInPage() && size <= PAGE) {
            pad();
            size = measure(root, out.position());
        }
        if (size > leftInPage()) {
            placeChildren(root);
            if (root.own > leftInPage()) {
                pad();
                measure(root, out.position());
            }
        }
        return write(root);
    }

    private int leftInPage() {
        return PAGE - (int) (out.position() % PAGE);
    }

    private void pad() throws IOException {
        int left = leftInPage();
        if (left < PAGE) {
            out.write(new byte[left]);
        }
    }

    private void complete(Node node) throws IOException {
        node.branch = node.children.stream().mapToInt(Node::size).sum();
        // Until its children are looked at, some of them may be anywhere.
        node.childElsewhere = true;
        int own = size(node, out.position());
        if (own + node.branch >= PAGE) {
            placeChildren(node);
            return;
        }
        node.own = own;
        node.childElsewhere = false;
        for (Node child : node.children) {
            if (child.at != NOT_PLACED) {
                node.childElsewhere = true;
            } else if (child.childElsewhere || child.branchElsewhere) {
                node.branchElsewhere = true;
            }
        }
    }

    private void placeChildren(Node node) throws IOException {
        NavigableSet<Node> children = new TreeSet<>(BY_SIZE);
        for (Node child : node.children) {
            if (child.at == NOT_PLACED) {
                children.add(child);
            }
        }
        int left = leftInPage();
        while (!children.isEmpty()) {
            Node most = new Node(256);
            most.branch = left;
            Node child = children.headSet(most, true).pollLast();
            if (child == null) {
                pad();
                left = PAGE;
                child = children.pollLast();
            }
            if ((child.childElsewhere || child.branchElsewhere) && measure(child, out.position()) > left) {
                if (left == PAGE) {
                    placeChildren(child);
                    left = leftInPage();
                }
                children.add(child);
                continue;
            }
            child.place(write(child));
            left = leftInPage();
        }
        node.branch = 0;
        node.childElsewhere = true;
        node.branchElsewhere = false;
        node.own = size(node, out.position());
    }

    /** The bytes of a branch if it begins at a position. */
    private int measure(Node node, long position) {
        if (node.branchElsewhere) {
            int branch = 0;
            for (Node child : node.children) {
                branch += measure(child, position + branch);
            }
            node.branch = branch;
        }
        if (node.childElsewhere || node.branchElsewhere) {
            node.own = size(node, position + node.branch);
        }
        return node.size();
    }

    private long write(Node node) throws IOException {
        for (Node child : node.children) {
            if (child.at == NOT_PLACED) {
                child.at = write(child);
            }
        }
        long at = out.position();
        bytes.clear();
        type(node, at).write(node, at, bytes);
        if (node.hasPayload) {
            int length = payloadLength(node.payload);
            bytes.u8(node.hash);
            for (int i = length - 1; i >= 0; i--) {
                bytes.u8((int) (node.payload >>> (8 * i)));
            }
        }
        out.write(bytes.buffer(), 0, bytes.length());
        return at;
    }

    private static int size(Node node, long position) {
        return type(node, position).size(node) + (node.hasPayload ? 1 + payloadLength(node.payload) : 0);
    }

    // Bytes of a signed number.
    private static int payloadLength(long value) {
        return (Long.SIZE - Long.numberOfLeadingZeros(value < 0 ? ~value : value) + 1 + 7) / 8;
    }

    private static Type type(Node node, long position) {
        int count = node.children.size();
        if (count == 0) {
            return Type.LEAF;
        }
        long farthest = farthest(node, position);
        int width = 0;
        while (!Type.ofOne(width).reaches(farthest)) {
            width++;
        }
        if (count == 1) {
            boolean needsRoom = node.hasPayload && Type.ofOne(width).isWithoutPayload();
            return Type.ofOne(needsRoom ? width + 1 : width);
        }
        Type sparse = Type.sparse(width);
        Type dense = Type.dense(width);
        return sparse.size(node) < dense.size(node) ? sparse : dense;
    }

    // How far before the node the child is that is farthest from it.
    private static long farthest(Node node, long position) {
        if (!node.childElsewhere) {
            return (long) node.branch - node.children.get(0).branch;
        }
        long placed = 0;
        long notPlaced = -1;
        for (Node child : node.children) {
            if (child.at != NOT_PLACED) {
                placed = Math.max(placed, position - child.at);
            } else if (notPlaced < 0) {
                notPlaced = (long) node.branch - child.branch;
            }
        }
        return Math.max(placed, notPlaced);
    }

    /** Cassandra's {@code TrieNode.Types}, by their numbers in the file. */
    private enum Type {
        LEAF(0, 0),
        ONE_4(1, 4),
        ONE_8(2, 8),
        ONE_12(3, 12),
        ONE_16(4, 16),
        SPARSE_8(5, 8),
        SPARSE_12(6, 12),
        SPARSE_16(7, 16),
        SPARSE_24(8, 24),
        SPARSE_40(9, 40),
        DENSE_12(10, 12),
        DENSE_16(11, 16),
        DENSE_24(12, 24),
        DENSE_32(13, 32),
        DENSE_40(14, 40),
        DENSE_64(15, 64);

        // For pointers of 4, 8, 12, 16, 24, 32, 40 and 64 bits; not each kind has each.
        private static final List<Type> ONES =
                List.of(ONE_4, ONE_8, ONE_12, ONE_16, DENSE_24, DENSE_32, DENSE_40, DENSE_64);
        private static final List<Type> SPARSES =
                List.of(SPARSE_8, SPARSE_8, SPARSE_12, SPARSE_16, SPARSE_24, SPARSE_40, SPARSE_40, DENSE_64);
        private static final List<Type> DENSES =
                List.of(DENSE_12, DENSE_12, DENSE_12, DENSE_16, DENSE_24, DENSE_32, DENSE_40, DENSE_64);

        private final int number;
        private final int bits;

        /** @param bits of a pointer */
        Type(int number, int bits) {
            this.number = number;
            this.bits = bits;
        }

        static Type ofOne(int width) {
            return ONES.get(width);
        }

        static Type sparse(int width) {
            return SPARSES.get(width);
        }

        static Type dense(int width) {
            return DENSES.get(width);
        }

        boolean reaches(long distance) {
            return bits == Long.SIZE || distance < 1L << bits;
        }

        boolean isWithoutPayload() {
            return this == ONE_4 || this == ONE_12;
        }

        private boolean isSparse() {
            return compareTo(SPARSE_8) >= 0 && compareTo(SPARSE_40) <= 0;
        }

        int size(Node node) {
            int count = node.children.size();
            return switch (this) {
                case LEAF -> 1;
                case ONE_4 -> 2;
                case ONE_12 -> 3;
                case ONE_8, ONE_16 -> 2 + bits / 8;
                default -> isSparse() ? 2 + count + (count * bits + 7) / 8 : 3 + (span(node) * bits + 7) / 8;
            };
        }

        // The number of bytes from the first to the last child.
        private static int span(Node node) {
            return node.children.get(node.children.size() - 1).transition - node.children.get(0).transition + 1;
        }

        void write(Node node, long at, ByteWriter out) {
            int head = number << 4;
            // A position with a hash.
            int flags = node.hasPayload ? 8 + payloadLength(node.payload) - 1 : 0;
            List<Node> children = node.children;
            switch (this) {
                case LEAF -> out.u8(head | flags);
                case ONE_4 -> out.u8(head | (int) (at - children.get(0).at)).u8(children.get(0).transition);
                case ONE_12 ->
                    out.u16(head << 8 | (int) (at - children.get(0).at)).u8(children.get(0).transition);
                case ONE_8, ONE_16 -> {
                    out.u8(head | flags).u8(children.get(0).transition);
                    pointer(out, at - children.get(0).at);
                }
                default -> {
                    out.u8(head | flags);
                    if (isSparse()) {
                        sparse(node, at, out);
                    } else {
                        dense(node, at, out);
                    }
                }
            }
        }

        private void sparse(Node node, long at, ByteWriter out) {
            List<Node> children = node.children;
            out.u8(children.size());
            children.forEach(child -> out.u8(child.transition));
            long[] pointers = new long[children.size()];
            for (int i = 0; i < pointers.length; i++) {
                pointers[i] = at - children.get(i).at;
            }
            pointers(out, pointers);
        }

        private void dense(Node node, long at, ByteWriter out) {
            int first = node.children.get(0).transition;
            long[] pointers = new long[span(node)];
            out.u8(first).u8(pointers.length - 1);
            for (Node child : node.children) {
                pointers[child.transition - first] = at - child.at;
            }
            pointers(out, pointers);
        }

        private void pointers(ByteWriter out, long[] pointers) {
            if (bits != 12) {
                for (long pointer : pointers) {
                    pointer(out, pointer);
                }
                return;
            }
            for (int i = 0; i < pointers.length; i += 2) {
                int one = (int) pointers[i];
                if (i + 1 == pointers.length) {
                    out.u16(one << 4);
                } else {
                    int two = (int) pointers[i + 1];
                    out.u8(one >> 4).u8(one << 4 | two >> 8).u8(two);
                }
            }
        }

        private void pointer(ByteWriter out, long distance) {
            for (int shift = bits - 8; shift >= 0; shift -= 8) {
                out.u8((int) (distance >>> shift));
            }
        }
    }
}
