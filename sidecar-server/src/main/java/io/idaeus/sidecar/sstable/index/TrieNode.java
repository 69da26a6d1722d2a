/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable.index;

import io.idaeus.sidecar.sstable.file.PageCursor;
import io.idaeus.sidecar.sstable.file.SstableException;
import java.util.Arrays;

/**
 * A node of a trie on disk (Cassandra's {@code TrieNode}): a type in four bits, four bits about the payload, then bytes
 * with the children that they lead to. A child is always at a lower position.
 */
final class TrieNode {
    /** A node does not cross the pages of the file. */
    static final int PAGE = 4096;

    private static final int[] NONE = {};
    private static final long[] NOWHERE = {};
    // Bits of a pointer, by the type.
    private static final int[] POINTER_BITS = {0, 4, 8, 12, 16, 8, 12, 16, 24, 40, 12, 16, 24, 32, 40, 64};
    private static final int FIRST_SPARSE = 5;
    private static final int FIRST_DENSE = 10;

    private final int[] bytes;
    private final long[] children;
    private final int payloadBits;
    private final int payloadAt;

    private TrieNode(int[] bytes, long[] children, int payloadBits, int payloadAt) {
        this.bytes = bytes;
        this.children = children;
        this.payloadBits = payloadBits;
        this.payloadAt = payloadAt;
    }

    static TrieNode read(PageCursor in, long position) throws SstableException {
        int head = in.u8(0);
        int type = head >> 4;
        int bits = POINTER_BITS[type];
        if (type == 0) {
            return new TrieNode(NONE, NOWHERE, head & 0xf, in.at(1));
        }
        if (type == 1 || type == 3) {
            long delta = type == 1 ? head & 0xf : in.u16(0) & 0xfff;
            return new TrieNode(new int[] {in.u8(type == 1 ? 1 : 2)}, new long[] {in.child(position, delta)}, 0, 0);
        }
        if (type < FIRST_SPARSE) {
            return new TrieNode(
                    new int[] {in.u8(1)},
                    new long[] {in.child(position, in.pointer(2, 0, bits))},
                    head & 0xf,
                    in.at(2 + bits / 8));
        }
        return type < FIRST_DENSE ? sparse(in, position, head, bits) : dense(in, position, head, bits);
    }

    private static TrieNode sparse(PageCursor in, long position, int head, int bits) throws SstableException {
        int count = in.u8(1);
        int[] bytes = new int[count];
        long[] children = new long[count];
        for (int i = 0; i < count; i++) {
            bytes[i] = in.u8(2 + i);
            children[i] = in.child(position, in.pointer(2 + count, i, bits));
        }
        return new TrieNode(bytes, children, head & 0xf, in.at(2 + count + (count * bits + 7) / 8));
    }

    private static TrieNode dense(PageCursor in, long position, int head, int bits) throws SstableException {
        int first = in.u8(1);
        int count = in.u8(2) + 1;
        int[] bytes = new int[count];
        long[] children = new long[count];
        int found = 0;
        for (int i = 0; i < count; i++) {
            long delta = in.pointer(3, i, bits);
            if (delta != 0) {
                bytes[found] = first + i;
                children[found++] = in.child(position, delta);
            }
        }
        return new TrieNode(
                Arrays.copyOf(bytes, found),
                Arrays.copyOf(children, found),
                head & 0xf,
                in.at(3 + (count * bits + 7) / 8));
    }

    int children() {
        return children.length;
    }

    /** The byte that leads to a child; they ascend. */
    int childByte(int child) {
        return bytes[child];
    }

    /** Where a child is in the file. */
    long child(int child) {
        return children[child];
    }

    boolean hasPayload() {
        return payloadBits != 0;
    }

    int payloadBits() {
        return payloadBits;
    }

    /** Where the payload begins in the page. */
    int payloadAt() {
        return payloadAt;
    }
}
