/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.io.IOException;

/**
 * How bytes of a file become a message for the channel. Another encoding, for instance zstd, is added here as a constant;
 * since its length is not known beforehand, the head of its response must announce chunks in place of a Content-Length.
 */
enum SliceEncoding {
    /** A file region, sent by sendfile. */
    SENDFILE {
        @Override
        Object encode(OpenFile file, long position, int count, ByteBufAllocator allocator) {
            return new FileSlice(file, position, count);
        }
    },
    /** A buffer: TLS needs the bytes in this process. */
    BUFFER {
        @Override
        Object encode(OpenFile file, long position, int count, ByteBufAllocator allocator) throws IOException {
            ByteBuf buffer = allocator.directBuffer(count, count);
            boolean handedOver = false;
            try {
                file.read(position, count, buffer);
                handedOver = true;
                return buffer;
            } finally {
                if (!handedOver) {
                    buffer.release();
                }
            }
        }
    };

    static SliceEncoding of(ServeSettings settings) {
        return settings.tls() == null ? SENDFILE : BUFFER;
    }

    abstract Object encode(OpenFile file, long position, int count, ByteBufAllocator allocator) throws IOException;
}
