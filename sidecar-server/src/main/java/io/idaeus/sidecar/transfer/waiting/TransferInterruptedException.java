/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.waiting;

/** The worker must stop: cancel, pause or shutdown. */
public final class TransferInterruptedException extends Exception {
    private static final long serialVersionUID = 1L;

    private final boolean resumable;

    public TransferInterruptedException(boolean resumable) {
        super(resumable ? "the transfer is paused, or the sidecar stops" : "the transfer is cancelled");
        this.resumable = resumable;
    }

    /** Whether the transfer continues later. */
    public boolean resumable() {
        return resumable;
    }
}
