/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.connection;

import io.netty.buffer.AbstractByteBufAllocator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.DefaultMaxMessagesRecvByteBufAllocator;
import io.netty.handler.ssl.ReferenceCountedOpenSslEngine;
import javax.net.ssl.SSLEngine;
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
    private final ByteBufAllocator pool;

    // Null with the engine of the JDK, which needs room for a whole record at a time.
    private final @Nullable Plaintext plaintext;

    TlsReceiveBuffers(EventLoopBuffer shared, PeerConnection connection, SSLEngine engine, ByteBufAllocator pool) {
        super(READS_PER_TURN);
        this.shared = shared;
        this.connection = connection;
        this.pool = pool;
        this.plaintext = engine instanceof ReferenceCountedOpenSslEngine ? new Plaintext(pool) : null;
    }

    /** For the channel. */
    ByteBufAllocator allocator() {
        return plaintext == null ? pool : plaintext;
    }

    @Override
    public Reads newHandle() {
        return new Reads();
    }

    final class Reads extends MaxMessageHandle {
        @Override
        public ByteBuf allocate(ByteBufAllocator allocator) {
            int most = Math.min(shared.bytes(), connection.mayRead());
            if (connection.awaitsHeadAlone()) {
                most = Math.min(most, RECORD_BYTES);
            }
            ByteBuf lent = plaintext == null ? null : connection.lend(most + RECORD_BYTES);
            if (plaintext != null && lent != null) {
                plaintext.offer(lent);
                // Bytes that do not fit are copied.
                most = Math.min(most, lent.writableBytes() + RECORD_BYTES);
            }
            // Last: whoever catches what the others throw does not know of it.
            ByteBuf whole = shared.get(pool);
            return most < whole.capacity() ? whole.slice(0, most).clear() : whole;
        }

        @Override
        public void lastBytesRead(int bytes) {
            super.lastBytesRead(bytes);
            if (plaintext != null) {
                plaintext.expect(bytes);
            }
        }

        @Override
        public void readComplete() {
            if (plaintext != null) {
                plaintext.withdraw();
            }
            super.readComplete();
        }

        @Override
        public int guess() {
            return Math.min(shared.bytes(), connection.mayRead());
        }
    }

    // With BoringSSL, Netty's handler first asks for a direct buffer as large as what was read, and decrypts into that.
    // No
    // other request may get the lent buffer: what is sent would be written into the file.
    private static final class Plaintext extends AbstractByteBufAllocator {
        private final ByteBufAllocator pool;
        private @Nullable ByteBuf offered;
        private int expected;

        Plaintext(ByteBufAllocator pool) {
            super(true);
            this.pool = pool;
        }

        void offer(ByteBuf buffer) {
            withdraw();
            offered = buffer;
        }

        void expect(int bytes) {
            expected = bytes;
        }

        void withdraw() {
            if (offered != null) {
                offered.release();
                offered = null;
            }
        }

        @Override
        public ByteBuf directBuffer(int initialCapacity) {
            ByteBuf taken = offered;
            offered = null;
            if (taken == null) {
                return pool.directBuffer(initialCapacity);
            }
            if (initialCapacity != expected) {
                taken.release();
                return pool.directBuffer(initialCapacity);
            }
            return taken;
        }

        // Not by directBuffer.
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
