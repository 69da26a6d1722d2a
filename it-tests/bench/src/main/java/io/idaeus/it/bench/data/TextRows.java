/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.data;

import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

/** Rows of text, as a table without compression holds them: a key, a few fields, and words of which some are frequent. */
final class TextRows implements RandomFiles.Filling {
    private static final int BYTES = 16 << 20;
    private static final int WORDS = 8000;

    private final byte[] rows = rows(new SplittableRandom(7));

    /** Begins anywhere in the rows, so that no two buffers are the same. */
    @Override
    public void fill(byte[] buffer, SplittableRandom random) {
        int from = random.nextInt(rows.length);
        for (int filled = 0; filled < buffer.length; ) {
            int count = Math.min(buffer.length - filled, rows.length - from);
            System.arraycopy(rows, from, buffer, filled, count);
            filled += count;
            from = 0;
        }
    }

    private static byte[] rows(SplittableRandom random) {
        String[] words = new String[WORDS];
        for (int i = 0; i < WORDS; i++) {
            StringBuilder word = new StringBuilder();
            for (int letters = 3 + random.nextInt(8); letters > 0; letters--) {
                word.append((char) ('a' + random.nextInt(26)));
            }
            words[i] = word.toString();
        }
        StringBuilder text = new StringBuilder(BYTES + 1000);
        while (text.length() < BYTES) {
            text.append(Long.toHexString(random.nextLong())).append("|user-").append(random.nextInt(1_000_000));
            text.append("|2026-")
                    .append(1 + random.nextInt(12))
                    .append('|')
                    .append(random.nextInt(100_000))
                    .append('|');
            for (int count = 10 + random.nextInt(30); count > 0; count--) {
                // Squared: the first words are the most frequent.
                double skewed = random.nextDouble() * random.nextDouble();
                text.append(words[(int) (skewed * WORDS)]).append(' ');
            }
            text.append('\n');
        }
        return text.substring(0, BYTES).getBytes(StandardCharsets.US_ASCII);
    }
}
