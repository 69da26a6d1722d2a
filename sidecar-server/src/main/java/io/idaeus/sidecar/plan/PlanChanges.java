/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan;

import io.idaeus.api.PlanEvent;
import io.idaeus.sidecar.plan.run.PlanRun;
import java.time.InstantSource;
import java.util.function.Consumer;

/** Tells one listener of the changes of all plans, and of those that are taken off the record. Thread-safe. */
final class PlanChanges {
    private final InstantSource clock;
    private volatile Consumer<PlanEvent> changed = change -> {};
    private volatile Consumer<String> deleted = id -> {};

    PlanChanges(InstantSource clock) {
        this.clock = clock;
    }

    void listen(Consumer<PlanEvent> toChanges, Consumer<String> toDeleted) {
        changed = toChanges;
        deleted = toDeleted;
    }

    /** Tells the state of the plan at once, and each change from now on. */
    void follow(PlanRun run) {
        AutoCloseable unused = run.watch(change -> changed.accept(PlanViews.event(change, clock.instant())));
    }

    void deleted(String id) {
        deleted.accept(id);
    }
}
