/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Decides which requests ask for compressed bytes, for files of one kind from one source. Thread-safe.
 *
 * <p>AUTO measures: it first makes short requests of both kinds side by side, and compares how fast the bytes of the file
 * arrive over one connection. Compression wins where the link holds the transfer back, and loses where the CPU of either
 * side does; nothing needs to know which. It then makes a short request of the other kind now and then, since links and
 * load change.
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

    private static final int PROBES_OF_EACH = 4;

    // The first samples of each kind are higher or lower than the rest: limits allow a burst, new connections are slow.
    private static final int WARM_UP_SAMPLES = 2;

    // Compressing costs CPU time on both sides: it must win clearly, and may keep on with less.
    private static final double BEGINS_AT = 1.15;
    private static final double ENDS_BELOW = 1.05;

    // What shrinks by less than a tenth is left alone.
    private static final double MOST_OF_PLAIN = 0.9;

    // So many requests after a change of mind are short, because all connections together may be slower than one was.
    private static final int TRIAL_REQUESTS = 8;

    private static final long FIRST_PAUSE_NANOS = 5_000_000_000L;
    private static final long LONGEST_PAUSE_NANOS = 60_000_000_000L;
    private static final double WEIGHT = 0.5;
    private static final int MAX_FAILURES = 3;

    private static final Compression OFF = new Compression(Mode.OFF, System::nanoTime, (wire, plain) -> {});

    private final Mode mode;
    private final LongSupplier nanoTime;
    private final Arrivals arrivals;
    private final Measured plain = new Measured();
    private final Measured compressed = new Measured();
    private boolean compresses;
    private int trial;
    private int failures;
    private long nextProbe;
    private long pause = FIRST_PAUSE_NANOS;

    public Compression(Mode mode, Arrivals arrivals) {
        this(mode, System::nanoTime, arrivals);
    }

    Compression(Mode mode, LongSupplier nanoTime, Arrivals arrivals) {
        this.mode = mode;
        this.nanoTime = nanoTime;
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

    /** Of one kind of request: how many are under way or have ended, bytes a second of the file, and bytes sent for each. */
    private static final class Measured {
        private int started;
        private int samples;
        private @Nullable Double rate;
        private double share = 1;

        void add(double sample) {
            samples++;
            if (samples <= WARM_UP_SAMPLES) {
                return;
            }
            rate = rate == null ? sample : WEIGHT * sample + (1 - WEIGHT) * rate;
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
        if (plain.rate == null || compressed.rate == null) {
            choice = probesCompressed();
            length = PROBE_BYTES;
        } else if (trial > 0) {
            trial--;
            length = PROBE_BYTES;
        } else if (nanoTime.getAsLong() - nextProbe >= 0) {
            pauseProbes();
            choice = !compresses;
            length = PROBE_BYTES;
        }
        (choice ? compressed : plain).started++;
        // Not a short request for the rest.
        return new Attempt(choice, length + PROBE_BYTES / 2 > left ? left : length);
    }

    // Both kinds at the same time, so that they share the same link; without an answer yet, more uncompressed ones.
    private boolean probesCompressed() {
        return compressed.started < PROBES_OF_EACH && compressed.started < plain.started;
    }

    private void pauseProbes() {
        nextProbe = nanoTime.getAsLong() + pause;
        pause = Math.min(LONGEST_PAUSE_NANOS, 2 * pause);
    }

    /**
     * @param bytes of the file
     * @param nanos from the head of the response to its end
     */
    synchronized void ended(Attempt attempt, boolean complete, long bytes, long nanos) {
        if (mode != Mode.AUTO) {
            return;
        }
        Measured kind = attempt.compressed() ? compressed : plain;
        if (!complete || bytes < LEAST_MEASURED_BYTES) {
            if (kind.rate == null) {
                kind.started--;
            }
            return;
        }
        kind.add(bytes * 1e9 / Math.max(1, nanos));
        if (attempt.compressed() && attempt.held.get() > 0) {
            kind.share = (double) attempt.wire.get() / attempt.held.get();
        }
        decide();
    }

    private void decide() {
        if (plain.rate == null || compressed.rate == null) {
            return;
        }
        double gain = compressed.rate / plain.rate;
        boolean pays = compressed.share <= MOST_OF_PLAIN && gain >= (compresses ? ENDS_BELOW : BEGINS_AT);
        if (nextProbe == 0) {
            pauseProbes();
        }
        if (pays != compresses) {
            compresses = pays;
            trial = pays ? TRIAL_REQUESTS : 0;
        }
    }

    /** A compressed response was invalid. After a few, none is requested. */
    synchronized void failed() {
        failures++;
    }

    synchronized boolean compresses() {
        return mode == Mode.ZSTD || compresses;
    }
}
