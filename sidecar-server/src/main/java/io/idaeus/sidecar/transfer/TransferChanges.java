/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer;

import io.idaeus.api.TransferEvent;
import java.util.function.Consumer;

/** Tells one listener of the changes of all transfers, and of those that are taken off the record. Thread-safe. */
final class TransferChanges {
    private volatile Consumer<TransferEvent> changed = change -> {};
    private volatile Consumer<String> deleted = id -> {};

    void listen(Consumer<TransferEvent> toChanges, Consumer<String> toDeleted) {
        changed = toChanges;
        deleted = toDeleted;
    }

    void changed(TransferEvent change) {
        changed.accept(change);
    }

    void deleted(String id) {
        deleted.accept(id);
    }
}
