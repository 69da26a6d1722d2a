/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.slice.codec;

import io.idaeus.sidecar.slice.ChunkCodec;
import java.io.IOException;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/** Cassandra's {@code DeflateCompressor}: zlib at its default level. */
final class DeflateCodec implements ChunkCodec {
    @Override
    public int maxCompressedLength(int length) {
        // zlib's deflateBound.
        return length + (length >> 12) + (length >> 14) + (length >> 25) + 13;
    }

    @Override
    public int compress(byte[] from, int offset, int length, byte[] to, int at) throws IOException {
        Deflater deflater = new Deflater();
        try {
            deflater.setInput(from, offset, length);
            deflater.finish();
            int written = deflater.deflate(to, at, to.length - at);
            if (!deflater.finished()) {
                throw new IOException("no room in " + (to.length - at) + " bytes");
            }
            return written;
        } finally {
            deflater.end();
        }
    }

    @Override
    public int decompress(byte[] from, int offset, int length, byte[] to, int at, int room) throws IOException {
        Inflater inflater = new Inflater();
        try {
            inflater.setInput(from, offset, length);
            int written = inflater.inflate(to, at, room);
            if (!inflater.finished()) {
                throw new IOException("no end within " + room + " bytes");
            }
            return written;
        } catch (DataFormatException e) {
            throw new IOException(e);
        } finally {
            inflater.end();
        }
    }
}
