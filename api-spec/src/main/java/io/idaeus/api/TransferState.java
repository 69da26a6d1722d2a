/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api;

/** The life cycle of a transfer. A restart re-enters the phase it was in. */
public enum TransferState {
    QUEUED,
    PLANNING,
    PULLING,
    IMPORTING,
    /** Nothing moves until what the transfer's {@code waiting} names is over. */
    PAUSED,
    CANCELLING,
    COMPLETED,
    FAILED,
    CANCELLED;

    /** Whether the transfer has come to an end. */
    public boolean isFinal() {
        return this == COMPLETED || this == FAILED || this == CANCELLED;
    }
}
