/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

/**
 * How large files are received.
 *
 * @param pieceBytes a file above it travels as pieces of this length, a multiple of {@value #BUFFER_BYTES}
 * @param directIo whether pieces are written past the page cache, where the file system can
 * @param directMemoryBytes what the buffers for that may take, over all connections; a connection for which there is none
 *     left writes through the page cache
 * @param preallocate whether the room for a file is taken before its bytes come, where the system can
 * @param sparesPageCache whether the page cache is told to let go of what was written through it and is on the disk, where
 *     the system can; small files that come together stay in it, since an import reads them at once
 */
public record PieceSettings(
        long pieceBytes, boolean directIo, long directMemoryBytes, boolean preallocate, boolean sparesPageCache) {
    static final int BUFFER_BYTES = 2 * 1024 * 1024;

    public PieceSettings {
        if (pieceBytes <= 0 || pieceBytes % BUFFER_BYTES != 0) {
            throw new IllegalArgumentException(
                    "pieceBytes: " + pieceBytes + " (expected: a multiple of " + BUFFER_BYTES + ')');
        }
    }

    public static PieceSettings defaults() {
        return new PieceSettings(64L << 20, true, 40L << 20, true, true);
    }
}
