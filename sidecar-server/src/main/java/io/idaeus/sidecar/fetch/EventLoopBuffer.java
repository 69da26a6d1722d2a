/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.util.concurrent.FastThreadLocal;

/**
 * One large buffer per event loop, used again and again. Body bytes are checked and written before the next read, so the
 * buffer is free again by then and memory does not grow with connections. While somebody still holds it (a
 * response head that came in part), a read gets a small one from the pool.
 */
final class EventLoopBuffer {
    private static final int SMALL_BYTES = 256 * 1024;

    private final int bytes;
    private final FastThreadLocal<ByteBuf> large = new FastThreadLocal<>() {
        @Override
        protected ByteBuf initialValue() {
            return UnpooledByteBufAllocator.DEFAULT.directBuffer(bytes, bytes);
        }

        @Override
        protected void onRemoval(ByteBuf buffer) {
            buffer.release();
        }
    };

    EventLoopBuffer(int bytes) {
        this.bytes = bytes;
    }

    int bytes() {
        return bytes;
    }

    /** An empty buffer; on an event loop. */
    ByteBuf get(ByteBufAllocator allocator) {
        ByteBuf mine = large.get();
        return mine.refCnt() == 1 ? mine.clear().retain() : allocator.directBuffer(Math.min(bytes, SMALL_BYTES));
    }
}
