/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.link;

import java.util.List;

/**
 * The counters of a link, over both directions.
 *
 * @param packets all that entered it
 * @param bytes of these packets
 * @param lost at random
 * @param dropped because the queue was full
 * @param late delivered more than a millisecond after their time: the machine was too busy for this link
 * @param cpuSeconds of the link itself
 */
record LinkCounters(long packets, long bytes, long lost, long dropped, long late, double cpuSeconds) {
    // Words of a direction, as link.c prints them.
    private static final int WORDS = 6;
    private static final int LATE = 5;

    static LinkCounters of(List<String> words, double cpuSeconds) {
        return new LinkCounters(
                both(words, 0), both(words, 1), both(words, 2), both(words, 3), both(words, LATE), cpuSeconds);
    }

    private static long both(List<String> words, int number) {
        return Long.parseLong(words.get(number)) + Long.parseLong(words.get(WORDS + number));
    }

    LinkCounters since(LinkCounters before) {
        return new LinkCounters(
                packets - before.packets,
                bytes - before.bytes,
                lost - before.lost,
                dropped - before.dropped,
                late - before.late,
                cpuSeconds - before.cpuSeconds);
    }

    double latePercent() {
        return packets == 0 ? 0 : 100.0 * late / packets;
    }
}
