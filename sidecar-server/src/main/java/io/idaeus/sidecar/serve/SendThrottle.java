/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve;

import io.idaeus.sidecar.throttle.Throttle;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** Asks the throttle for permission to send the slices of one response. Lives on the channel's event loop. */
final class SendThrottle {
    private final Throttle.Flow flow;
    private final Executor loop;
    private final Runnable resume;
    private Throttle.@Nullable Request request;
    private boolean granted;
    private long waitingSince;
    private long waitedNanos;

    /** @param resume called when a slice that had to wait may be sent; it calls {@link #permits} again */
    SendThrottle(Throttle.Flow flow, Executor loop, Runnable resume) {
        this.flow = flow;
        this.loop = loop;
        this.resume = resume;
    }

    /** Bytes per second, or {@link Throttle#UNLIMITED}. */
    long limit() {
        return flow.limit();
    }

    /** Whether a slice may be sent now. Where it may, it must be. */
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

    /** How long slices have waited so far. The peer is not to blame for this time. */
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
