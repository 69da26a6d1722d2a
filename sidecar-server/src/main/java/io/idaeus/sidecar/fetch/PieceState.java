/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

/** The states of a {@link PiecedFetch}. A failure or a cancel leads to {@link #STOPPING}. */
enum PieceState {
    OPENING,
    RECEIVING,
    /** Renames the proven file. */
    SEALING,
    /** The CRCs do not combine to the file's. */
    COMPARING,
    /** Revokes the pieces that differ, to receive them again. */
    REVOKING,
    /** Deletes the wrong bytes. */
    DISCARDING,
    /** No piece is started; those in flight are still recorded. */
    STOPPING,
    CLOSING,
    /** Sealed or discarded. */
    ENDED;

    boolean mayFollow(PieceState previous) {
        return switch (this) {
            case OPENING -> false;
            case RECEIVING -> previous == OPENING || previous == REVOKING;
            case SEALING, COMPARING -> previous == RECEIVING;
            case REVOKING, DISCARDING -> previous == COMPARING;
            case STOPPING -> !previous.isEnding();
            case CLOSING -> previous == STOPPING;
            case ENDED -> previous == SEALING || previous == DISCARDING || previous == STOPPING;
        };
    }

    boolean isEnding() {
        return this == STOPPING || this == CLOSING || this == ENDED;
    }
}
