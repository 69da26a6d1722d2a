/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.client;

import io.idaeus.api.transfer.Transfer;
import io.idaeus.api.transfer.TransferWait;
import java.time.Duration;

/** A transfer had not ended when the wait for it did. It goes on: wait again, or cancel it. */
public final class TransferNotEndedException extends SidecarCallException {

    private final transient Transfer transfer;

    TransferNotEndedException(Transfer transfer, Duration waited) {
        super("Transfer %s is %s after %d s%s; wait longer, or cancel it"
                .formatted(transfer.id(), transfer.state(), waited.toSeconds(), waiting(transfer)));
        this.transfer = transfer;
    }

    private static String waiting(Transfer transfer) {
        TransferWait wait = transfer.waiting();
        return wait == null ? "" : ", because %s (%s)".formatted(wait.detail(), wait.remedy());
    }

    /** The last response. */
    public Transfer transfer() {
        return transfer;
    }
}
