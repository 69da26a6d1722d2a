/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import java.util.concurrent.atomic.AtomicInteger;

/** Whether files of one source are requested compressed. Thread-safe. */
public final class CompressionChoice {
    /** Is told of compressed bytes as they arrive, on event loops. */
    public interface Arrivals {
        /**
         * @param wire bytes on the network
         * @param plain bytes of the file
         */
        void arrived(int wire, int plain);
    }

    private static final int MAX_FAILURES = 3;

    private static final CompressionChoice OFF = new CompressionChoice(0, (wire, plain) -> {});

    private final AtomicInteger failuresLeft;
    private final Arrivals arrivals;

    private CompressionChoice(int failuresLeft, Arrivals arrivals) {
        this.failuresLeft = new AtomicInteger(failuresLeft);
        this.arrivals = arrivals;
    }

    public static CompressionChoice off() {
        return OFF;
    }

    /** Until {@value #MAX_FAILURES} compressed responses were invalid. */
    public static CompressionChoice zstd(Arrivals arrivals) {
        return new CompressionChoice(MAX_FAILURES, arrivals);
    }

    boolean isOff() {
        return failuresLeft.get() <= 0;
    }

    void arrived(int wire, int plain) {
        arrivals.arrived(wire, plain);
    }

    /** A compressed response was invalid. */
    void failed() {
        failuresLeft.decrementAndGet();
    }
}
