/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.throttle;

import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** Throttles that a request passes in order. One flow in each. Thread-safe. */
public final class ThrottleChain {
    private final List<Throttle.Flow> flows;

    private ThrottleChain(List<Throttle.Flow> flows) {
        this.flows = flows;
    }

    /** @param throttles narrowest first */
    public static ThrottleChain of(Throttle... throttles) {
        // In this order no request holds a place in a later throttle while it waits.
        return new ThrottleChain(Arrays.stream(throttles).map(Throttle::flow).toList());
    }

    public static ThrottleChain unlimited() {
        return new ThrottleChain(List.of());
    }

    /** The lowest, or {@link Throttle#UNLIMITED}. */
    public long limit() {
        long lowest = Throttle.UNLIMITED;
        for (Throttle.Flow flow : flows) {
            long limit = flow.limit();
            if (limit != Throttle.UNLIMITED && (lowest == Throttle.UNLIMITED || limit < lowest)) {
                lowest = limit;
            }
        }
        return lowest;
    }

    /** As {@link Throttle.Flow#ask}. */
    public @Nullable ChainRequest ask(int bytes, Runnable granted) {
        if (limit() == Throttle.UNLIMITED) {
            return null;
        }
        ChainRequest request = new ChainRequest(bytes, granted);
        return request.passes(0) ? null : request;
    }

    public final class ChainRequest {
        private final int bytes;
        private final Runnable granted;
        private final Queue<Throttle.Request> made = new ConcurrentLinkedQueue<>();
        private volatile boolean cancelled;

        private ChainRequest(int bytes, Runnable granted) {
            this.bytes = bytes;
            this.granted = granted;
        }

        /** As {@link Throttle.Request#cancel}. */
        public void cancel() {
            cancelled = true;
            made.forEach(Throttle.Request::cancel);
        }

        private boolean passes(int first) {
            for (int i = first; i < flows.size(); i++) {
                int next = i + 1;
                Throttle.Request waiting = flows.get(i).ask(bytes, () -> proceed(next));
                if (waiting != null) {
                    made.add(waiting);
                    if (cancelled) {
                        waiting.cancel();
                    }
                    return false;
                }
            }
            return true;
        }

        private void proceed(int next) {
            if (!cancelled && passes(next)) {
                granted.run();
            }
        }
    }
}
