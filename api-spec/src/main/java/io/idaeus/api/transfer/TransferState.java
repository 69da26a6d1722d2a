/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.transfer;

/** State of a transfer. After a restart a transfer continues in the phase it was in. */
public enum TransferState {
    QUEUED,
    PLANNING,
    PULLING,
    IMPORTING,
    /** Nothing moves; {@code waiting} says why. */
    PAUSED,
    CANCELLING,
    COMPLETED,
    FAILED,
    CANCELLED;

    /** Whether the transfer has ended. */
    public boolean isFinal() {
        return this == COMPLETED || this == FAILED || this == CANCELLED;
    }
}
