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

/**
 * Throttles that all apply, for instance a transfer's and then the node's. A request passes them in order. The chain is one
 * flow in each. Thread-safe.
 */
public final class ThrottleChain {
    private final List<Throttle.Flow> flows;

    private ThrottleChain(List<Throttle.Flow> flows) {
        this.flows = flows;
    }

    /** @param throttles the narrowest first, so that no request holds a place in a later one while it waits */
    public static ThrottleChain of(Throttle... throttles) {
        return new ThrottleChain(Arrays.stream(throttles).map(Throttle::flow).toList());
    }

    /** A chain without a limit. */
    public static ThrottleChain unlimited() {
        return new ThrottleChain(List.of());
    }

    /** The lowest current limit in bytes per second, or {@link Throttle#UNLIMITED}. */
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

    /**
     * Asks for permission to move bytes, as {@link Throttle.Flow#ask} does.
     *
     * @return null when they may be moved now: then {@code granted} is never called
     */
    public @Nullable ChainRequest ask(int bytes, Runnable granted) {
        if (limit() == Throttle.UNLIMITED) {
            return null;
        }
        ChainRequest request = new ChainRequest(bytes, granted);
        return request.passes(0) ? null : request;
    }

    /** A waiting request. */
    public final class ChainRequest {
        private final int bytes;
        private final Runnable granted;
        private final Queue<Throttle.Request> made = new ConcurrentLinkedQueue<>();
        private volatile boolean cancelled;

        private ChainRequest(int bytes, Runnable granted) {
            this.bytes = bytes;
            this.granted = granted;
        }

        /** Withdraws the request, unless it is being granted. */
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
