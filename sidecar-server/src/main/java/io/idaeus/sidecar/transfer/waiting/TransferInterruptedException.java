/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.waiting;

/** The worker of a transfer must stop, after a cancel or a pause, or because the sidecar stops. */
public final class TransferInterruptedException extends Exception {
    private static final long serialVersionUID = 1L;

    private final boolean resumable;

    public TransferInterruptedException(boolean resumable) {
        super(resumable ? "the transfer is paused, or the sidecar stops" : "the transfer is cancelled");
        this.resumable = resumable;
    }

    /** Whether the transfer continues later, on a resume or at the next start. */
    public boolean resumable() {
        return resumable;
    }
}
