/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.link;

/**
 * The properties of a link, and how both of its ends send.
 *
 * @param gigabits a second, of IP packets, in each direction
 * @param rttMillis both ways together
 * @param lossPercent of the packets of each direction, at random
 * @param control the congestion control of TCP: cubic or bbr
 * @param receiveBuffer the largest socket buffer for receiving (tcp_rmem), in bytes
 * @param sendBuffer the largest socket buffer for sending (tcp_wmem), in bytes
 */
record LinkPath(
        double gigabits, int rttMillis, double lossPercent, String control, long receiveBuffer, long sendBuffer) {
    static final int MTU = 1500;

    private static final long MIN_QUEUE = 1 << 20;
    private static final long MAX_QUEUE = 256 << 20;

    long bitsPerSecond() {
        return Math.round(gigabits * 1e9);
    }

    /** One product of bandwidth and delay, but at least 1 and at most 256 MiB. */
    long queueBytes() {
        return Math.max(MIN_QUEUE, Math.min(MAX_QUEUE, bitsPerSecond() / 8 * rttMillis / 1000));
    }

    /** Packets lost of a million. */
    long lost() {
        return Math.round(lossPercent * 10_000);
    }

    /** The share of the link that so many bytes in that time are; headers of TCP and IP take 3.5 % at best. */
    double share(long bytes, double seconds) {
        return bytes * 8 / seconds / bitsPerSecond();
    }
}
