/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.file;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** Pairs of buffers for direct writes, within one memory budget. Thread-safe. */
final class AlignedBufferPool implements AutoCloseable {
    // The alignment of every buffer, and the largest block size that is supported.
    static final int MAX_BLOCK = 64 * 1024;

    static final int BYTES = PieceSettings.BUFFER_BYTES;

    private final Deque<Pair> free = new ArrayDeque<>();
    private final int maxPairs;
    private int allocated;
    private boolean closed;

    AlignedBufferPool(long budgetBytes) {
        this.maxPairs = (int) Math.min(Integer.MAX_VALUE, budgetBytes / (2L * (BYTES + MAX_BLOCK)));
    }

    /** Null when the budget is spent. Not after {@link #close}. */
    synchronized @Nullable Pair take() {
        Pair pair = free.poll();
        if (pair != null || allocated == maxPairs) {
            return pair;
        }
        ByteBuf first = null;
        try {
            first = buffer();
            Pair fresh = new Pair(this, first, buffer());
            allocated++;
            return fresh;
        } catch (OutOfMemoryError noDirectMemory) {
            // The process has less direct memory than the budget: write through the page cache.
            if (first != null) {
                first.release();
            }
            return null;
        }
    }

    private synchronized void giveBack(Pair pair) {
        free.push(pair);
        if (closed) {
            releaseFree();
        }
    }

    /** Frees the memory of every pair, of those in use when they are given back. */
    @Override
    public synchronized void close() {
        closed = true;
        releaseFree();
    }

    private void releaseFree() {
        allocated -= free.size();
        free.forEach(Pair::release);
        free.clear();
    }

    synchronized int free() {
        return free.size() + maxPairs - allocated;
    }

    private static ByteBuf buffer() {
        ByteBuf whole = Unpooled.directBuffer(BYTES + MAX_BLOCK, BYTES + MAX_BLOCK);
        int beyond = whole.nioBuffer(0, 1).alignmentOffset(0, MAX_BLOCK);
        return whole.slice(beyond == 0 ? 0 : MAX_BLOCK - beyond, BYTES).clear();
    }

    record Pair(AlignedBufferPool pool, ByteBuf first, ByteBuf second) {
        ByteBuf get(int index) {
            return index == 0 ? first : second;
        }

        void giveBack() {
            pool.giveBack(this);
        }

        private void release() {
            first.release();
            second.release();
        }
    }
}
