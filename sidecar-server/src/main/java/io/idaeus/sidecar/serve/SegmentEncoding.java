/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve;

import io.idaeus.sidecar.serve.file.FileSegment;
import io.idaeus.sidecar.serve.file.OpenFile;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.io.IOException;

/**
 * How bytes of a file become a message for the channel; the caller owns it. A new encoding also needs {@link #of}, the
 * accounting in {@link BodySender}, and chunked responses where its length is unknown beforehand.
 */
enum SegmentEncoding {
    SENDFILE {
        @Override
        Object encode(OpenFile file, long position, int count, ByteBufAllocator allocator) {
            return new FileSegment(file, position, count);
        }
    },
    // TLS needs the bytes in this process.
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

    static SegmentEncoding of(ServeSettings settings) {
        return settings.tls() == null ? SENDFILE : BUFFER;
    }

    abstract Object encode(OpenFile file, long position, int count, ByteBufAllocator allocator) throws IOException;
}
