/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.compression;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;

/** Decodes one frame at a time. One thread at a time. */
public final class Decompressor implements AutoCloseable {
    private final ZstdDecompressCtx context = new ZstdDecompressCtx();

    /**
     * Decodes a frame, and allocates nothing: it must say how many bytes it holds.
     *
     * @param frame all of it, in a direct buffer
     * @param to writable for exactly the bytes that the frame must hold, in a direct buffer
     */
    public void decode(ByteBuf frame, ByteBuf to, int plainBytes) throws MalformedFrameException {
        ByteBuffer source = frame.nioBuffer();
        ByteBuffer target = to.nioBuffer(to.writerIndex(), plainBytes);
        int frameBytes = source.remaining();
        try {
            long announced = Zstd.getDirectByteBufferFrameContentSize(source, source.position(), frameBytes);
            if (announced != plainBytes) {
                throw new MalformedFrameException(
                        "a zstd frame that announces " + announced + " bytes (expected: " + plainBytes + ')', null);
            }
            long length = Zstd.findDirectByteBufferFrameCompressedSize(source, source.position(), frameBytes);
            if (length != frameBytes) {
                throw new MalformedFrameException(
                        "a zstd frame of another length than its block (expected: " + frameBytes + " bytes)", null);
            }
            int decoded = context.decompressDirectByteBuffer(
                    target, target.position(), plainBytes, source, source.position(), frameBytes);
            if (decoded != plainBytes) {
                throw new MalformedFrameException(
                        "a zstd frame of " + decoded + " bytes (expected: " + plainBytes + ')', null);
            }
        } catch (ZstdException e) {
            throw new MalformedFrameException("a zstd frame that cannot be decoded: " + e.getMessage(), e);
        }
        to.writerIndex(to.writerIndex() + plainBytes);
    }

    @Override
    public void close() {
        context.close();
    }
}
