/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.attack;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;

/** The counts of one attack: its requests, and how they were met. Thread-safe. */
final class Tally {
    private static final int MOST_NAMED = 20;

    private final LongAdder sent = new LongAdder();
    private final LongAdder served = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private final LongAdder heldUp = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final LongAdder broken = new LongAdder();
    private final List<String> named = new CopyOnWriteArrayList<>();

    /** A request, a connection, or whatever the attack consists of. */
    void sent() {
        sent.increment();
    }

    void sent(long many) {
        sent.add(many);
    }

    /** It got what it asked for. */
    void served() {
        served.increment();
    }

    /** It got status 4xx, or its connection was closed. */
    void refused() {
        refused.increment();
    }

    /**
     * It was neither answered nor closed in time.
     *
     * @param what for the report
     */
    void heldUp(String what) {
        heldUp.increment();
        breaks("held up: " + what);
    }

    /**
     * Counts by status. 503 and 504 are answers about Cassandra, or of a sidecar that has no room: no faults.
     *
     * @param what for the report
     */
    void answered(int status, String what) {
        if (status == 500 || status == 501 || status == 502 || status > 504) {
            failed.increment();
            breaks("status " + status + ": " + what);
        } else if (status >= 400) {
            refused();
        } else {
            served();
        }
    }

    /** Something that no sidecar may do. */
    void breaks(String what) {
        broken.increment();
        if (named.size() < MOST_NAMED) {
            named.add(what);
        }
    }

    /** The first of them. */
    List<String> broken() {
        return List.copyOf(named);
    }

    /** A line of the report; see {@link #header}. */
    String line(String name) {
        return "%-28s %9d %9d %9d %8d %5d %7d"
                .formatted(name, sent.sum(), served.sum(), refused.sum(), heldUp.sum(), failed.sum(), broken.sum());
    }

    static String header() {
        return "%-28s %9s %9s %9s %8s %5s %7s"
                .formatted("attack", "sent", "served", "refused", "held up", "5xx", "broken");
    }
}
