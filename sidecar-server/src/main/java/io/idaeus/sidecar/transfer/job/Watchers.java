/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.job;

import io.idaeus.api.TransferEvent;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The watchers of one transfer. Thread-safe. */
final class Watchers {
    private final Set<Consumer<TransferEvent>> watchers = new CopyOnWriteArraySet<>();

    AutoCloseable add(Consumer<TransferEvent> watcher, Supplier<TransferEvent> event) {
        watchers.add(watcher);
        watcher.accept(event.get());
        return () -> watchers.remove(watcher);
    }

    boolean any() {
        return !watchers.isEmpty();
    }

    void tell(Supplier<TransferEvent> event) {
        if (any()) {
            TransferEvent now = event.get();
            watchers.forEach(watcher -> watcher.accept(now));
        }
    }
}
