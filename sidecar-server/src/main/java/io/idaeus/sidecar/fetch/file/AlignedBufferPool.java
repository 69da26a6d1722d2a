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

/** Buffers for direct writes, within one memory budget. Thread-safe. */
final class AlignedBufferPool implements AutoCloseable {
    // The alignment of every buffer, and the largest block size that is supported.
    static final int MAX_BLOCK = 64 * 1024;

    static final int BYTES = PieceSettings.BUFFER_BYTES;

    private final Deque<ByteBuf> free = new ArrayDeque<>();
    private final int most;
    private int allocated;
    private boolean closed;

    AlignedBufferPool(long budgetBytes) {
        this.most = (int) Math.min(Integer.MAX_VALUE, budgetBytes / (BYTES + MAX_BLOCK));
    }

    /** Null when the budget is spent. Not after {@link #close}. */
    synchronized @Nullable ByteBuf take() {
        ByteBuf buffer = free.poll();
        if (buffer != null || allocated == most) {
            return buffer;
        }
        try {
            buffer = buffer();
            allocated++;
            return buffer;
        } catch (OutOfMemoryError noDirectMemory) {
            // The process has less direct memory than the budget: write through the page cache.
            return null;
        }
    }

    /**
     * One more for who has one. Null as well when no more than half of the budget is left: pieces that begin need that.
     */
    synchronized @Nullable ByteBuf takeAnother() {
        return free() > most / 2 ? take() : null;
    }

    synchronized void giveBack(ByteBuf buffer) {
        free.push(buffer);
        if (closed) {
            releaseFree();
        }
    }

    /** Frees the memory of every buffer, of those in use when they are given back. */
    @Override
    public synchronized void close() {
        closed = true;
        releaseFree();
    }

    private void releaseFree() {
        allocated -= free.size();
        free.forEach(ByteBuf::release);
        free.clear();
    }

    synchronized int free() {
        return free.size() + most - allocated;
    }

    private static ByteBuf buffer() {
        ByteBuf whole = Unpooled.directBuffer(BYTES + MAX_BLOCK, BYTES + MAX_BLOCK);
        int beyond = whole.nioBuffer(0, 1).alignmentOffset(0, MAX_BLOCK);
        return whole.slice(beyond == 0 ? 0 : MAX_BLOCK - beyond, BYTES).clear();
    }
}
