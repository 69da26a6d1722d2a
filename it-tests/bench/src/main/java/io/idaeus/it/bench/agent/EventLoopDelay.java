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
 * Event-loop delay: each watched loop runs a task every 5 ms and records how late it ran. A loop stuck for 100 ms
 * yields twenty late tasks, so the percentile is one of time.
 */
final class EventLoopDelay {
    private static final long PERIOD = TimeUnit.MILLISECONDS.toNanos(5);

    private final Set<EventExecutor> watched = ConcurrentHashMap.newKeySet();
    private List<Long> delays = new ArrayList<>();

    /** Watches the current event loop; does nothing on other threads. */
    void watchCurrentLoop() {
        EventExecutor loop = ThreadExecutorMap.currentExecutor();
        if (loop != null) {
            watch(loop);
        }
    }

    void watch(EventExecutor loop) {
        if (watched.add(loop)) {
            var unused = loop.scheduleAtFixedRate(new Probe(), PERIOD, PERIOD, TimeUnit.NANOSECONDS);
        }
    }

    /** The 99th percentile in milliseconds since the last call; 0 if no loop is watched. */
    double p99Millis() {
        List<Long> sorted = taken();
        Collections.sort(sorted);
        return sorted.isEmpty() ? 0 : sorted.get((int) (sorted.size() * 0.99)) / 1e6;
    }

    private synchronized List<Long> taken() {
        List<Long> all = delays;
        delays = new ArrayList<>();
        return all;
    }

    private synchronized void add(long nanos) {
        delays.add(Math.max(0, nanos));
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
