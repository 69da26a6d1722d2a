/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import io.idaeus.sidecar.throttle.ThrottleChain;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * How much may be received at once: so many permits, first come, first served; and how fast, by all of them together.
 * Nobody blocks: who asks is called when it is his turn. Any thread.
 */
public final class ConnectionPermits {
    private final Deque<Runnable> waiting = new ArrayDeque<>();
    private final ThrottleChain pace;
    private int free;

    /** As fast as it comes. */
    public ConnectionPermits(int permits) {
        this(permits, ThrottleChain.unlimited());
    }

    /** @param pace what is received counts in it; several lanes may share one */
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

    /**
     * Calls back with a permit, at once or on the thread that gives one back; {@link #giveBack} must follow, also where it
     * is of no use any more.
     */
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

    /** Permits that nobody has. */
    int free() {
        synchronized (waiting) {
            return free;
        }
    }
}
