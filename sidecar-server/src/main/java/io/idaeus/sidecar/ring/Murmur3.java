/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.ring;

/**
 * Tokens of Cassandra's Murmur3Partitioner: the first half of MurmurHash3 x64 128 (Austin Appleby, public domain),
 * seed 0.
 */
public final class Murmur3 {
    private static final long C1 = 0x87c37b91114253d5L;
    private static final long C2 = 0x4cf5ad432745937fL;

    private Murmur3() {}

    /** {@code Long.MIN_VALUE} for the empty key only. */
    public static long token(byte[] key) {
        if (key.length == 0) {
            // It stands for the start of the ring.
            return Long.MIN_VALUE;
        }
        long hash = hash(key);
        return hash == Long.MIN_VALUE ? Long.MAX_VALUE : hash;
    }

    private static long hash(byte[] key) {
        long h1 = 0;
        long h2 = 0;
        int body = key.length & ~15;
        for (int i = 0; i < body; i += 16) {
            h1 ^= mix1(block(key, i));
            h1 = (Long.rotateLeft(h1, 27) + h2) * 5 + 0x52dce729;
            h2 ^= mix2(block(key, i + 8));
            h2 = (Long.rotateLeft(h2, 31) + h1) * 5 + 0x38495ab5;
        }
        h2 ^= mix2(tail(key, body + 8, key.length)) ^ key.length;
        h1 ^= mix1(tail(key, body, Math.min(body + 8, key.length))) ^ key.length;
        h1 += h2;
        h2 += h1;
        return avalanche(h1) + avalanche(h2);
    }

    private static long block(byte[] key, int from) {
        long block = 0;
        for (int i = 7; i >= 0; i--) {
            block = (block << 8) | (key[from + i] & 0xff);
        }
        return block;
    }

    // Little-endian as in block, but each byte's sign reaches into the bytes above it. Only here Cassandra differs
    // from the published function.
    private static long tail(byte[] key, int from, int to) {
        long tail = 0;
        for (int i = from; i < to; i++) {
            tail ^= (long) key[i] << (8 * (i - from));
        }
        return tail;
    }

    private static long mix1(long k) {
        return Long.rotateLeft(k * C1, 31) * C2;
    }

    private static long mix2(long k) {
        return Long.rotateLeft(k * C2, 33) * C1;
    }

    private static long avalanche(long hash) {
        long k = (hash ^ (hash >>> 33)) * 0xff51afd7ed558ccdL;
        k = (k ^ (k >>> 33)) * 0xc4ceb9fe1a85ec53L;
        return k ^ (k >>> 33);
    }
}
