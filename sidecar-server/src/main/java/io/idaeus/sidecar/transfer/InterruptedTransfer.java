/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer;

/** The worker of a transfer must stop: a cancel was asked for, or the sidecar stops. */
final class InterruptedTransfer extends Exception {
    private static final long serialVersionUID = 1L;

    private final boolean resumable;

    InterruptedTransfer(boolean resumable) {
        super(resumable ? "the sidecar stops" : "cancelled");
        this.resumable = resumable;
    }

    /** Whether the transfer goes on at the next start. */
    boolean resumable() {
        return resumable;
    }
}
