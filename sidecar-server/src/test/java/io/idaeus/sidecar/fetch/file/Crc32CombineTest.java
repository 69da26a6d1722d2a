/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;

class Crc32CombineTest {
    private static final int SPLITS = 10_000;
    private static final int MAX_PIECES = 5;

    @Test
    void thePiecesOfAFileCombineToTheCrcOfTheFileHoweverItIsSplit() {
        long seed = Long.getLong("crc32.seed", new Random().nextLong());
        System.out.println("crc32.seed=" + seed);
        Random random = new Random(seed);
        byte[] file = new byte[20_000];
        random.nextBytes(file);
        for (int i = 0; i < SPLITS; i++) {
            int length = random.nextInt(file.length);
            int combined = 0;
            int at = 0;
            for (int piece = 1; piece <= MAX_PIECES; piece++) {
                int end = piece == MAX_PIECES ? length : at + random.nextInt(length - at + 1);
                combined = Crc32Combine.combine(combined, crc(file, at, end), Crc32Combine.operator(end - at));
                at = end;
            }
            assertThat(combined).as("split %s of seed %s", i, seed).isEqualTo(crc(file, 0, length));
        }
    }

    @Test
    void lengthsBeyondAnIntCombineToo() {
        CRC32 zeros = new CRC32();
        byte[] chunk = new byte[1 << 20];
        for (int i = 0; i < 5000; i++) {
            zeros.update(chunk);
        }
        int expected = (int) zeros.getValue();
        int half = 0;
        for (int i = 0; i < 5000; i++) {
            half = Crc32Combine.combine(half, crc(chunk, 0, chunk.length), Crc32Combine.operator(chunk.length));
        }
        assertThat(half).isEqualTo(expected);
        int most = Crc32Combine.combine(crc(chunk, 0, 1), crcOfZeros(5000L * chunk.length - 1), operatorOfRest(chunk));
        assertThat(most).isEqualTo(expected);
    }

    private static int operatorOfRest(byte[] chunk) {
        return Crc32Combine.operator(5000L * chunk.length - 1);
    }

    private static int crcOfZeros(long length) {
        CRC32 crc = new CRC32();
        byte[] chunk = new byte[1 << 20];
        for (long left = length; left > 0; left -= chunk.length) {
            crc.update(chunk, 0, (int) Math.min(left, chunk.length));
        }
        return (int) crc.getValue();
    }

    private static int crc(byte[] bytes, int from, int to) {
        CRC32 crc = new CRC32();
        crc.update(bytes, from, to - from);
        return (int) crc.getValue();
    }
}
