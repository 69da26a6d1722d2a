/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import io.idaeus.sidecar.throttle.Throttle;
import io.idaeus.sidecar.throttle.ThrottleChain;
import io.idaeus.sidecar.wire.MinRate;
import io.netty.handler.codec.http.HttpRequest;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * How many bytes a connection may read now. It asks for them before it reads, so nothing queues in this process: what may
 * not come yet waits in the kernels and, when those are full, at the peer. Lives on the connection's event loop.
 */
final class ReceiveThrottle {
    private static final int LARGEST_PORTION = 4 * 1024 * 1024;

    /** A read that must come although nothing was granted: a response head, or the rest of a TLS record. */
    private static final int UNASKED_BYTES = 16 * 1024;

    /** Connections share neither alike nor steadily: a connection promises this part of its even share. */
    private static final int CAUTION = 16;

    private final FetchMetrics meters;
    private ThrottleChain pace = ThrottleChain.unlimited();
    private Executor loop = Runnable::run;
    private Runnable resume = () -> {};
    private ThrottleChain.@Nullable ChainRequest waiting;
    private long waitingSince;
    private int exchange;

    /** What was granted and has not come; below 0 where more came. */
    private long credit;

    ReceiveThrottle(FetchMetrics meters) {
        this.meters = meters;
    }

    /**
     * An exchange begins.
     *
     * @param resumed told when more may be read, on the loop
     */
    void begin(ThrottleChain next, Executor its, Runnable resumed) {
        pace = next;
        loop = its;
        resume = resumed;
        exchange++;
    }

    /** Tells the peer that it is this side which sets the pace, lest it take the connection for dead. */
    void tellRate(HttpRequest head, int connections) {
        long limit = pace.limit();
        if (limit != Throttle.UNLIMITED) {
            head.headers().set(MinRate.HEADER, Math.max(1, limit / CAUTION / connections));
        }
    }

    boolean isLimited() {
        return pace.limit() != Throttle.UNLIMITED;
    }

    /** Whether bytes of a body may be read; if not, it tells when. */
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
        int bytes = (int) (Math.min(bodyLeft, Throttle.portion(limit, LARGEST_PORTION)) - credit);
        int asking = exchange;
        waiting = pace.ask(bytes, () -> granted(asking, bytes));
        if (waiting == null) {
            credit += bytes;
            return true;
        }
        waitingSince = System.nanoTime();
        return false;
    }

    /** How many bytes the next read may take. */
    int mayRead() {
        if (!isLimited()) {
            return Integer.MAX_VALUE;
        }
        return credit > 0 ? (int) credit : UNASKED_BYTES;
    }

    /** So many came. */
    void took(int bytes) {
        credit -= bytes;
    }

    /** The exchange is over. What came and was not granted is asked for with the next. */
    void end() {
        if (waiting != null) {
            waiting.cancel();
            waited();
        }
        credit = Math.min(0, credit);
        exchange++;
    }

    private void granted(int asked, int bytes) {
        try {
            loop.execute(() -> {
                if (asked == exchange && waiting != null) {
                    waited();
                    credit += bytes;
                    resume.run();
                }
            });
        } catch (RejectedExecutionException shutDown) {
            // Then the connection is closed too.
        }
    }

    private void waited() {
        meters.throttled(System.nanoTime() - waitingSince);
        waiting = null;
    }
}
