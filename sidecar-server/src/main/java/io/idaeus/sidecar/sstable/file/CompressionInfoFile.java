/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable.file;

import io.idaeus.sidecar.sstable.name.SstableVersion;
import java.util.HashMap;
import java.util.Map;

/** Reads CompressionInfo.db (Cassandra's {@code CompressionMetadata}). */
public final class CompressionInfoFile {
    private static final int HEAD = 64 << 10;
    private static final int MAX_CHUNK_LENGTH = 1 << 30;

    private CompressionInfoFile() {}

    /** @param length bytes before the uncompressed length, the number of chunks and their offsets */
    record Head(ChunkCompression compression, int length) {}

    public static ChunkCompression read(ComponentFile file, SstableVersion version) throws SstableException {
        return head(file, version).compression();
    }

    static Head head(ComponentFile file, SstableVersion version) throws SstableException {
        long size = file.size();
        Cursor in = new Cursor(file.name(), file.read(0, (int) Math.min(size, HEAD)));
        String compressor = in.utf().intern();
        Map<String, String> options = options(in);
        int chunkLength = in.i32();
        int maxCompressedLength = in.i32();
        int length = in.position();
        long dataLength = in.i64();
        int chunks = in.i32();
        if (Integer.bitCount(chunkLength) != 1 || chunkLength < 0 || chunkLength > MAX_CHUNK_LENGTH) {
            throw in.corrupt("chunk length " + chunkLength + " (expected: a power of two)");
        }
        if (compressor.isEmpty() || dataLength < 1 || chunks < chunksOf(dataLength, chunkLength)) {
            throw in.corrupt("\"" + compressor.replaceAll("[^\\w.$]", "?") + "\", " + chunks + " chunks of "
                    + chunkLength + " for " + dataLength + " bytes");
        }
        long end = in.position() + 8L * chunks;
        if (size < end || (size > end && !version.mayHaveCompressionDictionary())) {
            throw in.corrupt(size + " bytes (expected: " + end + " for " + chunks + " chunks)");
        }
        return new Head(
                new ChunkCompression(
                        compressor, options, chunkLength, maxCompressedLength, dataLength, chunks, size > end),
                length);
    }

    // A lower bound: a compaction that flushes an empty buffer adds an empty chunk at the end.
    private static long chunksOf(long dataLength, int chunkLength) {
        return (dataLength - 1) / chunkLength + 1;
    }

    private static Map<String, String> options(Cursor in) throws SstableException {
        int count = in.count(in.i32(), 4);
        Map<String, String> options = new HashMap<>();
        for (int i = 0; i < count; i++) {
            options.put(in.utf(), in.utf());
        }
        return options;
    }
}
