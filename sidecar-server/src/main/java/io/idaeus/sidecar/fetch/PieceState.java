/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

/** What a {@link PiecedFetch} does now. A failure or a cancel leads to {@link #STOPPING}. */
enum PieceState {
    /** A disk thread opens the part file. */
    OPENING,
    /** Pieces are received and recorded, both at once. */
    RECEIVING,
    /** All pieces are recorded and proven; a disk thread renames the file. */
    SEALING,
    /** The CRCs do not combine to the file's; the source is asked for its own. */
    COMPARING,
    /** A disk thread revokes the pieces that differ from the source's; then they are received again. */
    REVOKING,
    /** The bytes are wrong; a disk thread deletes them. */
    DISCARDING,
    /** No piece is started; waits for what is in flight. */
    STOPPING,
    /** Nothing is in flight; a disk thread closes the file. */
    CLOSING,
    /** A result was published while the file was sealed or discarded. */
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
