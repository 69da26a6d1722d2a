/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Decides which requests ask for compressed bytes, for files of one kind from one source. Thread-safe.
 *
 * <p>AUTO compares how fast bytes of the file arrive over one connection, in both ways. It begins without compression. A
 * short request of the other kind now and then, a probe, shows whether that may be faster; if so, all connections try it,
 * because together they may be slower than one was. Probes and trials may cost a twentieth of the time at most, so a short
 * transfer has none. Compression wins where the link holds the transfer back, and loses where the CPU of either side does;
 * nothing needs to know which.
 */
public final class Compression {
    /** How the sidecar or a request asks for it. */
    public enum Mode {
        OFF,
        AUTO,
        ZSTD
    }

    /** Is told of compressed bytes as they arrive, on event loops. */
    public interface Arrivals {
        /**
         * @param wire bytes on the network
         * @param plain bytes of the file
         */
        void arrived(int wire, int plain);
    }

    static final long PROBE_BYTES = 4L << 20;

    // Shorter requests say nothing about a rate.
    private static final long LEAST_MEASURED_BYTES = 1L << 20;

    // The first run over new connections, or within the burst of a limit.
    private static final int WARM_UP_SAMPLES = 4;

    // Of all connections.
    private static final int TRIAL_SAMPLES = 6;
    private static final int REMEMBERED_SAMPLES = 8;

    // Fewer do not end compression: one slow request can be an accident.
    private static final int JUDGED_SAMPLES = 4;

    // Compressing costs CPU time on both sides: it must win clearly, and may keep on with less.
    private static final double BEGINS_AT = 1.15;
    private static final double ENDS_BELOW = 1.05;

    // What shrinks by less than a tenth is left alone.
    private static final double MOST_OF_PLAIN = 0.9;

    // The most that probes and trials may cost, of the time of all connections.
    private static final double BUDGET = 0.05;

    // What a trial is expected to cost, of its time without one: a probe was faster.
    private static final double RISK_OF_TRIAL = 1 / 3.0;

    private static final long FIRST_PAUSE_NANOS = 1_000_000_000L;
    private static final long LONGEST_PAUSE_NANOS = 60_000_000_000L;
    private static final int MAX_FAILURES = 3;

    private static final Compression OFF = new Compression(Mode.OFF, System::nanoTime, (wire, plain) -> {});

    private final Mode mode;
    private final LongSupplier nanoTime;
    private final Arrivals arrivals;
    private final Rate present = new Rate(WARM_UP_SAMPLES);
    private final Rate trial = new Rate(0);

    // Bytes in a nanosecond over one connection; 0 while unknown.
    private double plainRate;
    private double compressedRate;
    private double share = 1;
    private boolean compresses;
    private Stage stage = Stage.SETTLED;

    // Of connections, in nanoseconds.
    private double spent;
    private double lost;
    private int plainInFlight;
    private int compressedInFlight;
    private int failures;
    private long nextProbe;
    private long pause = FIRST_PAUSE_NANOS;

    public Compression(Mode mode, Arrivals arrivals) {
        this(mode, System::nanoTime, arrivals);
    }

    Compression(Mode mode, LongSupplier nanoTime, Arrivals arrivals) {
        this.mode = mode;
        this.nanoTime = nanoTime;
        this.nextProbe = nanoTime.getAsLong() + FIRST_PAUSE_NANOS;
        this.arrivals = arrivals;
    }

    public static Compression off() {
        return OFF;
    }

    private enum Stage {
        SETTLED,
        // One request of the other kind is in flight.
        PROBING,
        // The last probe won; the trial waits for its budget.
        PROMISING,
        // Every new request is of the other kind.
        TRYING
    }

    /** One request. */
    final class Attempt {
        private final boolean isCompressed;
        private final long length;
        private final AtomicLong wire = new AtomicLong();
        private final AtomicLong held = new AtomicLong();

        // No request of the other kind was in flight when it began.
        private boolean alone;

        private boolean isProbe;

        // Null without a head.
        private volatile @Nullable Long acceptedAt;

        Attempt(boolean isCompressed, long length) {
            this.isCompressed = isCompressed;
            this.length = length;
        }

        boolean compressed() {
            return isCompressed;
        }

        /** Bytes of the file to request at most. */
        long length() {
            return length;
        }

        /** The head of the response has arrived. */
        void accepted() {
            acceptedAt = nanoTime.getAsLong();
        }

        void block(int wireBytes, int plainBytes) {
            wire.addAndGet(wireBytes);
            held.addAndGet(plainBytes);
            arrivals.arrived(wireBytes, plainBytes);
        }
    }

    /** Of the last requests of one kind, over one connection, without the first few. */
    private static final class Rate {
        private final int ignored;
        private final long[] bytes = new long[REMEMBERED_SAMPLES];
        private final long[] nanos = new long[REMEMBERED_SAMPLES];
        private int seen;
        private int samples;

        Rate(int ignored) {
            this.ignored = ignored;
        }

        void restart() {
            seen = 0;
            samples = 0;
        }

        void add(long addedBytes, long addedNanos) {
            seen++;
            if (seen <= ignored) {
                return;
            }
            bytes[samples % REMEMBERED_SAMPLES] = addedBytes;
            nanos[samples % REMEMBERED_SAMPLES] = addedNanos;
            samples++;
        }

        int samples() {
            return samples;
        }

        /** Bytes in a nanosecond. */
        double value() {
            int remembered = Math.min(samples, REMEMBERED_SAMPLES);
            long sumOfBytes = Arrays.stream(bytes, 0, remembered).sum();
            return (double) sumOfBytes
                    / Math.max(1, Arrays.stream(nanos, 0, remembered).sum());
        }
    }

    synchronized boolean isOff() {
        return mode == Mode.OFF || failures >= MAX_FAILURES;
    }

    /** @param left bytes that the range lacks */
    synchronized Attempt next(long left) {
        if (mode == Mode.ZSTD) {
            return new Attempt(true, left);
        }
        boolean isProbe = left >= PROBE_BYTES && stage == Stage.SETTLED && isProbeDue();
        if (isProbe) {
            stage = Stage.PROBING;
        } else if (stage == Stage.PROMISING && affords(TRIAL_SAMPLES * RISK_OF_TRIAL)) {
            stage = Stage.TRYING;
            trial.restart();
        }
        boolean isOther = isProbe || stage == Stage.TRYING;
        boolean choice = isOther != compresses;
        long length = isOther ? PROBE_BYTES : left;
        // Not a short request for the rest.
        Attempt next = new Attempt(choice, length + PROBE_BYTES / 2 > left ? left : length);
        next.isProbe = isProbe;
        next.alone = inFlight(!choice) == 0;
        count(choice, 1);
        return next;
    }

    private boolean isProbeDue() {
        return present.samples() > 0 && nanoTime.getAsLong() - nextProbe >= 0 && affords(1);
    }

    // As if each probe's bytes took twice as long as otherwise.
    private boolean affords(double probes) {
        return lost + probes * PROBE_BYTES / rate(compresses) <= BUDGET * spent;
    }

    private double rate(boolean ofCompressed) {
        return ofCompressed ? compressedRate : plainRate;
    }

    /** @param bytes of the file */
    synchronized void ended(Attempt attempt, boolean complete, long bytes) {
        if (mode != Mode.AUTO) {
            return;
        }
        Long began = attempt.acceptedAt;
        long nanos = began == null ? 0 : nanoTime.getAsLong() - began;
        boolean ofPresent = attempt.compressed() == compresses;
        count(attempt.compressed(), -1);
        spent += nanos;
        if (!ofPresent && rate(compresses) > 0) {
            lost = Math.max(0, lost + nanos - bytes / rate(compresses));
        }
        boolean measured = complete && bytes >= LEAST_MEASURED_BYTES;
        if (measured && attempt.compressed() && attempt.held.get() > 0) {
            share = (double) attempt.wire.get() / attempt.held.get();
        }
        // Beside requests of the other kind it says nothing about all connections.
        boolean alone = attempt.alone && inFlight(!attempt.compressed()) == 0;
        if (attempt.isProbe) {
            probed(measured ? (double) bytes / Math.max(1, nanos) : 0);
        } else if (ofPresent && measured && alone) {
            measuredPresent(bytes, nanos);
        } else if (!ofPresent && stage == Stage.TRYING) {
            tried(bytes, nanos, complete, measured && alone);
        }
    }

    private int inFlight(boolean ofCompressed) {
        return ofCompressed ? compressedInFlight : plainInFlight;
    }

    private void count(boolean ofCompressed, int change) {
        if (ofCompressed) {
            compressedInFlight += change;
        } else {
            plainInFlight += change;
        }
    }

    private void measuredPresent(long bytes, long nanos) {
        present.add(bytes, nanos);
        if (present.samples() == 0) {
            return;
        }
        setRate(compresses, present.value());
        if (compresses && stage == Stage.SETTLED && present.samples() >= JUDGED_SAMPLES && !pays()) {
            change();
        }
    }

    private void probed(double sample) {
        setRate(!compresses, sample);
        stage = sample > 0 && pays() != compresses ? Stage.PROMISING : Stage.SETTLED;
        if (stage == Stage.SETTLED) {
            pause();
        }
    }

    private void tried(long bytes, long nanos, boolean complete, boolean measured) {
        if (!complete) {
            stage = Stage.SETTLED;
            pause();
            return;
        }
        if (!measured) {
            return;
        }
        trial.add(bytes, nanos);
        if (trial.samples() < TRIAL_SAMPLES) {
            return;
        }
        setRate(!compresses, trial.value());
        if (pays() != compresses) {
            change();
        } else {
            stage = Stage.SETTLED;
            pause();
        }
    }

    private void setRate(boolean ofCompressed, double rate) {
        if (ofCompressed) {
            compressedRate = rate;
        } else {
            plainRate = rate;
        }
    }

    private boolean pays() {
        return share <= MOST_OF_PLAIN && compressedRate >= plainRate * (compresses ? ENDS_BELOW : BEGINS_AT);
    }

    private void pause() {
        nextProbe = nanoTime.getAsLong() + pause;
        pause = Math.min(LONGEST_PAUSE_NANOS, 2 * pause);
    }

    private void change() {
        compresses = !compresses;
        stage = Stage.SETTLED;
        present.restart();
        pause();
    }

    /** A compressed response was invalid. After a few, none is requested. */
    synchronized void failed() {
        failures++;
    }

    synchronized boolean compresses() {
        return mode == Mode.ZSTD || compresses;
    }
}
