/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.throttle;

import io.idaeus.api.value.Bounds;
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
 * A rate limit in bytes per second, shared equally between flows: a token bucket with start-time fair queueing (Goyal,
 * Vin, Cheng, SIGCOMM 1996). A request is granted while the balance is not negative, and may overdraw it. Thread-safe.
 */
public final class Throttle {
    public static final long UNLIMITED = 0;

    // The lowest limit that configuration and requests may set: below it, peers would take connections for dead.
    public static final long MIN_RATE = Bounds.MIN_RATE;

    public static final long MAX_RATE = Bounds.MAX_RATE;

    // The bucket of an idle throttle: a larger one would allow a burst above the rate.
    private static final double BURST_SECONDS = 0.05;

    // The bucket while requests wait: on a busy machine the alarm is late, and that time must not be lost.
    private static final double BACKLOG_SECONDS = 0.25;

    // How far a flow may catch up after a pause.
    private static final double CATCH_UP_SECONDS = 0.1;

    private static final double NANOS = 1e9;
    private static final int PORTIONS_PER_SECOND = 128;
    private static final int MIN_PORTION_BYTES = 16 * 1024;
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

    @FunctionalInterface
    public interface Alarm {
        /** Runs {@code task} once, after {@code nanos} or a little later. */
        void in(long nanos, Runnable task);
    }

    public Throttle(long bytesPerSecond, LongSupplier nanoTime, Alarm alarm) {
        this.bytesPerSecond = checked(bytesPerSecond);
        this.nanoTime = nanoTime;
        this.origin = nanoTime.getAsLong();
        this.alarm = alarm;
    }

    /** Has no alarm: must stay unlimited. */
    public static Throttle unlimited() {
        return new Throttle(UNLIMITED, System::nanoTime, (nanos, task) -> {
            throw new IllegalStateException("a throttle without a limit needs no alarm");
        });
    }

    /** How many bytes to ask for at a time; {@code max} without a limit. */
    public static int portion(long limit, int max) {
        return limit == UNLIMITED ? max : (int) Math.min(max, Math.max(MIN_PORTION_BYTES, limit / PORTIONS_PER_SECOND));
    }

    /** Shares clock and alarm. */
    public Throttle sibling(long siblingBytesPerSecond) {
        return new Throttle(siblingBytesPerSecond, nanoTime, alarm);
    }

    public long limit() {
        return bytesPerSecond;
    }

    /** Applies to waiting requests, too. */
    public void limit(long newBytesPerSecond) {
        List<Request> due;
        synchronized (this) {
            refill();
            bytesPerSecond = checked(newBytesPerSecond);
            balance = Math.min(burst(), Math.max(balance, -burst()));
            due = drain();
        }
        due.forEach(Request::grant);
    }

    public long waitedNanos() {
        return waitedNanos.sum();
    }

    /** Needs no closing. */
    public synchronized Flow flow() {
        return new Flow(virtualTime);
    }

    public final class Flow {
        private final Queue<Request> waiting = new ArrayDeque<>();
        private double virtualTime;

        private Flow(double virtualTime) {
            this.virtualTime = virtualTime;
        }

        public long limit() {
            return bytesPerSecond;
        }

        /**
         * @param granted called once, by the alarm or within another call; must be quick and not throw
         * @return null where granted at once; {@code granted} is then never called
         */
        public @Nullable Request ask(int bytes, Runnable granted) {
            return bytesPerSecond == UNLIMITED ? null : enter(new Request(this, bytes, granted, now()));
        }
    }

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

        /** A grant already under way still calls {@code granted}. */
        public void cancel() {
            synchronized (Throttle.this) {
                if (flow.waiting.remove(this) && flow.waiting.isEmpty()) {
                    contenders.remove(flow);
                }
            }
        }

        private void grant() {
            granted.run();
        }
    }

    private @Nullable Request enter(Request request) {
        List<Request> due;
        boolean immediate;
        synchronized (this) {
            refill();
            Flow flow = request.flow;
            if (flow.waiting.isEmpty()) {
                // A flow must not save up its share while it asks for nothing. The paper grants no catching up,
                // but then a flow with a single connection would lose its share whenever its thread is late.
                flow.virtualTime = Math.max(flow.virtualTime, virtualTime - bytesPerSecond * CATCH_UP_SECONDS);
                contenders.add(flow);
            }
            flow.waiting.add(request);
            due = drain();
            immediate = due.remove(request);
        }
        due.forEach(Request::grant);
        return immediate ? null : request;
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
        due.forEach(Request::grant);
    }

    // Takes out the requests that the balance allows, and sets the alarm for the others.
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
        double max = contenders.isEmpty() ? burst() : bytesPerSecond * BACKLOG_SECONDS;
        double filled = balance + (now - refilledAt) / NANOS * bytesPerSecond;
        balance = Math.min(filled, Math.max(balance, max));
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
            throw new IllegalArgumentException("bytes per second: " + bytesPerSecond + " (expected: at least 0)");
        }
        return bytesPerSecond;
    }
}
