/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.micro;

import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** CRC32 of one receive buffer of 4 MiB, in microseconds. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class ChecksumBenchmark {
    private static final int BYTES = 4 * 1024 * 1024;

    private final ByteBuffer direct = ByteBuffer.allocateDirect(BYTES);
    private final CRC32 crc = new CRC32();

    public ChecksumBenchmark() {
        byte[] bytes = new byte[BYTES];
        new SplittableRandom(1).nextBytes(bytes);
        direct.put(bytes);
    }

    @Benchmark
    public long crc32OfADirectBuffer() {
        crc.reset();
        crc.update(direct.clear());
        return crc.getValue();
    }
}
