/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.connection;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.DefaultMaxMessagesRecvByteBufAllocator;
import java.util.function.LongSupplier;

/** Chooses the sink's own buffer for a read, or the large one of the event loop. */
final class ReceiveBuffers extends DefaultMaxMessagesRecvByteBufAllocator {
    // Room for a response head and little else.
    private static final int HEAD_BYTES = 512;

    private static final int READS_PER_TURN = 1;

    private final EventLoopBuffer shared;
    private final PeerConnection connection;
    private final LongSupplier nanoTime;

    ReceiveBuffers(EventLoopBuffer shared, PeerConnection connection) {
        this(shared, connection, System::nanoTime);
    }

    ReceiveBuffers(EventLoopBuffer shared, PeerConnection connection, LongSupplier nanoTime) {
        super(READS_PER_TURN);
        this.nanoTime = nanoTime;
        this.shared = shared;
        this.connection = connection;
    }

    @Override
    public Reads newHandle() {
        return new Reads();
    }

    final class Reads extends MaxMessageHandle {
        private final AdaptiveReadSize readSize = new AdaptiveReadSize(shared.bytes());
        private long readStart;

        @Override
        public ByteBuf allocate(ByteBufAllocator allocator) {
            int most = Math.min(connection.mayRead(), readSize.bytes());
            ByteBuf lent = connection.lend(most);
            if (lent != null) {
                return lent;
            }
            if (connection.awaitsHeadAlone()) {
                return allocator.directBuffer(HEAD_BYTES);
            }
            ByteBuf whole = shared.get(allocator);
            return most < whole.capacity() ? whole.slice(0, most).clear() : whole;
        }

        @Override
        public void attemptedBytesRead(int bytes) {
            super.attemptedBytesRead(bytes);
            readStart = nanoTime.getAsLong();
        }

        @Override
        public void lastBytesRead(int bytes) {
            super.lastBytesRead(bytes);
            readSize.observe(bytes, nanoTime.getAsLong() - readStart);
        }

        @Override
        public int guess() {
            return shared.bytes();
        }
    }
}
