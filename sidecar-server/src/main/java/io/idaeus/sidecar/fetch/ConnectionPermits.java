/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import io.idaeus.sidecar.throttle.ThrottleChain;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Limits how many fetches receive at once, and how fast together. The limit can change meanwhile. Waiters are called back in
 * FIFO order. Thread-safe.
 */
public final class ConnectionPermits {
    private final Deque<Runnable> waiting = new ArrayDeque<>();
    private final ThrottleChain pace;
    private int limit;

    // Negative while more are taken than a lowered limit allows.
    private int free;

    public ConnectionPermits(int permits) {
        this(permits, ThrottleChain.unlimited());
    }

    /** @param pace rate limits; may be shared */
    public ConnectionPermits(int permits, ThrottleChain pace) {
        this.limit = checked(permits);
        this.free = permits;
        this.pace = pace;
    }

    private static int checked(int permits) {
        if (permits < 1) {
            throw new IllegalArgumentException("permits: " + permits + " (expected: >= 1)");
        }
        return permits;
    }

    public int limit() {
        synchronized (waiting) {
            return limit;
        }
    }

    /** Waiters are called back for permits that are added. Fewer permits take effect as those taken are given back. */
    void limit(int permits) {
        List<Runnable> granted = new ArrayList<>();
        synchronized (waiting) {
            free += checked(permits) - limit;
            limit = permits;
            while (free > 0 && !waiting.isEmpty()) {
                free--;
                granted.add(waiting.removeFirst());
            }
        }
        granted.forEach(Runnable::run);
    }

    ThrottleChain pace() {
        return pace;
    }

    /** Calls back with a permit, at once or on the thread that gives one back. The callback must {@link #giveBack} it. */
    void take(Runnable granted) {
        synchronized (waiting) {
            if (free <= 0) {
                waiting.addLast(granted);
                return;
            }
            free--;
        }
        granted.run();
    }

    void giveBack() {
        @Nullable Runnable next;
        synchronized (waiting) {
            free++;
            next = free > 0 ? waiting.pollFirst() : null;
            if (next == null) {
                return;
            }
            free--;
        }
        next.run();
    }

    int free() {
        synchronized (waiting) {
            return free;
        }
    }
}
