/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve;

import io.netty.channel.ChannelHandlerContext;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Closes a connection that takes too long: over sending a whole request head, or over taking a response. One recurring
 * look per connection, so that a request costs no timer. Lives on the channel's event loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // Netty tells the pipeline of what fails
final class Watchdog implements Runnable {
    private final ChannelHandlerContext context;
    private final ServeSettings settings;
    private final ServeMetrics meters;
    private final Future<?> schedule;
    private @Nullable Response response;
    private ReaderRate due;
    private long since = System.nanoTime();
    private long takenThen;
    private long heldBackThen;

    /** A response on its way. */
    interface Response {
        /** A response that is too short to be watched. */
        Response SHORT = new Response() {
            @Override
            public long bytesTaken() {
                return 0;
            }

            @Override
            public long heldBackNanos() {
                return 0;
            }
        };

        /** The disk sets the pace, not the reader; and what is left unread is small. */
        Response OF_THE_DISK = new Response() {
            @Override
            public long bytesTaken() {
                return 0;
            }

            @Override
            public long heldBackNanos() {
                return System.nanoTime();
            }
        };

        /** Bytes that the peer has taken. */
        long bytesTaken();

        /** How long so far nothing was sent because the throttle did not permit it. */
        long heldBackNanos();
    }

    Watchdog(ChannelHandlerContext context, ServeSettings settings, ServeMetrics meters) {
        this.context = context;
        this.settings = settings;
        this.meters = meters;
        this.due = ReaderRate.of(settings, null);
        long shorter = Math.min(
                settings.idleTimeout().toMillis(), settings.stallTimeout().toMillis());
        long period = Math.max(10, shorter / 4);
        this.schedule = context.executor().scheduleAtFixedRate(this, period, period, TimeUnit.MILLISECONDS);
    }

    /** From now on a request head is due. */
    void requestDue() {
        response = null;
        since = System.nanoTime();
    }

    /** From now on the peer is to take a response, as fast as every reader must. */
    void responding(Response next) {
        responding(next, ReaderRate.of(settings, null));
    }

    /** From now on the peer is to take a response at some rate. */
    void responding(Response next, ReaderRate rate) {
        response = next;
        due = rate;
        takenThen = next.bytesTaken();
        heldBackThen = next.heldBackNanos();
        since = System.nanoTime();
    }

    void stop() {
        schedule.cancel(false);
    }

    @Override
    public void run() {
        long elapsed = System.nanoTime() - since;
        if (response == null) {
            if (elapsed >= settings.idleTimeout().toNanos()) {
                meters.droppedIdle();
                context.close();
            }
        } else if (elapsed >= due.nanos()) {
            checkProgress(response, elapsed);
        }
    }

    private void checkProgress(Response sent, long elapsed) {
        long ofReader = Math.max(0, elapsed - (sent.heldBackNanos() - heldBackThen));
        if (sent.bytesTaken() - takenThen < due.bytesPerSecond() * (ofReader / 1e9)) {
            meters.droppedSlow();
            context.close();
        } else {
            responding(sent, due);
        }
    }
}
