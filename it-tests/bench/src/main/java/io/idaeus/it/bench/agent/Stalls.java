/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.agent;

import io.netty.util.concurrent.EventExecutor;
import io.netty.util.internal.ThreadExecutorMap;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * How late event loops run what is due: a task every 5 ms on each loop that is watched, and how long after its time it
 * ran. A loop that is stuck for 100 ms shows as twenty late tasks, so the percentile is one of time.
 */
final class Stalls {
    private static final long PERIOD = TimeUnit.MILLISECONDS.toNanos(5);

    private final Set<EventExecutor> watched = ConcurrentHashMap.newKeySet();
    private List<Long> lateness = new ArrayList<>();

    /** From now on the event loop that runs this is watched; does nothing elsewhere. */
    void here() {
        EventExecutor loop = ThreadExecutorMap.currentExecutor();
        if (loop != null) {
            watch(loop);
        }
    }

    /** From now on it is watched. */
    void watch(EventExecutor loop) {
        if (watched.add(loop)) {
            var unused = loop.scheduleAtFixedRate(new Probe(), PERIOD, PERIOD, TimeUnit.NANOSECONDS);
        }
    }

    /** The 99th percentile in milliseconds since the last call; 0 when nothing was watched. */
    double p99Millis() {
        List<Long> sorted = taken();
        Collections.sort(sorted);
        return sorted.isEmpty() ? 0 : sorted.get((int) (sorted.size() * 0.99)) / 1e6;
    }

    private synchronized List<Long> taken() {
        List<Long> all = lateness;
        lateness = new ArrayList<>();
        return all;
    }

    private synchronized void add(long nanos) {
        lateness.add(Math.max(0, nanos));
    }

    private final class Probe implements Runnable {
        private long due = System.nanoTime() + PERIOD;

        @Override
        public void run() {
            add(System.nanoTime() - due);
            due += PERIOD;
        }
    }
}
