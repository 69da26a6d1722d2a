/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.connection;

import io.idaeus.sidecar.throttle.Throttle;
import io.idaeus.sidecar.throttle.ThrottleChain;
import io.idaeus.sidecar.wire.MinRate;
import io.netty.handler.codec.http.HttpRequest;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** Requests bytes from the throttles before a connection reads them, on its event loop. */
final class ReceiveThrottle {
    private static final int MAX_PORTION = 4 * 1024 * 1024;

    // For reads that need no grant: a response head, or the rest of a TLS record.
    private static final int UNGRANTED_READ_BYTES = 16 * 1024;

    // Connections do not share a rate evenly or steadily: each promises this fraction of an even share.
    private static final int SHARE_DIVISOR = 16;

    private final ConnectionCounters counters;
    private ThrottleChain pace = ThrottleChain.unlimited();
    private Executor loop = Runnable::run;
    private Runnable resume = () -> {};
    private ThrottleChain.@Nullable ChainRequest waiting;
    private long waitingSince;
    private int exchange;

    // Granted bytes that were not read yet; negative after reads beyond the grant.
    private long credit;

    ReceiveThrottle(ConnectionCounters counters) {
        this.counters = counters;
    }

    /** @param whenGranted on the loop, when more may be read */
    void begin(ThrottleChain limits, Executor eventLoop, Runnable whenGranted) {
        pace = limits;
        loop = eventLoop;
        resume = whenGranted;
        exchange++;
    }

    // So the peer does not take a slow connection for stalled.
    static void announceRate(HttpRequest head, ThrottleChain limits, int connections) {
        long limit = limits.limit();
        if (limit != Throttle.UNLIMITED) {
            head.headers().set(MinRate.HEADER, Math.max(MinRate.LEAST, limit / SHARE_DIVISOR / connections));
        }
    }

    boolean isLimited() {
        return pace.limit() != Throttle.UNLIMITED;
    }

    /** Otherwise {@code whenGranted} is called later. */
    boolean permits(long bodyLeft) {
        if (waiting != null) {
            return false;
        }
        long limit = pace.limit();
        if (limit == Throttle.UNLIMITED) {
            credit = 0;
            return true;
        }
        if (credit > 0) {
            return true;
        }
        int bytes = (int) (Math.min(bodyLeft, Throttle.portion(limit, MAX_PORTION)) - credit);
        int requester = exchange;
        waiting = pace.ask(bytes, () -> granted(requester, bytes));
        if (waiting == null) {
            credit += bytes;
            return true;
        }
        waitingSince = System.nanoTime();
        return false;
    }

    int mayRead() {
        if (!isLimited()) {
            return Integer.MAX_VALUE;
        }
        return credit > 0 ? (int) credit : UNGRANTED_READ_BYTES;
    }

    void received(int bytes) {
        credit -= bytes;
    }

    // Bytes read beyond the grant are charged to the next exchange.
    void end() {
        if (waiting != null) {
            waiting.cancel();
            endWait();
        }
        credit = Math.min(0, credit);
        exchange++;
    }

    private void granted(int requester, int bytes) {
        try {
            loop.execute(() -> {
                if (requester == exchange && waiting != null) {
                    endWait();
                    credit += bytes;
                    resume.run();
                }
            });
        } catch (RejectedExecutionException shutDown) {
            // The connection is closed as well.
        }
    }

    private void endWait() {
        counters.throttled(System.nanoTime() - waitingSince);
        waiting = null;
    }
}
