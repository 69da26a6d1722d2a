/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.file;

/**
 * How large files are received, as far as the system can.
 *
 * @param pieceBytes a multiple of {@value #BUFFER_BYTES}; larger files are received in pieces
 * @param directIo past the page cache
 * @param directMemoryBytes for direct writes; a connection without a free buffer writes through the page cache
 * @param preallocate disk space
 * @param sparesPageCache evicts forced files, except small ones of bundles
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
