/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.slice.codec;

import com.github.luben.zstd.Zstd;
import io.idaeus.sidecar.slice.ChunkCodec;
import java.io.IOException;

/** Cassandra's {@code ZstdCompressor}: a frame with a checksum. */
final class ZstdCodec implements ChunkCodec {
    private final int level;

    ZstdCodec(int level) {
        this.level = level;
    }

    @Override
    public int maxCompressedLength(int length) {
        return Math.toIntExact(Zstd.compressBound(length));
    }

    @Override
    public int compress(byte[] from, int offset, int length, byte[] to, int at) throws IOException {
        return require(Zstd.compressByteArray(to, at, to.length - at, from, offset, length, level, true));
    }

    @Override
    public int decompress(byte[] from, int offset, int length, byte[] to, int at, int room) throws IOException {
        return require(Zstd.decompressByteArray(to, at, room, from, offset, length));
    }

    private static int require(long result) throws IOException {
        if (Zstd.isError(result)) {
            throw new IOException(Zstd.getErrorName(result));
        }
        return (int) result;
    }
}
