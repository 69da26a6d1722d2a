/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.connection;

/**
 * When to send the next request of a connection, so that its response follows the current one without a pause: two round
 * trips before the end of the body, at the body's own rate so far.
 */
final class RequestLead {
    private static final int ROUND_TRIPS = 2;

    private long roundTrip = Long.MAX_VALUE;
    private long requestedAt;
    private boolean awaitsHead;
    private long bodyStart;
    private long bodyBytes;
    private boolean announced;

    /** Keeps the shortest: packets can be lost, and a peer can be slow to answer. */
    void roundTrip(long nanos) {
        roundTrip = Math.min(roundTrip, nanos);
    }

    /** A request was sent while no response was due. */
    void requested(long now) {
        requestedAt = now;
        awaitsHead = true;
    }

    void begun(long now) {
        if (awaitsHead) {
            roundTrip(now - requestedAt);
            awaitsHead = false;
        }
        bodyStart = now;
        bodyBytes = 0;
        announced = false;
    }

    void received(int bytes) {
        bodyBytes += bytes;
    }

    /**
     * True once for each body.
     *
     * @param left bytes of the body to come
     */
    boolean isReached(long left, long now) {
        if (announced || roundTrip == Long.MAX_VALUE) {
            return false;
        }
        double nanosLeft = (double) left * (now - bodyStart) / Math.max(1, bodyBytes);
        announced = nanosLeft <= ROUND_TRIPS * (double) roundTrip;
        return announced;
    }
}
