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
 * Closes a connection whose peer is too slow to send a request head or to read a response. Lives on the channel's event
 * loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // Netty reports failures to the pipeline
final class Watchdog implements Runnable {
    private final ChannelHandlerContext context;
    private final ServeSettings settings;
    private final ServeMetrics metrics;
    private final Future<?> schedule;
    private @Nullable Progress progress;
    private RequiredReadRate required;
    private boolean requested;
    private long since = System.nanoTime();
    private long takenBefore;
    private long throttledBefore;

    interface Progress {
        /** The peer must read the response within one interval. */
        Progress SHORT_RESPONSE = new Progress() {
            @Override
            public long bytesTaken() {
                return 0;
            }

            @Override
            public long throttledNanos() {
                return 0;
            }
        };

        /** Bytes that the peer has read. */
        long bytesTaken();

        /** How long the throttle or the disk has delayed the response. */
        long throttledNanos();
    }

    Watchdog(ChannelHandlerContext context, ServeSettings settings, ServeMetrics metrics) {
        this.context = context;
        this.settings = settings;
        this.metrics = metrics;
        this.required = RequiredReadRate.of(settings, null);
        // One recurring check per connection, so that a request costs no timer.
        long shorter = Math.min(
                settings.requestTimeout().toMillis(),
                Math.min(
                        settings.idleTimeout().toMillis(),
                        settings.minRateWindow().toMillis()));
        long period = Math.max(10, shorter / 4);
        this.schedule = context.executor().scheduleAtFixedRate(this, period, period, TimeUnit.MILLISECONDS);
    }

    /** Waits for a request head from now on. */
    void awaitRequest() {
        requested = true;
        progress = null;
        since = System.nanoTime();
    }

    /** Requires the server's minimum rate. */
    void watch(Progress next) {
        watch(next, RequiredReadRate.of(settings, null));
    }

    void watch(Progress next, RequiredReadRate rate) {
        progress = next;
        required = rate;
        takenBefore = next.bytesTaken();
        throttledBefore = next.throttledNanos();
        since = System.nanoTime();
    }

    void stop() {
        schedule.cancel(false);
    }

    @Override
    public void run() {
        long elapsed = System.nanoTime() - since;
        if (progress == null) {
            checkIdle(elapsed);
        } else if (elapsed >= required.nanos()) {
            check(progress, elapsed);
        }
    }

    private void checkIdle(long elapsed) {
        if (!requested && elapsed >= settings.requestTimeout().toNanos()) {
            metrics.droppedUnrequested();
            context.close();
        } else if (requested && elapsed >= settings.idleTimeout().toNanos()) {
            metrics.droppedIdle();
            context.close();
        }
    }

    private void check(Progress current, long elapsed) {
        long unthrottled = Math.max(0, elapsed - (current.throttledNanos() - throttledBefore));
        if (current.bytesTaken() - takenBefore < required.bytesPerSecond() * (unthrottled / 1e9)) {
            metrics.droppedSlow();
            context.close();
        } else {
            watch(current, required);
        }
    }
}
