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
 * @param chunkLength uncompressed bytes, a power of two
 * @param maxCompressedLength bytes; a chunk that would be larger is stored uncompressed
 * @param dataLength uncompressed bytes
 * @param hasDictionary since 6.0
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
