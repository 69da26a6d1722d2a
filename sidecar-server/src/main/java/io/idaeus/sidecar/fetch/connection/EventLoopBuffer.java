/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.connection;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.util.concurrent.FastThreadLocal;

/** One large receive buffer per event loop; while an incomplete response head holds it, small ones from the pool. */
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

    /** On an event loop. */
    ByteBuf get(ByteBufAllocator allocator) {
        ByteBuf mine = large.get();
        return mine.refCnt() == 1 ? mine.clear().retain() : allocator.directBuffer(Math.min(bytes, SMALL_BYTES));
    }
}
