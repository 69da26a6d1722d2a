/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve;

import io.idaeus.sidecar.throttle.Throttle;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** Throttles the segments of one response. Lives on the channel's event loop. */
final class SendThrottle {
    private final Throttle.Flow flow;
    private final Executor loop;
    private final Runnable resume;
    private Throttle.@Nullable Request request;
    private boolean granted;
    private long waitingSince;
    private long waitedNanos;

    /** @param resume called after a wait; it calls {@link #permits} again */
    SendThrottle(Throttle.Flow flow, Executor loop, Runnable resume) {
        this.flow = flow;
        this.loop = loop;
        this.resume = resume;
    }

    /** Bytes per second, or {@link Throttle#UNLIMITED}. */
    long limit() {
        return flow.limit();
    }

    /** Whether to send a segment now. True uses up the permission. */
    boolean permits(int bytes) {
        if (request != null) {
            return false;
        }
        if (granted) {
            granted = false;
            return true;
        }
        request = flow.ask(bytes, this::granted);
        waitingSince = System.nanoTime();
        return request == null;
    }

    /** How long segments have waited so far. */
    long waitedNanos() {
        return request == null ? waitedNanos : waitedNanos + (System.nanoTime() - waitingSince);
    }

    void end() {
        if (request != null) {
            request.cancel();
        }
    }

    private void granted() {
        try {
            loop.execute(() -> {
                waitedNanos = waitedNanos();
                request = null;
                granted = true;
                resume.run();
            });
        } catch (RejectedExecutionException shutDown) {
            // The event loop is closed, and the connection with it.
        }
    }
}
