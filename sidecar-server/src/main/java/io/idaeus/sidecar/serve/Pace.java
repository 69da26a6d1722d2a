/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve;

import io.idaeus.sidecar.throttle.Throttle;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** When the next slice of one response may go. Lives on the channel's event loop. */
final class Pace {
    private final Throttle.Flow flow;
    private final Executor loop;
    private final Runnable resume;
    private Throttle.@Nullable Request waiting;
    private boolean granted;
    private long waitingSince;
    private long waitedNanos;

    /** @param resume what to do when a slice that had to wait may go: ask again, for as many bytes */
    Pace(Throttle.Flow flow, Executor loop, Runnable resume) {
        this.flow = flow;
        this.loop = loop;
        this.resume = resume;
    }

    /** How large the next slice should be, at most {@code most}: at a low rate slices are small, or peers time out. */
    int slice(int most) {
        return Throttle.portion(flow.limit(), most);
    }

    /** Whether a slice of so many bytes may go now. */
    boolean permits(int bytes) {
        if (waiting != null) {
            return false;
        }
        if (granted) {
            granted = false;
            return true;
        }
        waiting = flow.ask(bytes, this::granted);
        waitingSince = System.nanoTime();
        return waiting == null;
    }

    /** How long the response has been held back so far: for that its reader is not to blame. */
    long waitedNanos() {
        return waiting == null ? waitedNanos : waitedNanos + (System.nanoTime() - waitingSince);
    }

    /** Wants no more slices. */
    void end() {
        if (waiting != null) {
            waiting.cancel();
        }
    }

    private void granted() {
        try {
            loop.execute(() -> {
                waitedNanos = waitedNanos();
                waiting = null;
                granted = true;
                resume.run();
            });
        } catch (RejectedExecutionException shutDown) {
            // Then the connection is closed too.
        }
    }
}
