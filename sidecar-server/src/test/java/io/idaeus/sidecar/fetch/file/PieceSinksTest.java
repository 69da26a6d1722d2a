/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.idaeus.sidecar.checksum.Crc32;
import io.idaeus.sidecar.fetch.FetchMetrics;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PieceSinksTest {
    private static final int PIECE = 4 << 20;
    private static final int PIECES = 6;
    private static final int BUFFERS = 4;

    @TempDir
    Path staging;

    @Test
    void aPieceHoldsABufferFromItsResponseOn() throws Exception {
        int block = new DirectIoSupport().block(staging);
        assumeTrue(block != DirectIoSupport.NONE, "the file system of " + staging + " has no direct writes");
        FileTarget target =
                new FileTarget(staging.resolve("Data.db"), PIECES * (long) PIECE, Crc32.of(new CRC32()), bytes -> {});
        PieceLayout pieces = new PieceLayout(target.size(), PIECE);
        FetchMetrics metrics = new FetchMetrics();
        long budget = BUFFERS * (long) (AlignedBufferPool.BYTES + AlignedBufferPool.MAX_BLOCK);
        try (PieceSinks sinks = new PieceSinks(new PieceSettings(PIECE, true, budget, true, true), 1);
                PieceFile file = sinks.open(target, pieces, metrics)) {
            List<PieceSink> requested = new ArrayList<>();
            for (int i = 0; i < PIECES; i++) {
                requested.add(sinks.sink(target, file, pieces, i, metrics));
            }
            assertThat(sinks.freeBuffers()).isEqualTo(BUFFERS);

            requested.get(0).attach(Runnable::run, () -> {});
            // Over another connection, after the first one was lost.
            requested.get(0).attach(Runnable::run, () -> {});
            assertThat(requested.get(0).lends()).isTrue();
            assertThat(sinks.freeBuffers()).isEqualTo(BUFFERS - 1);

            requested.forEach(PieceSink::close);
            assertThat(sinks.freeBuffers()).isEqualTo(BUFFERS);
        }
    }
}
