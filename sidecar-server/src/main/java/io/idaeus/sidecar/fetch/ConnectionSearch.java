/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Finds how many connections a path needs. Doubles the number where packets are lost while the path is not full, and keeps
 * that where it moves at least {@link #WORTHWHILE} times as much. Otherwise it returns to the earlier number, and waits longer
 * before it tries again. Fed with samples, about one a second. Not thread-safe.
 */
final class ConnectionSearch {
    /** More connections have to bring at least this much, as a ratio of rates. */
    static final double WORTHWHILE = 1.15;

    /** Below it, a connection recovers from a loss at once. */
    static final Duration SHORT_ROUND_TRIP = Duration.ofMillis(5);

    /** A change that pays only after the end is not made. */
    static final Duration WORTH_CHANGING = Duration.ofSeconds(10);

    static final Duration FIRST_PAUSE = Duration.ofSeconds(30);
    static final Duration LONGEST_PAUSE = Duration.ofMinutes(10);

    // New connections leave slow start before they are measured.
    private static final Duration SETTLING = Duration.ofSeconds(3);
    private static final int SETTLING_ROUND_TRIPS = 30;

    // Longer than the recovery from one loss.
    private static final Duration WINDOW = Duration.ofSeconds(5);
    private static final int WINDOW_ROUND_TRIPS = 50;

    // In a window. One alone can be an accident.
    private static final int LOSSES = 2;

    /**
     * @param nanos of a monotonic clock
     * @param bytes received so far
     * @param left bytes to come
     * @param comparable false while something other than the path limits the rate: a rate limit, or a source that fails
     * @param roundTrip null where it is not known
     * @param losses so far, those on a full path left out
     */
    record Sample(
            long nanos,
            long bytes,
            long left,
            boolean comparable,
            @Nullable Duration roundTrip,
            long losses) {}

    /**
     * The number of connections has changed, or was confirmed.
     *
     * @param before bytes a second with the earlier number; 0 where it was not measured
     * @param after bytes a second with the number that was tried; 0 where it was not measured
     */
    record Change(int from, int to, Reason reason, double before, double after) {}

    enum Reason {
        LOSSES("packets are lost, and the path is not full"),
        FASTER("more connections are faster"),
        NOT_FASTER("more connections are not worthwhile"),
        REFUSED("the source does not take more connections"),
        LIMITED("something else limits the rate");

        private final String text;

        Reason(String text) {
            this.text = text;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    private int most;
    private int current;

    // The number before the one that is being tried; null while none is tried.
    private @Nullable Integer earlier;
    private double earlierRate;

    // Where the window begins; null while connections settle.
    private @Nullable Sample start;
    private @Nullable Long settledAt;
    private @Nullable Long pausedUntil;
    private Duration pause = FIRST_PAUSE;

    /** @param most no search where it is not above the initial number */
    ConnectionSearch(int initial, int most) {
        this.current = initial;
        this.most = Math.max(initial, most);
    }

    int connections() {
        return current;
    }

    /** Whether samples can still change the number. */
    boolean isOver() {
        return current >= most && earlier == null;
    }

    /** Null where nothing changes. {@link #connections} has the new number. */
    @Nullable
    Change next(Sample sample) {
        if (!sample.comparable()) {
            settledAt = null;
            return earlier == null ? null : back(sample.nanos(), Reason.LIMITED, 0);
        }
        Duration roundTrip = sample.roundTrip();
        if (roundTrip == null || (earlier == null && roundTrip.compareTo(SHORT_ROUND_TRIP) < 0)) {
            return null;
        }
        if (settledAt == null) {
            settle(sample.nanos(), roundTrip);
        }
        if (sample.nanos() - Objects.requireNonNull(settledAt) < 0) {
            return null;
        }
        Sample begun = start;
        if (begun == null) {
            start = sample;
            return null;
        }
        if (sample.nanos() - begun.nanos() < longer(WINDOW, roundTrip, WINDOW_ROUND_TRIPS)) {
            return null;
        }
        start = sample;
        double rate = (sample.bytes() - begun.bytes()) * 1e9 / (sample.nanos() - begun.nanos());
        return earlier == null ? considerMore(begun, sample, rate) : judge(sample, rate);
    }

    private @Nullable Change considerMore(Sample begun, Sample end, double rate) {
        boolean pausing = pausedUntil != null && end.nanos() - pausedUntil < 0;
        boolean worthChanging = end.left() >= rate * WORTH_CHANGING.toSeconds();
        if (current >= most || pausing || !worthChanging || end.losses() - begun.losses() < LOSSES) {
            return null;
        }
        earlier = current;
        earlierRate = rate;
        current = Math.min(most, 2 * current);
        settledAt = null;
        return new Change(earlier, current, Reason.LOSSES, rate, 0);
    }

    private Change judge(Sample end, double rate) {
        int from = Objects.requireNonNull(earlier);
        if (rate < WORTHWHILE * earlierRate) {
            return back(end.nanos(), Reason.NOT_FASTER, rate);
        }
        // The next window decides whether still more are tried.
        earlier = null;
        pause = FIRST_PAUSE;
        return new Change(from, current, Reason.FASTER, earlierRate, rate);
    }

    /**
     * The peer refused or lost a connection. Ends the search at the earlier number where more are being tried, otherwise does
     * nothing.
     */
    @Nullable
    Change refused(long nanos) {
        if (earlier == null) {
            return null;
        }
        most = earlier;
        return back(nanos, Reason.REFUSED, 0);
    }

    private Change back(long nanos, Reason reason, double rate) {
        Change change = new Change(current, Objects.requireNonNull(earlier), reason, earlierRate, rate);
        current = change.to();
        earlier = null;
        pausedUntil = nanos + pause.toNanos();
        pause = pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0 ? pause.multipliedBy(2) : LONGEST_PAUSE;
        settledAt = null;
        return change;
    }

    private void settle(long nanos, Duration roundTrip) {
        settledAt = nanos + longer(SETTLING, roundTrip, SETTLING_ROUND_TRIPS);
        start = null;
    }

    private static long longer(Duration least, Duration roundTrip, int roundTrips) {
        return Math.max(least.toNanos(), roundTrips * roundTrip.toNanos());
    }
}
