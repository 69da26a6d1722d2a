/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Decides which requests ask for compressed bytes, for files of one kind from one source. Thread-safe.
 *
 * <p>AUTO compares how fast the bytes of the file arrive over one connection. It begins with short uncompressed requests. A
 * compressed one beside them shows whether compression may pay; if so, all connections try it, because together they may
 * be slower than one was. Compression wins where the link holds the transfer back, and loses where the CPU of either side
 * does; nothing needs to know which. A request of the other kind now and then notices that links and load have changed.
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

    // Shorter transfers say nothing about a rate.
    private static final long LEAST_MEASURED_BYTES = 1L << 20;

    // Of all connections, after each change of mind.
    private static final int TRIAL_REQUESTS = 8;

    // The first of a trial run over new connections, or within the burst of a limit.
    private static final int WARM_UP_SAMPLES = 4;

    // Compressing costs CPU time on both sides: it must win clearly, and may keep on with less.
    private static final double BEGINS_AT = 1.15;
    private static final double ENDS_BELOW = 1.05;

    // What shrinks by less than a tenth is left alone.
    private static final double MOST_OF_PLAIN = 0.9;

    private static final long FIRST_PAUSE_NANOS = 1_000_000_000L;
    private static final long LONGEST_PAUSE_NANOS = 60_000_000_000L;
    private static final double WEIGHT = 0.5;
    private static final int MAX_FAILURES = 3;

    private static final Compression OFF = new Compression(Mode.OFF, System::nanoTime, (wire, plain) -> {});

    private final Mode mode;
    private final LongSupplier nanoTime;
    private final Arrivals arrivals;
    private final Rate rate = new Rate();
    private double plainRate;
    private double compressedRate;
    private double share = 1;
    private boolean compresses;
    private boolean probing;
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
        this.nextProbe = nanoTime.getAsLong();
        this.arrivals = arrivals;
    }

    public static Compression off() {
        return OFF;
    }

    /** One request. */
    final class Attempt {
        private final boolean isCompressed;
        private final long length;
        private final AtomicLong wire = new AtomicLong();
        private final AtomicLong held = new AtomicLong();

        // No request of the other kind was in flight when it began.
        private boolean alone;

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

        void block(int wireBytes, int plainBytes) {
            wire.addAndGet(wireBytes);
            held.addAndGet(plainBytes);
            arrivals.arrived(wireBytes, plainBytes);
        }
    }

    /** Bytes a second over one connection, by requests of the present kind since the last change of mind. */
    private static final class Rate {
        private int samples;
        private double value;

        void restart() {
            samples = 0;
        }

        void add(double sample) {
            samples++;
            if (samples > WARM_UP_SAMPLES) {
                value = samples == WARM_UP_SAMPLES + 1 ? sample : WEIGHT * sample + (1 - WEIGHT) * value;
            }
        }

        boolean isKnown() {
            return samples >= TRIAL_REQUESTS;
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
        boolean choice = compresses;
        long length = left;
        if (!rate.isKnown() || probing) {
            // Nothing long before it is clear which kind is faster.
            length = PROBE_BYTES;
        } else if (nanoTime.getAsLong() - nextProbe >= 0) {
            probing = true;
            choice = !compresses;
            length = PROBE_BYTES;
        }
        // Not a short request for the rest.
        Attempt next = new Attempt(choice, length + PROBE_BYTES / 2 > left ? left : length);
        next.alone = inFlight(!choice) == 0;
        count(choice, 1);
        return next;
    }

    /**
     * @param bytes of the file
     * @param nanos from the head of the response to its end
     */
    synchronized void ended(Attempt attempt, boolean complete, long bytes, long nanos) {
        if (mode != Mode.AUTO) {
            return;
        }
        count(attempt.compressed(), -1);
        boolean measured = complete && bytes >= LEAST_MEASURED_BYTES;
        double sample = bytes * 1e9 / Math.max(1, nanos);
        if (measured && attempt.compressed() && attempt.held.get() > 0) {
            share = (double) attempt.wire.get() / attempt.held.get();
        }
        if (attempt.compressed() == compresses) {
            // Beside requests of the other kind it says nothing about all connections.
            if (measured && attempt.alone && inFlight(!compresses) == 0) {
                present(sample);
            }
        } else if (probing) {
            probed(measured ? sample : 0);
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

    private void present(double sample) {
        boolean wasKnown = rate.isKnown();
        rate.add(sample);
        if (!rate.isKnown()) {
            return;
        }
        if (compresses) {
            compressedRate = rate.value;
        } else {
            plainRate = rate.value;
        }
        // The end of a trial: all connections have tried it.
        if (!wasKnown && plainRate > 0 && compressedRate > 0 && pays() != compresses) {
            change();
        }
    }

    private void probed(double sample) {
        probing = false;
        nextProbe = nanoTime.getAsLong() + pause;
        pause = Math.min(LONGEST_PAUSE_NANOS, 2 * pause);
        if (sample == 0) {
            return;
        }
        if (compresses) {
            plainRate = sample;
        } else {
            compressedRate = sample;
        }
        if (pays() != compresses) {
            change();
        }
    }

    private boolean pays() {
        return share <= MOST_OF_PLAIN && compressedRate >= plainRate * (compresses ? ENDS_BELOW : BEGINS_AT);
    }

    private void change() {
        compresses = !compresses;
        probing = false;
        rate.restart();
    }

    /** A compressed response was invalid. After a few, none is requested. */
    synchronized void failed() {
        failures++;
    }

    synchronized boolean compresses() {
        return mode == Mode.ZSTD || compresses;
    }
}
