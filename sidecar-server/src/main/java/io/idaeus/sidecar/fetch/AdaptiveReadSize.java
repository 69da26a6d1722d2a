/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

/**
 * How many bytes a connection reads before the others of its event loop have theirs: as many as come within a millisecond,
 * as the last reads went. Copying out of a socket is fast where memory is warm, and several times as slow where it is new.
 */
final class AdaptiveReadSize {
    static final int LEAST = 64 * 1024;

    private static final long NANOS = 1_000_000;

    private final int most;
    private int bytes;

    /** @param most bytes, {@link #LEAST} or more */
    AdaptiveReadSize(int most) {
        this.most = most;
        this.bytes = Math.max(LEAST, most / 4);
    }

    int bytes() {
        return bytes;
    }

    /** A read took so long. Of few bytes nothing is learnt. */
    void took(int read, long nanos) {
        if (read >= LEAST) {
            long within = read * NANOS / Math.max(1, nanos) / LEAST * LEAST;
            bytes = (int) Math.max(LEAST, Math.min(within, Math.min(most, 2L * bytes)));
        }
    }
}
