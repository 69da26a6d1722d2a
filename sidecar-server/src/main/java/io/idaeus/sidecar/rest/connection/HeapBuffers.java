/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rest.connection;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;

/** Buffers of the control plane: on the heap, since direct memory is for the data plane. */
final class HeapBuffers extends PooledByteBufAllocator {
    static final HeapBuffers SHARED = new HeapBuffers();

    private static final int ARENAS = 2;
    private static final int PAGE_BYTES = 8192;

    // 2^7 pages: 1 MiB.
    private static final int CHUNK_ORDER = 7;

    private HeapBuffers() {
        super(false, ARENAS, 0, PAGE_BYTES, CHUNK_ORDER, defaultSmallCacheSize(), defaultNormalCacheSize(), false);
    }

    // Sockets read into these buffers; Netty's default is direct.
    @Override
    public ByteBuf ioBuffer() {
        return heapBuffer();
    }

    @Override
    public ByteBuf ioBuffer(int initialCapacity) {
        return heapBuffer(initialCapacity);
    }

    @Override
    public ByteBuf ioBuffer(int initialCapacity, int maxCapacity) {
        return heapBuffer(initialCapacity, maxCapacity);
    }
}
