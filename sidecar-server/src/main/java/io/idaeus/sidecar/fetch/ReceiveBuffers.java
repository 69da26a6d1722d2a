/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.DefaultMaxMessagesRecvByteBufAllocator;

/**
 * Where the socket of one connection is read into: what the exchange lends, so that bytes land where they are written from;
 * else the large buffer of the event loop.
 */
final class ReceiveBuffers extends DefaultMaxMessagesRecvByteBufAllocator {
    /** Room for a response head, and for little else. */
    private static final int HEAD_BYTES = 512;

    /** One, and of so many bytes at the most: then the other connections of the event loop have theirs. */
    private static final int READS_PER_TURN = 1;

    private static final int TURN_BYTES = 1024 * 1024;

    private final LoopBuffer shared;
    private final PeerConnection connection;

    ReceiveBuffers(LoopBuffer shared, PeerConnection connection) {
        super(READS_PER_TURN);
        this.shared = shared;
        this.connection = connection;
    }

    @Override
    public Reads newHandle() {
        return new Reads();
    }

    /** The reads of one channel. */
    final class Reads extends MaxMessageHandle {
        @Override
        public ByteBuf allocate(ByteBufAllocator allocator) {
            int most = Math.min(connection.mayRead(), TURN_BYTES);
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
        public int guess() {
            return shared.bytes();
        }
    }
}
