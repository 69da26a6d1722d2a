/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve;

import io.idaeus.sidecar.throttle.Throttle;
import io.netty.channel.Channel;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Throttles the reads of a thread that may block, while the connection that they are for is open. */
record ReadThrottle(Throttle.Flow flow, Channel connection) {
    private static final long CHECK_MILLIS = 200;

    /** How much to read at a time, {@code most} at most. */
    int portion(int most) {
        return Throttle.portion(flow.limit(), most);
    }

    /**
     * Waits until the throttle permits to read so much.
     *
     * @throws IOException when the connection is closed
     */
    void await(int bytes) throws IOException {
        checkOpen();
        Semaphore granted = new Semaphore(0);
        Throttle.Request request = flow.ask(bytes, granted::release);
        if (request == null) {
            return;
        }
        try {
            while (!granted.tryAcquire(CHECK_MILLIS, TimeUnit.MILLISECONDS)) {
                checkOpen();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while waiting for the rate limit");
        } finally {
            request.cancel();
        }
    }

    private void checkOpen() throws IOException {
        if (!connection.isActive()) {
            throw new IOException("the peer closed the connection");
        }
    }
}
