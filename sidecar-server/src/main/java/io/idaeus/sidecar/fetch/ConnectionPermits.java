/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import io.idaeus.sidecar.throttle.ThrottleChain;
import java.util.ArrayDeque;
import java.util.Deque;

/** Limits how many fetches receive at once, and how fast together. Waiters are called back in FIFO order. Thread-safe. */
public final class ConnectionPermits {
    private final Deque<Runnable> waiting = new ArrayDeque<>();
    private final ThrottleChain pace;
    private int free;

    public ConnectionPermits(int permits) {
        this(permits, ThrottleChain.unlimited());
    }

    /** @param pace rate limits; may be shared */
    public ConnectionPermits(int permits, ThrottleChain pace) {
        if (permits < 1) {
            throw new IllegalArgumentException("permits: " + permits + " (expected: >= 1)");
        }
        this.free = permits;
        this.pace = pace;
    }

    ThrottleChain pace() {
        return pace;
    }

    /** Calls back with a permit, at once or on the thread that gives one back. The callback must {@link #giveBack} it. */
    void take(Runnable granted) {
        synchronized (waiting) {
            if (free == 0) {
                waiting.addLast(granted);
                return;
            }
            free--;
        }
        granted.run();
    }

    void giveBack() {
        Runnable next;
        synchronized (waiting) {
            next = waiting.pollFirst();
            if (next == null) {
                free++;
                return;
            }
        }
        next.run();
    }

    int free() {
        synchronized (waiting) {
            return free;
        }
    }
}
