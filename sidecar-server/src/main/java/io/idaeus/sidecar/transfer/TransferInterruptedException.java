/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer;

/** The worker of a transfer must stop: a cancel or a pause was asked for, or the sidecar stops. */
final class TransferInterruptedException extends Exception {
    private static final long serialVersionUID = 1L;

    private final boolean resumable;

    TransferInterruptedException(boolean resumable) {
        super(resumable ? "paused, or the sidecar stops" : "cancelled");
        this.resumable = resumable;
    }

    /** Whether the transfer goes on later: when it is resumed, or at the next start. */
    boolean resumable() {
        return resumable;
    }
}
