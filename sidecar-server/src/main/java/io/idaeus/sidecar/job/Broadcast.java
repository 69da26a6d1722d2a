/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.job;

import java.util.function.Consumer;

/** Tells one listener what becomes of all jobs of a kind. It must not block. */
public final class Broadcast<E> {
    private volatile Consumer<E> changed = change -> {};
    private volatile Consumer<String> deleted = id -> {};

    /** @param toDeleted is told the ids of jobs that are taken off the record */
    public void listen(Consumer<E> toChanges, Consumer<String> toDeleted) {
        changed = toChanges;
        deleted = toDeleted;
    }

    public void changed(E change) {
        changed.accept(change);
    }

    public void deleted(String id) {
        deleted.accept(id);
    }
}
