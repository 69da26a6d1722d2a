/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.mttr;

import io.idaeus.it.harness.cassandra.CassandraNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The times and the costs of a replacement. D runs on. */
record TimedReplacement(
        double normalSeconds,
        double joinSeconds,
        double completeSeconds,
        @Nullable Double planSeconds,
        List<Phase> phases,
        long bytesMoved,
        long bytesNeeded,
        double cpuSeconds) {

    static TimedReplacement run(ReplaceWay way, ReplacedRing ring, CassandraNode added) throws IOException {
        return way == ReplaceWay.CASSANDRA ? OwnReplacement.run(ring, added) : PlannedReplacement.run(way, ring, added);
    }

    /** Begins when it is made. */
    static final class Stopwatch {
        private final long began = System.nanoTime();
        private final double busy;
        private @Nullable Double cpu;

        Stopwatch() throws IOException {
            busy = MachineCpu.busySeconds();
        }

        double seconds() {
            return (System.nanoTime() - began) / 1e9;
        }

        /** Ends the count of CPU. */
        double complete() {
            double seconds = seconds();
            try {
                cpu = MachineCpu.busySeconds() - busy;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return seconds;
        }

        double cpuSeconds() {
            return Objects.requireNonNull(cpu);
        }
    }
}
