/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.compression;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import io.idaeus.sidecar.wire.CompressedBlock;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Makes blocks of up to 1 MiB. One thread at a time. */
public final class Compressor implements AutoCloseable {
    // A block that shrinks by less than a tenth is not worth the receiver's time.
    private static final int SHRINKS_BY = 10;

    // CRC32 of the file proves the bytes; the size lets the receiver check before it decompresses.
    private final ZstdCompressCtx context =
            new ZstdCompressCtx().setChecksum(false).setContentSize(true);
    private final ByteBuffer plain = ByteBuffer.allocateDirect(CompressedBlock.MAX_PLAIN_BYTES);
    private final ByteBuffer encoded =
            ByteBuffer.allocateDirect((int) Zstd.compressBound(CompressedBlock.MAX_PLAIN_BYTES));

    /** For the bytes of a block, from its beginning to {@code limit}. */
    public ByteBuffer plain(int limit) {
        return plain.clear().limit(limit);
    }

    /**
     * Compresses what {@link #plain} holds.
     *
     * @return the block with its header, owned by the caller; null where it is better stored
     */
    public @Nullable ByteBuf block(int level, ByteBufAllocator allocator) {
        int plainBytes = plain.limit();
        int bytes =
                context.setLevel(level).compressDirectByteBuffer(encoded, 0, encoded.capacity(), plain, 0, plainBytes);
        if (bytes > plainBytes - (plainBytes + SHRINKS_BY - 1) / SHRINKS_BY) {
            return null;
        }
        CompressedBlock header = new CompressedBlock(plainBytes, bytes);
        ByteBuf block = allocator.directBuffer(header.wireBytes(), header.wireBytes());
        header.writeTo(block);
        return block.writeBytes(encoded.slice(0, bytes));
    }

    @Override
    public void close() {
        context.close();
    }
}
