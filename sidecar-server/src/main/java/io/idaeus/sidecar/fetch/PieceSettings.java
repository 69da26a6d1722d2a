/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

/**
 * How large files are received.
 *
 * @param pieceBytes a file above it travels as pieces of this length, a multiple of {@value #STEP_BYTES}
 */
public record PieceSettings(long pieceBytes) {
    private static final int STEP_BYTES = 4 * 1024 * 1024;

    public PieceSettings {
        if (pieceBytes <= 0 || pieceBytes % STEP_BYTES != 0) {
            throw new IllegalArgumentException(
                    "pieceBytes: " + pieceBytes + " (expected: a multiple of " + STEP_BYTES + ')');
        }
    }

    public static PieceSettings defaults() {
        return new PieceSettings(64L << 20);
    }
}
