/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve;

import io.netty.channel.ChannelHandlerContext;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Closes a connection that takes too long: over sending a whole request head, or over taking a response. One recurring
 * look per connection, so that a request costs no timer. Lives on the channel's event loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // Netty tells the pipeline of what fails
final class Watchdog implements Runnable {
    private final ChannelHandlerContext context;
    private final ServeSettings settings;
    private final ServeMeters meters;
    private final Future<?> schedule;
    private @Nullable LongSupplier progress;
    private long since = System.nanoTime();
    private long progressThen;

    Watchdog(ChannelHandlerContext context, ServeSettings settings, ServeMeters meters) {
        this.context = context;
        this.settings = settings;
        this.meters = meters;
        long shorter = Math.min(
                settings.idleTimeout().toMillis(), settings.stallTimeout().toMillis());
        long period = Math.max(10, shorter / 4);
        this.schedule = context.executor().scheduleAtFixedRate(this, period, period, TimeUnit.MILLISECONDS);
    }

    /** From now on a request head is due. */
    void requestDue() {
        progress = null;
        since = System.nanoTime();
    }

    /** From now on the peer is to take a response, as far as this says it has. */
    void responding(LongSupplier bytesTaken) {
        progress = bytesTaken;
        progressThen = bytesTaken.getAsLong();
        since = System.nanoTime();
    }

    void stop() {
        schedule.cancel(false);
    }

    @Override
    public void run() {
        long elapsed = System.nanoTime() - since;
        if (progress == null) {
            if (elapsed >= settings.idleTimeout().toNanos()) {
                meters.droppedIdle();
                context.close();
            }
        } else if (elapsed >= settings.stallTimeout().toNanos()) {
            checkProgress(progress, elapsed);
        }
    }

    private void checkProgress(LongSupplier bytesTaken, long elapsed) {
        long now = bytesTaken.getAsLong();
        double expected = settings.minBytesPerSecond() * (elapsed / 1e9);
        if (now - progressThen < expected) {
            meters.droppedSlow();
            context.close();
        } else {
            responding(bytesTaken);
        }
    }
}
