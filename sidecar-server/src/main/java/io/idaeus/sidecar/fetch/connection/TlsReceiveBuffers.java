/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.connection;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.DefaultMaxMessagesRecvByteBufAllocator;

/** Buffers for encrypted bytes, smaller under a rate limit. */
final class TlsReceiveBuffers extends DefaultMaxMessagesRecvByteBufAllocator {
    private static final int READS_PER_TURN = 4;

    private final int bytes;
    private final PeerConnection connection;

    TlsReceiveBuffers(int bytes, PeerConnection connection) {
        super(READS_PER_TURN);
        this.bytes = bytes;
        this.connection = connection;
    }

    @Override
    public Reads newHandle() {
        return new Reads();
    }

    final class Reads extends MaxMessageHandle {
        @Override
        public ByteBuf allocate(ByteBufAllocator allocator) {
            return allocator.ioBuffer(guess());
        }

        @Override
        public int guess() {
            return Math.min(bytes, connection.mayRead());
        }
    }
}
