/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.job;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The smallest job: it counts down, a number for each permit, and stores each. */
final class Countdown implements Job {
    record Stored(
            String id,
            int left,
            boolean paused,
            boolean cancelled,
            @Nullable Instant finishedAt) implements JobRecord {
        static Stored from(String id, int left) {
            return new Stored(id, left, false, false, null);
        }

        @Override
        public boolean hasEnded() {
            return finishedAt != null;
        }
    }

    private final JobStore<Stored> store;
    private final Consumer<Stored> changed;
    private final Semaphore permits;
    private final Clock clock;
    private final Steering steering = new Steering();
    private final Watchers<Stored> watchers = new Watchers<>();
    private volatile Stored record;

    Countdown(JobStore<Stored> store, Stored record, Consumer<Stored> changed, Semaphore permits, Clock clock) {
        this.store = store;
        this.record = record;
        this.changed = changed;
        this.permits = permits;
        this.clock = clock;
    }

    Stored record() {
        return record;
    }

    AutoCloseable watch(Consumer<Stored> watcher) {
        return watchers.add(watcher, () -> record);
    }

    private synchronized void change(UnaryOperator<Stored> change) {
        Stored next = change.apply(record);
        store.write(next);
        record = next;
        watchers.tell(() -> next);
        changed.accept(next);
        steering.wake();
    }

    void drive() {
        while (wantsWorker()) {
            if (record.cancelled() || record.left() == 0) {
                Instant now = clock.instant();
                change(done -> new Stored(done.id(), done.left(), done.paused(), done.cancelled(), now));
            } else if (permits.tryAcquire()) {
                change(next -> new Stored(next.id(), next.left() - 1, next.paused(), next.cancelled(), null));
            } else {
                steering.sleep(Duration.ofMillis(1));
            }
        }
    }

    @Override
    public String id() {
        return record.id();
    }

    @Override
    public boolean hasEnded() {
        return record.hasEnded();
    }

    @Override
    public @Nullable Instant finishedAt() {
        return record.finishedAt();
    }

    @Override
    public boolean wantsWorker() {
        Stored now = record;
        return !steering.isStopping() && !now.hasEnded() && (!now.paused() || now.cancelled());
    }

    @Override
    public Steering steering() {
        return steering;
    }

    @Override
    public void cancel() {
        if (!hasEnded()) {
            change(now -> new Stored(now.id(), now.left(), now.paused(), true, null));
        }
    }

    @Override
    public void pause() {
        change(now -> new Stored(now.id(), now.left(), true, now.cancelled(), now.finishedAt()));
    }

    /** Runs after a resume is stored. */
    volatile Runnable afterResume = () -> {};

    @Override
    public void resume() {
        change(now -> new Stored(now.id(), now.left(), false, now.cancelled(), now.finishedAt()));
        afterResume.run();
    }

    @Override
    public Map<String, String> logFields() {
        return Map.of("countdown", id());
    }
}
