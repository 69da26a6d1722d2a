/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.ring;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Tokens of Cassandra's Murmur3Partitioner: the first half of MurmurHash3 x64 128 (Austin Appleby, public domain),
 * seed 0.
 */
public final class Murmur3 {
    private static final VarHandle BLOCK = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long C1 = 0x87c37b91114253d5L;
    private static final long C2 = 0x4cf5ad432745937fL;

    private Murmur3() {}

    /** {@code Long.MIN_VALUE} for the empty key only. */
    public static long token(byte[] key) {
        return token(key, 0, key.length);
    }

    /** The token of the key that these bytes hold from {@code offset} on. */
    public static long token(byte[] bytes, int offset, int length) {
        if (length == 0) {
            // It stands for the start of the ring.
            return Long.MIN_VALUE;
        }
        return tokenOf(hash(bytes, offset, length));
    }

    /** The token of a key whose hash has this first half. */
    public static long tokenOf(long firstHalf) {
        return firstHalf == Long.MIN_VALUE ? Long.MAX_VALUE : firstHalf;
    }

    private static long hash(byte[] bytes, int offset, int length) {
        long[] halves = new long[2];
        hash(bytes, offset, length, halves);
        return halves[0];
    }

    /** Both halves of the hash; Cassandra's bloom filters use them as they are. */
    public static void hash(byte[] bytes, int offset, int length, long[] into) {
        long h1 = 0;
        long h2 = 0;
        int end = offset + length;
        int body = offset + (length & ~15);
        for (int i = offset; i < body; i += 16) {
            h1 ^= mix1((long) BLOCK.get(bytes, i));
            h1 = (Long.rotateLeft(h1, 27) + h2) * 5 + 0x52dce729;
            h2 ^= mix2((long) BLOCK.get(bytes, i + 8));
            h2 = (Long.rotateLeft(h2, 31) + h1) * 5 + 0x38495ab5;
        }
        h2 ^= mix2(tail(bytes, body + 8, end)) ^ length;
        h1 ^= mix1(tail(bytes, body, Math.min(body + 8, end))) ^ length;
        h1 += h2;
        h2 += h1;
        h1 = avalanche(h1);
        h2 = avalanche(h2);
        into[0] = h1 + h2;
        into[1] = into[0] + h2;
    }

    // Little-endian as a block, but each byte's sign reaches into the bytes above it. Only here Cassandra differs from
    // the published function.
    private static long tail(byte[] bytes, int from, int to) {
        long tail = 0;
        for (int i = from; i < to; i++) {
            tail ^= (long) bytes[i] << (8 * (i - from));
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
