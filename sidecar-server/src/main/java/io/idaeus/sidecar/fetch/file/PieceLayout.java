/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.file;

import io.idaeus.sidecar.checksum.Crc32;

/**
 * A file in pieces of one length; the last may be shorter.
 *
 * @param size bytes of the file
 */
public record PieceLayout(long size, long pieceBytes) {

    public PieceLayout {
        if (size < 1 || pieceBytes < 1) {
            throw new IllegalArgumentException(size + " bytes in pieces of " + pieceBytes + " (expected: both >= 1)");
        }
    }

    public int count() {
        return Math.toIntExact((size + pieceBytes - 1) / pieceBytes);
    }

    public long first(int index) {
        return index * pieceBytes;
    }

    long end(int index) {
        return Math.min(size, first(index) + pieceBytes);
    }

    public long length(int index) {
        return end(index) - first(index);
    }

    PieceRange range(int index) {
        return new PieceRange(first(index), end(index));
    }

    /** CRC32 of the file, from each piece's. */
    public Crc32 combine(int[] crcs) {
        int operator = Crc32Combine.operator(pieceBytes);
        int last = crcs.length - 1;
        int combined = 0;
        for (int i = 0; i < last; i++) {
            combined = Crc32Combine.combine(combined, crcs[i], operator);
        }
        return new Crc32(Crc32Combine.combine(combined, crcs[last], Crc32Combine.operator(length(last))));
    }
}
