/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.slice.codec;

import io.idaeus.sidecar.slice.ChunkCodec;
import java.io.IOException;
import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Exception;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4SafeDecompressor;

/** Cassandra's {@code LZ4Compressor}: the length in four little-endian bytes, then a block. */
final class Lz4Codec implements ChunkCodec {
    private static final int HEAD = Integer.BYTES;

    private final LZ4Compressor compressor;
    private final LZ4SafeDecompressor decompressor;

    private Lz4Codec(LZ4Factory factory, LZ4Compressor compressor) {
        this.compressor = compressor;
        decompressor = factory.safeDecompressor();
    }

    static Lz4Codec fast() {
        LZ4Factory factory = LZ4Factory.fastestInstance();
        return new Lz4Codec(factory, factory.fastCompressor());
    }

    static Lz4Codec high(int level) {
        LZ4Factory factory = LZ4Factory.fastestInstance();
        return new Lz4Codec(factory, factory.highCompressor(level));
    }

    @Override
    public int maxCompressedLength(int length) {
        return HEAD + compressor.maxCompressedLength(length);
    }

    @Override
    public int compress(byte[] from, int offset, int length, byte[] to, int at) {
        for (int i = 0; i < HEAD; i++) {
            to[at + i] = (byte) (length >>> (8 * i));
        }
        return HEAD + compressor.compress(from, offset, length, to, at + HEAD);
    }

    @Override
    public int decompress(byte[] from, int offset, int length, byte[] to, int at, int room) throws IOException {
        if (length < HEAD) {
            throw new IOException(length + " bytes (expected: at least " + HEAD + ")");
        }
        int says = (from[offset] & 0xff)
                | ((from[offset + 1] & 0xff) << 8)
                | ((from[offset + 2] & 0xff) << 16)
                | ((from[offset + 3] & 0xff) << 24);
        if (says < 0 || says > room) {
            throw new IOException(Integer.toUnsignedString(says) + " bytes (expected: at most " + room + ")");
        }
        try {
            int written = decompressor.decompress(from, offset + HEAD, length - HEAD, to, at, says);
            if (written != says) {
                throw new IOException(written + " bytes (expected: " + says + ")");
            }
            return written;
        } catch (LZ4Exception e) {
            throw new IOException(e);
        }
    }
}
