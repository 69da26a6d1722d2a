/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.job;

import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Who watches one job. Thread-safe; they are called one after the other and must not block. */
public final class Watchers<E> {
    private final Set<Consumer<E>> watchers = new CopyOnWriteArraySet<>();

    /** Sends it the event at once, and every one that is told until it is closed. */
    public AutoCloseable add(Consumer<E> watcher, Supplier<E> event) {
        watchers.add(watcher);
        watcher.accept(event.get());
        return () -> watchers.remove(watcher);
    }

    public boolean any() {
        return !watchers.isEmpty();
    }

    public void tell(Supplier<E> event) {
        if (any()) {
            E now = event.get();
            watchers.forEach(watcher -> watcher.accept(now));
        }
    }
}
