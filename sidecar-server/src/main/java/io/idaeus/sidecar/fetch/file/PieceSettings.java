/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.file;

/**
 * How large files are received.
 *
 * @param pieceBytes the piece length, a multiple of {@value #BUFFER_BYTES}; larger files are received in pieces
 * @param directIo whether pieces are written past the page cache, where the file system can
 * @param directMemoryBytes of buffers for direct writes, over all connections; without a free buffer a connection writes
 *     through the page cache
 * @param preallocate whether disk space is allocated before the bytes arrive, where the system can
 * @param sparesPageCache whether forced files leave the page cache, where the system can; small files of bundles stay,
 *     because an import reads them at once
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
}
