/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.slice.out;

import io.idaeus.sidecar.sstable.file.ByteWriter;

/**
 * Estimates the number of different keys, for the size of later filters: HyperLogLog++ with 2^13 registers, in the
 * normal format of stream-lib 2.5.2, which Cassandra reads ({@code HyperLogLogPlus.getBytes}). Keys are hashed by
 * MurmurHash2 64A (Austin Appleby, public domain), as Cassandra's {@code MurmurHash.hash2_64} does.
 */
public final class KeyCardinality {
    private static final int VERSION = -2;
    private static final int P = 13;
    private static final int SPARSE_P = 25;
    private static final int NORMAL = 0;
    private static final int REGISTER_BITS = 5;
    private static final int REGISTERS_A_WORD = 6;
    private static final int MASK = (1 << REGISTER_BITS) - 1;
    private static final long M = 0xc6a4a7935bd1e995L;
    private static final int R = 47;

    private final int[] words = new int[(1 << P) / REGISTERS_A_WORD + 1];

    public void add(byte[] bytes, int offset, int length) {
        long hash = hash(bytes, offset, length);
        int register = (int) (hash >>> (Long.SIZE - P));
        int run = Long.numberOfLeadingZeros(hash << P | 1L << (P - 1)) + 1;
        int word = register / REGISTERS_A_WORD;
        int shift = REGISTER_BITS * (register % REGISTERS_A_WORD);
        int value = Math.min(MASK, run);
        if ((words[word] >>> shift & MASK) < value) {
            words[word] = (words[word] & ~(MASK << shift)) | (value << shift);
        }
    }

    private static long hash(byte[] bytes, int offset, int length) {
        long hash = M * length;
        int end = offset + length;
        int body = offset + (length & ~7);
        for (int i = offset; i < body; i += 8) {
            long k = littleEndian(bytes, i, i + 8) * M;
            hash = (hash ^ (k ^ k >>> R) * M) * M;
        }
        if (body < end) {
            // Each byte's sign reaches into the bytes above it.
            for (int i = body; i < end; i++) {
                hash ^= (long) bytes[i] << (8 * (i - body));
            }
            hash *= M;
        }
        hash = (hash ^ hash >>> R) * M;
        return hash ^ hash >>> R;
    }

    private static long littleEndian(byte[] bytes, int from, int to) {
        long value = 0;
        for (int i = to - 1; i >= from; i--) {
            value = (value << 8) | (bytes[i] & 0xff);
        }
        return value;
    }

    public byte[] toBytes() {
        ByteWriter out = new ByteWriter(4 + 6 + 4 * words.length).i32(VERSION);
        leb128(out, P);
        leb128(out, SPARSE_P);
        leb128(out, NORMAL);
        leb128(out, Integer.BYTES * words.length);
        for (int word : words) {
            out.i32(word);
        }
        return out.toBytes();
    }

    private static void leb128(ByteWriter out, int value) {
        int left = value;
        while (left > 0x7f) {
            out.u8((left & 0x7f) | 0x80);
            left >>>= 7;
        }
        out.u8(left);
    }
}
