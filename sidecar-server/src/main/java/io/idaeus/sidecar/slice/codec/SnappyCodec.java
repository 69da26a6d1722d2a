/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.slice.codec;

import io.idaeus.sidecar.slice.ChunkCodec;
import java.io.IOException;
import org.xerial.snappy.Snappy;

/** Cassandra's {@code SnappyCompressor}. */
final class SnappyCodec implements ChunkCodec {
    @Override
    public int maxCompressedLength(int length) {
        return Snappy.maxCompressedLength(length);
    }

    @Override
    public int compress(byte[] from, int offset, int length, byte[] to, int at) throws IOException {
        return Snappy.compress(from, offset, length, to, at);
    }

    @Override
    public int decompress(byte[] from, int offset, int length, byte[] to, int at, int room) throws IOException {
        // The native code writes as much as the bytes say, and not beyond the array.
        int says = Snappy.uncompressedLength(from, offset, length);
        if (says > room) {
            throw new IOException(says + " bytes (expected: at most " + room + ")");
        }
        return Snappy.uncompress(from, offset, length, to, at);
    }
}
