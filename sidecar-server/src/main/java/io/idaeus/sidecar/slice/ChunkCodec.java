/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.slice;

import java.io.IOException;

/** Compresses and decompresses the chunks of Data.db as one of Cassandra's compressors does. Thread-safe. */
public interface ChunkCodec {
    /** Bytes that so many can become at most. */
    int maxCompressedLength(int length);

    /** @return the number of bytes written */
    int compress(byte[] from, int offset, int length, byte[] to, int at) throws IOException;

    /**
     * @param room bytes that may be written
     * @return the number of bytes written
     * @throws IOException where the bytes are no result of this compressor, or become more than there is room for
     */
    int decompress(byte[] from, int offset, int length, byte[] to, int at, int room) throws IOException;
}
