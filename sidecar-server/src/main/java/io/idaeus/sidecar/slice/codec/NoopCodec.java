/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.slice.codec;

import io.idaeus.sidecar.slice.ChunkCodec;
import java.io.IOException;

/** Cassandra's {@code NoopCompressor}. */
final class NoopCodec implements ChunkCodec {
    @Override
    public int maxCompressedLength(int length) {
        return length;
    }

    @Override
    public int compress(byte[] from, int offset, int length, byte[] to, int at) {
        System.arraycopy(from, offset, to, at, length);
        return length;
    }

    @Override
    public int decompress(byte[] from, int offset, int length, byte[] to, int at, int room) throws IOException {
        if (length > room) {
            throw new IOException(length + " bytes (expected: at most " + room + ")");
        }
        System.arraycopy(from, offset, to, at, length);
        return length;
    }
}
