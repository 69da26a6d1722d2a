/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.connection;

import io.netty.buffer.AbstractByteBufAllocator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.DefaultMaxMessagesRecvByteBufAllocator;
import org.jspecify.annotations.Nullable;

/**
 * Buffers of one connection with TLS. A socket is read into the buffer of its event loop, fewer bytes under a rate limit,
 * and {@link #allocator} lets the TLS handler decrypt them into the sink's own buffer. Lives on the channel's event loop.
 */
final class TlsReceiveBuffers extends DefaultMaxMessagesRecvByteBufAllocator {
    static final int READ_BYTES = 256 * 1024;

    // A record of TLS 1.3 with its header and its tag, or the part of one that the TLS engine holds back.
    static final int RECORD_BYTES = 17 * 1024;

    private static final int READS_PER_TURN = 4;

    private final EventLoopBuffer shared;
    private final PeerConnection connection;
    private final Plaintext plaintext;

    TlsReceiveBuffers(EventLoopBuffer shared, PeerConnection connection, ByteBufAllocator pool) {
        super(READS_PER_TURN);
        this.shared = shared;
        this.connection = connection;
        this.plaintext = new Plaintext(pool);
    }

    /** For the channel. */
    ByteBufAllocator allocator() {
        return plaintext;
    }

    @Override
    public Reads newHandle() {
        return new Reads();
    }

    final class Reads extends MaxMessageHandle {
        @Override
        public ByteBuf allocate(ByteBufAllocator allocator) {
            ByteBuf whole = shared.get(allocator);
            int most = Math.min(whole.capacity(), connection.mayRead());
            if (connection.awaitsHeadAlone()) {
                most = Math.min(most, RECORD_BYTES);
            }
            ByteBuf lent = connection.lend(most + RECORD_BYTES);
            plaintext.offer(lent);
            if (lent != null) {
                // What does not fit is copied.
                most = Math.min(most, lent.writableBytes() + RECORD_BYTES);
            }
            return most < whole.capacity() ? whole.slice(0, most).clear() : whole;
        }

        @Override
        public void readComplete() {
            plaintext.offer(null);
            super.readComplete();
        }

        @Override
        public int guess() {
            return Math.min(shared.bytes(), connection.mayRead());
        }
    }

    // With OpenSSL, Netty's handler asks for a direct buffer before it decrypts anything, and asks for no other before that.
    private static final class Plaintext extends AbstractByteBufAllocator {
        private final ByteBufAllocator pool;
        private @Nullable ByteBuf offered;

        Plaintext(ByteBufAllocator pool) {
            super(true);
            this.pool = pool;
        }

        void offer(@Nullable ByteBuf buffer) {
            if (offered != null) {
                offered.release();
            }
            offered = buffer;
        }

        @Override
        public ByteBuf directBuffer(int initialCapacity) {
            ByteBuf taken = offered;
            offered = null;
            return taken == null ? pool.directBuffer(initialCapacity) : taken;
        }

        // Not directBuffer: this is how the handler asks with the JDK's engine, which needs room for a whole record.
        @Override
        public ByteBuf buffer(int initialCapacity) {
            return pool.buffer(initialCapacity);
        }

        @Override
        protected ByteBuf newHeapBuffer(int initialCapacity, int maxCapacity) {
            return pool.heapBuffer(initialCapacity, maxCapacity);
        }

        @Override
        protected ByteBuf newDirectBuffer(int initialCapacity, int maxCapacity) {
            return pool.directBuffer(initialCapacity, maxCapacity);
        }

        @Override
        public boolean isDirectBufferPooled() {
            return pool.isDirectBufferPooled();
        }
    }
}
