/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable.file;

import io.idaeus.sidecar.sstable.name.SstableVersion;
import java.nio.file.Path;

/** Where the chunks of a compressed Data.db are, from CompressionInfo.db. Not thread-safe. */
public final class ChunkTable implements AutoCloseable {
    private static final int BLOCK = 1024;

    private final ComponentFile file;
    private final ChunkCompression compression;
    private final int headLength;
    private long[] offsets = {};
    private long offsetsAt;

    private ChunkTable(ComponentFile file, SstableVersion version) throws SstableException {
        this.file = file;
        CompressionInfoFile.Head head = CompressionInfoFile.head(file, version);
        compression = head.compression();
        headLength = head.length();
    }

    public static ChunkTable open(Path path, SstableVersion version) throws SstableException {
        ComponentFile file = ComponentFile.open(path);
        try {
            return new ChunkTable(file, version);
        } catch (SstableException e) {
            file.close();
            throw e;
        }
    }

    public ChunkCompression compression() {
        return compression;
    }

    /** The compressor, its options, the chunk length and the longest compressed chunk, as they are in the file. */
    public byte[] head() throws SstableException {
        return file.read(0, headLength);
    }

    /**
     * Where a chunk begins in Data.db.
     *
     * @param chunk from 0 to the number of chunks, exclusive
     */
    public long offset(long chunk) throws SstableException {
        if (chunk < offsetsAt || chunk >= offsetsAt + offsets.length) {
            int some = (int) Math.min(BLOCK, compression.chunks() - chunk);
            Cursor in = new Cursor(
                    file.name(),
                    file.read(headLength + Long.BYTES + Integer.BYTES + Long.BYTES * chunk, Long.BYTES * some));
            long[] read = new long[some];
            for (int i = 0; i < some; i++) {
                read[i] = in.i64();
            }
            offsets = read;
            offsetsAt = chunk;
        }
        return offsets[(int) (chunk - offsetsAt)];
    }

    @Override
    public void close() throws SstableException {
        file.close();
    }
}
