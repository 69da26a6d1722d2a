/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Pairs of buffers for writes past the page cache, within one budget for all connections: one fills while the other is
 * written. Made when first needed, and kept. Any thread.
 */
final class AlignedBufferPool {
    /** Also what every buffer begins at a multiple of; no block of a disk is larger. */
    static final int MAX_BLOCK = 64 * 1024;

    static final int BYTES = PieceSettings.BUFFER_BYTES;

    private final Deque<Pair> free = new ArrayDeque<>();
    private final int most;
    private int made;

    AlignedBufferPool(long budgetBytes) {
        this.most = (int) Math.min(Integer.MAX_VALUE, budgetBytes / (2L * (BYTES + MAX_BLOCK)));
    }

    /** Two buffers; null when the budget is spent. */
    synchronized @Nullable Pair take() {
        Pair pair = free.poll();
        if (pair != null || made == most) {
            return pair;
        }
        try {
            Pair fresh = new Pair(buffer(), buffer());
            made++;
            return fresh;
        } catch (OutOfMemoryError noDirectMemory) {
            // The process has less than the budget: the page cache will do.
            return null;
        }
    }

    synchronized void giveBack(Pair pair) {
        free.push(pair);
    }

    /** Pairs that nobody has. */
    synchronized int free() {
        return free.size() + most - made;
    }

    private static ByteBuf buffer() {
        ByteBuffer aligned = ByteBuffer.allocateDirect(BYTES + MAX_BLOCK).alignedSlice(MAX_BLOCK);
        return Unpooled.wrappedBuffer(aligned.limit(BYTES).slice());
    }

    /** Two buffers of {@link #BYTES}. */
    record Pair(ByteBuf first, ByteBuf second) {
        ByteBuf get(int index) {
            return index == 0 ? first : second;
        }
    }
}
