/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.file;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** The cost of combining the CRC32s of pieces, in nanoseconds. In this package for access. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class CombineBenchmark {
    private static final long PIECE = 64L * 1024 * 1024;

    private int first = 0x01234567;
    private int second = 0x89ABCDEF;
    private long length = PIECE;
    private int operator = Crc32Combine.operator(PIECE);

    /** Once for each piece length. */
    @Benchmark
    public int operator() {
        return Crc32Combine.operator(length);
    }

    @Benchmark
    public int combine() {
        return Crc32Combine.combine(first, second, operator);
    }
}
