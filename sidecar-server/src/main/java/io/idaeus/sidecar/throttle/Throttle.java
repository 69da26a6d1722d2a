/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.throttle;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * So many bytes a second, over all flows together, and as many to each flow that wants them, however many connections it
 * has. Whoever moves bytes asks first, for as many as it moves at a time.
 *
 * <p>The rate is a token bucket that one request may overdraw, so that a request can be larger than the bucket. Who comes
 * next is start-time fair queueing: each flow has a virtual time that grows by what it is granted, and the flow furthest
 * behind comes next (Goyal, Vin, Cheng: Start-Time Fair Queueing, SIGCOMM 1996, with equal weights). Otherwise than there, a
 * flow that wanted nothing for a moment may catch up: one with a single connection is away whenever its thread is late.
 *
 * <p>Thread-safe. Without a limit a request costs one volatile read.
 */
public final class Throttle {
    /** No limit. */
    public static final long UNLIMITED = 0;

    /** What an operator can set, in bytes a second: below that, peers would take connections for dead. */
    public static final long LEAST = 64L << 10;

    public static final long MOST = 1L << 40;

    /** What gathers while nobody wants anything; more would be a burst above the rate. */
    private static final double BURST_SECONDS = 0.05;

    /** What gathers while somebody waits: on a busy machine the alarm rings late, and that time is not to be lost. */
    private static final double LATE_SECONDS = 0.25;

    /** What a flow may catch up on: this much of the rate. */
    private static final double MISSED_SECONDS = 0.1;

    private static final double NANOS = 1e9;
    private static final int PORTIONS_PER_SECOND = 128;
    private static final int SMALLEST_PORTION = 16 * 1024;
    private static final long NEVER = Long.MAX_VALUE;

    private final LongSupplier nanoTime;
    private final long origin;
    private final Alarm alarm;
    private final LongAdder waitedNanos = new LongAdder();
    private final PriorityQueue<Flow> contenders =
            new PriorityQueue<>(Comparator.comparingDouble((Flow flow) -> flow.virtualTime));
    private volatile long bytesPerSecond;
    private double balance;
    private double virtualTime;
    private long refilledAt;
    private long alarmDue = NEVER;

    /** Wakes the throttle up. */
    @FunctionalInterface
    public interface Alarm {
        /** Runs {@code task} once, in so many nanoseconds or a little later. */
        void in(long nanos, Runnable task);
    }

    /** @param nanoTime as {@link System#nanoTime} */
    public Throttle(long bytesPerSecond, LongSupplier nanoTime, Alarm alarm) {
        this.bytesPerSecond = checked(bytesPerSecond);
        this.nanoTime = nanoTime;
        this.origin = nanoTime.getAsLong();
        this.alarm = alarm;
    }

    /** One that never holds anybody back. */
    public static Throttle unlimited() {
        return new Throttle(UNLIMITED, System::nanoTime, (nanos, task) -> {
            throw new IllegalStateException("nobody waits without a limit");
        });
    }

    /**
     * How much to ask for at a time, so that it flows and does not jerk, and still costs little: 8 ms of the limit, 16 KiB
     * at the least.
     *
     * @param most what the caller moves at a time where there is no limit
     */
    public static int portion(long limit, int most) {
        return limit == UNLIMITED
                ? most
                : (int) Math.min(most, Math.max(SMALLEST_PORTION, limit / PORTIONS_PER_SECOND));
    }

    /** Another one, with the same clock and alarm. */
    public Throttle sibling(long itsBytesPerSecond) {
        return new Throttle(itsBytesPerSecond, nanoTime, alarm);
    }

    /** Bytes a second; {@link #UNLIMITED} for no limit. */
    public long limit() {
        return bytesPerSecond;
    }

    /** Changes the limit at once, also for those who wait. */
    public void limit(long newBytesPerSecond) {
        List<Request> due;
        synchronized (this) {
            refill();
            bytesPerSecond = checked(newBytesPerSecond);
            balance = Math.min(burst(), Math.max(balance, -burst()));
            due = drain();
        }
        due.forEach(Request::tell);
    }

    /** The time that requests waited, summed over all that were granted. */
    public long waitedNanos() {
        return waitedNanos.sum();
    }

    /** A new flow: one transfer, whatever connections it has. It holds nothing that would have to be given back. */
    public synchronized Flow flow() {
        return new Flow(virtualTime);
    }

    /** Those who share alike. */
    public final class Flow {
        private final Queue<Request> waiting = new ArrayDeque<>();
        private double virtualTime;

        private Flow(double virtualTime) {
            this.virtualTime = virtualTime;
        }

        /** Bytes a second, over all flows; {@link #UNLIMITED} for no limit. */
        public long limit() {
            return bytesPerSecond;
        }

        /**
         * Asks to move bytes.
         *
         * @param granted told once when they may be moved, on the alarm's thread or that of somebody else who asks: it must
         *     be quick, and must not throw
         * @return null when they may be moved now: then {@code granted} is never told
         */
        public @Nullable Request ask(int bytes, Runnable granted) {
            return bytesPerSecond == UNLIMITED ? null : enter(new Request(this, bytes, granted, now()));
        }
    }

    /** A request that waits. */
    public final class Request {
        private final Flow flow;
        private final int bytes;
        private final Runnable granted;
        private final long askedAt;

        private Request(Flow flow, int bytes, Runnable granted, long askedAt) {
            this.flow = flow;
            this.bytes = bytes;
            this.granted = granted;
            this.askedAt = askedAt;
        }

        /** Forgets it, unless it was granted already. */
        public void cancel() {
            synchronized (Throttle.this) {
                if (flow.waiting.remove(this) && flow.waiting.isEmpty()) {
                    contenders.remove(flow);
                }
            }
        }

        private void tell() {
            granted.run();
        }
    }

    private @Nullable Request enter(Request request) {
        List<Request> due;
        boolean now;
        synchronized (this) {
            refill();
            Flow flow = request.flow;
            if (flow.waiting.isEmpty()) {
                // Nobody saves up more of a share by staying away.
                flow.virtualTime = Math.max(flow.virtualTime, virtualTime - bytesPerSecond * MISSED_SECONDS);
                contenders.add(flow);
            }
            flow.waiting.add(request);
            due = drain();
            now = due.remove(request);
        }
        due.forEach(Request::tell);
        return now ? null : request;
    }

    private void wake() {
        List<Request> due;
        synchronized (this) {
            refill();
            if (now() >= alarmDue) {
                alarmDue = NEVER;
            }
            due = drain();
        }
        due.forEach(Request::tell);
    }

    /** Takes out whom the balance allows, and sets the alarm for the others. */
    private List<Request> drain() {
        List<Request> due = new ArrayList<>(1);
        while (!contenders.isEmpty() && (balance >= 0 || bytesPerSecond == UNLIMITED)) {
            due.add(grantNext());
        }
        if (!contenders.isEmpty()) {
            setAlarm((long) (-balance / bytesPerSecond * NANOS) + 1);
        }
        return due;
    }

    private Request grantNext() {
        Flow next = contenders.remove();
        Request request = next.waiting.remove();
        virtualTime = next.virtualTime;
        next.virtualTime += request.bytes;
        balance -= request.bytes;
        waitedNanos.add(now() - request.askedAt);
        if (!next.waiting.isEmpty()) {
            contenders.add(next);
        }
        return request;
    }

    private void setAlarm(long nanos) {
        long due = now() + nanos;
        if (due < alarmDue) {
            alarmDue = due;
            alarm.in(nanos, this::wake);
        }
    }

    private void refill() {
        long now = now();
        double most = contenders.isEmpty() ? burst() : bytesPerSecond * LATE_SECONDS;
        double filled = balance + (now - refilledAt) / NANOS * bytesPerSecond;
        balance = Math.min(filled, Math.max(balance, most));
        refilledAt = now;
    }

    private double burst() {
        return bytesPerSecond * BURST_SECONDS;
    }

    private long now() {
        return nanoTime.getAsLong() - origin;
    }

    private static long checked(long bytesPerSecond) {
        if (bytesPerSecond < 0) {
            throw new IllegalArgumentException("bytes per second: " + bytesPerSecond + " (expected: 0 or more)");
        }
        return bytesPerSecond;
    }
}
