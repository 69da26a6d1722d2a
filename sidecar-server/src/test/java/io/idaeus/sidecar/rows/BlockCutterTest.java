/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rows;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class BlockCutterTest {
    private static final long END = 1_000;

    private record Digested(long token, DigestSum digest) {}

    private static List<Digested> rows(Random random, int count) {
        List<Digested> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            rows.add(new Digested(
                    random.nextLong(1 - END, END + 1), new DigestSum(random.nextLong(), random.nextLong())));
        }
        rows.sort(Comparator.comparingLong(Digested::token));
        return rows;
    }

    private static DigestSum sum(List<Digested> rows) {
        return rows.stream().map(Digested::digest).reduce(DigestSum.ZERO, DigestSum::plus);
    }

    // As if each page had so many rows.
    private static List<Block> cut(List<Digested> rows, int page, List<Long> ends, int every) {
        List<Block> blocks = new ArrayList<>();
        ScanCursor cursor = ScanCursor.START;
        for (int from = 0; ; from += page) {
            BlockCutter cutter =
                    ends.isEmpty() ? BlockCutter.every(every, END, cursor.open()) : BlockCutter.at(ends, cursor.open());
            rows.subList(Math.min(from, rows.size()), Math.min(from + page, rows.size()))
                    .forEach(row -> cutter.add(row.token(), row.digest()));
            boolean last = from + page >= rows.size();
            if (last) {
                cutter.end();
            }
            blocks.addAll(cutter.closed());
            if (last) {
                return blocks;
            }
            cursor = ScanCursor.parse(new ScanCursor(cursor.page(), List.of(), cutter.open()).toString());
        }
    }

    @RepeatedTest(200)
    void blocksHaveTheRowsOfTheirTokensHoweverTheyAreReadAndCut(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        List<Digested> rows = rows(random, random.nextInt(300));
        int every = 1 + random.nextInt(50);

        List<Block> blocks = cut(rows, 1 + random.nextInt(40), List.of(), every);

        List<Long> ends = blocks.stream().map(Block::right).toList();
        assertThat(ends).isSorted().doesNotHaveDuplicates().endsWith(END);
        assertThat(cut(rows, 1 + random.nextInt(40), ends, 0)).isEqualTo(blocks);
        long left = -END;
        for (Block block : blocks) {
            long from = left;
            List<Digested> within = rows.stream()
                    .filter(row -> row.token() > from && row.token() <= block.right())
                    .toList();
            assertThat(block).isEqualTo(new Block(block.right(), within.size(), sum(within)));
            left = block.right();
        }
        assertThat(blocks.stream().limit(blocks.size() - 1)).allMatch(block -> block.rows() >= every);
    }

    @Test
    void partitionsOfOneTokenAreInOneBlock() {
        DigestSum one = new DigestSum(0, 1);
        List<Digested> rows =
                List.of(new Digested(1, one), new Digested(1, one), new Digested(1, one), new Digested(2, one));

        assertThat(cut(rows, 1, List.of(), 2))
                .containsExactly(new Block(1, 3, new DigestSum(0, 3)), new Block(END, 1, one));
    }

    @Test
    void withoutRowsThereAreBlocksThatAreEmpty() {
        assertThat(cut(List.of(), 10, List.of(), 2)).containsExactly(new Block(END, 0, DigestSum.ZERO));
        assertThat(cut(List.of(), 10, List.of(5L, END), 0))
                .containsExactly(new Block(5, 0, DigestSum.ZERO), new Block(END, 0, DigestSum.ZERO));
    }

    @Test
    void theFirstAndTheLastTokenOfTheRingCount() {
        BlockCutter cutter = BlockCutter.every(1, Long.MAX_VALUE, BlockCutter.Open.NOTHING);
        cutter.add(Long.MIN_VALUE + 1, new DigestSum(0, 1));
        cutter.add(Long.MAX_VALUE, new DigestSum(0, 2));
        cutter.end();

        assertThat(cutter.closed())
                .containsExactly(
                        new Block(Long.MIN_VALUE + 1, 1, new DigestSum(0, 1)),
                        new Block(Long.MAX_VALUE, 1, new DigestSum(0, 2)));
    }
}
