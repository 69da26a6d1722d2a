/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable;

import java.util.Map;

/**
 * How Data.db is compressed, from CompressionInfo.db.
 *
 * @param compressor class name, simple for Cassandra's own, for instance {@code LZ4Compressor}
 * @param options of the compressor itself
 * @param chunkLength bytes before compression, a power of two
 * @param maxCompressedLength bytes; a chunk that does not get below stands uncompressed
 * @param dataLength bytes of the data before compression
 * @param chunks number of chunks in Data.db
 * @param hasDictionary whether the file carries a compression dictionary (6.0 and later)
 */
public record Compression(
        String compressor,
        Map<String, String> options,
        int chunkLength,
        int maxCompressedLength,
        long dataLength,
        int chunks,
        boolean hasDictionary) {
    public Compression {
        options = Map.copyOf(options);
    }
}
