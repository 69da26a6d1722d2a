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
 * Limits that all hold, for instance that of one transfer and then that of the node: what asks passes one after the other,
 * and is one flow in each, however many ask.
 *
 * <p>Thread-safe. Without a limit a request costs a volatile read for each throttle.
 */
public final class ThrottleChain {
    private final List<Throttle.Flow> flows;

    private ThrottleChain(List<Throttle.Flow> flows) {
        this.flows = flows;
    }

    /** @param throttles the narrowest first: nobody keeps a place in a later one while he waits for an earlier one */
    public static ThrottleChain of(Throttle... throttles) {
        return new ThrottleChain(Arrays.stream(throttles).map(Throttle::flow).toList());
    }

    /** One that never holds anybody back. */
    public static ThrottleChain unlimited() {
        return new ThrottleChain(List.of());
    }

    /** The lowest limit now, in bytes a second; {@link Throttle#UNLIMITED} for none. */
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
     * Asks to move bytes.
     *
     * @param granted told once when they may be moved, as {@link Throttle.Flow#ask} tells it
     * @return null when they may be moved now: then {@code granted} is never told
     */
    public @Nullable Request ask(int bytes, Runnable granted) {
        if (limit() == Throttle.UNLIMITED) {
            return null;
        }
        Request request = new Request(bytes, granted);
        return request.passes(0) ? null : request;
    }

    /** A request that waits. */
    public final class Request {
        private final int bytes;
        private final Runnable granted;
        private final Queue<Throttle.Request> made = new ConcurrentLinkedQueue<>();
        private volatile boolean cancelled;

        private Request(int bytes, Runnable granted) {
            this.bytes = bytes;
            this.granted = granted;
        }

        /** Forgets it, unless it is being granted. */
        public void cancel() {
            cancelled = true;
            made.forEach(Throttle.Request::cancel);
        }

        private boolean passes(int first) {
            for (int i = first; i < flows.size(); i++) {
                int next = i + 1;
                Throttle.Request waiting = flows.get(i).ask(bytes, () -> goOn(next));
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

        private void goOn(int next) {
            if (!cancelled && passes(next)) {
                granted.run();
            }
        }
    }
}
