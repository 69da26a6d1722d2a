/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.file;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** Pairs of buffers for direct writes, within one memory budget. Thread-safe. */
final class AlignedBufferPool {
    // The alignment of every buffer, and the largest block size that is supported.
    static final int MAX_BLOCK = 64 * 1024;

    static final int BYTES = PieceSettings.BUFFER_BYTES;

    private final Deque<Pair> free = new ArrayDeque<>();
    private final int maxPairs;
    private int allocated;

    AlignedBufferPool(long budgetBytes) {
        this.maxPairs = (int) Math.min(Integer.MAX_VALUE, budgetBytes / (2L * (BYTES + MAX_BLOCK)));
    }

    /** Null when the budget is spent. */
    synchronized @Nullable Pair take() {
        Pair pair = free.poll();
        if (pair != null || allocated == maxPairs) {
            return pair;
        }
        try {
            Pair fresh = new Pair(this, buffer(), buffer());
            allocated++;
            return fresh;
        } catch (OutOfMemoryError noDirectMemory) {
            // The process has less direct memory than the budget: write through the page cache.
            return null;
        }
    }

    private synchronized void giveBack(Pair pair) {
        free.push(pair);
    }

    synchronized int free() {
        return free.size() + maxPairs - allocated;
    }

    private static ByteBuf buffer() {
        ByteBuffer aligned = ByteBuffer.allocateDirect(BYTES + MAX_BLOCK).alignedSlice(MAX_BLOCK);
        return Unpooled.wrappedBuffer(aligned.limit(BYTES).slice());
    }

    record Pair(AlignedBufferPool pool, ByteBuf first, ByteBuf second) {
        ByteBuf get(int index) {
            return index == 0 ? first : second;
        }

        void giveBack() {
            pool.giveBack(this);
        }
    }
}
