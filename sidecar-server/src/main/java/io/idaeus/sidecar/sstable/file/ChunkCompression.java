/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable.file;

import java.util.Map;

/**
 * How Data.db is compressed.
 *
 * @param compressor class name
 * @param chunkLength uncompressed bytes, a power of two
 * @param maxCompressedLength bytes; larger chunks are stored uncompressed
 * @param dataLength uncompressed bytes
 */
public record ChunkCompression(
        String compressor,
        Map<String, String> options,
        int chunkLength,
        int maxCompressedLength,
        long dataLength,
        int chunks,
        boolean hasDictionary) {
    public ChunkCompression {
        options = Map.copyOf(options);
    }
}
