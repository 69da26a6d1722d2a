/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.idaeus.sidecar.ring.TokenRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RangeSizesTest {
    private static final TokenRange LOW = new TokenRange(0, 100);
    private static final TokenRange HIGH = new TokenRange(100, 400);
    private static final TokenRange AROUND = new TokenRange(1000, -1000);

    private static final List<TokenRange> RANGES = List.of(LOW, HIGH, AROUND);

    @Test
    void bytesAreSharedByTokens() {
        assertThat(sizes(TokenProfile.span(1, 400), 4000)).containsExactly(1000L, 3000L, 0L);
    }

    @Test
    void nothingLiesBetweenTheRanges() {
        assertThat(sizes(TokenProfile.span(-500, 900), 4000)).containsExactly(1000L, 3000L, 0L);
    }

    @Test
    void aRangeThatWrapsHasBothEndsOfTheRing() {
        assertThat(sizes(TokenProfile.span(2000, 3000), 10)).containsExactly(0L, 0L, 10L);
        assertThat(sizes(TokenProfile.span(-3000, -2000), 10)).containsExactly(0L, 0L, 10L);
        List<Long> whole = sizes(TokenProfile.span(Long.MIN_VALUE, Long.MAX_VALUE), 10);
        assertThat(whole).containsExactly(0L, 0L, 10L);
    }

    @Test
    void theEndsOfARangeAreLeftOutAndIn() {
        assertThat(sizes(TokenProfile.span(0, 0), 10)).containsExactly(0L, 0L, 0L);
        assertThat(sizes(TokenProfile.span(100, 100), 10)).containsExactly(10L, 0L, 0L);
        assertThat(sizes(TokenProfile.span(101, 101), 10)).containsExactly(0L, 10L, 0L);
    }

    @Test
    void samplesSayWhereThePartitionsAre() {
        TokenProfile profile = TokenProfile.sampled(new long[] {1, 100, 400}, new float[] {0, 0.75f, 1});

        assertThat(sizes(profile, 4000)).containsExactly(3000L, 1000L, 0L);
    }

    @Test
    void oneRangeCanBeTheWholeRing() {
        RangeSizes sizes = new RangeSizes(List.of(TokenRange.FULL_RING));
        sizes.add(TokenProfile.span(Long.MIN_VALUE, Long.MAX_VALUE), 10);
        sizes.add(TokenProfile.span(7, 7), 5);

        assertThat(sizes.bytes()).containsExactly(15L);
    }

    @Test
    void withoutRangesThereIsNothingToShare() {
        RangeSizes sizes = new RangeSizes(List.of());
        sizes.add(TokenProfile.span(1, 2), 10);

        assertThat(sizes.bytes()).isEmpty();
    }

    /** Against adding up the tokens of each range one by one. */
    @Test
    void manyRangesAddUpToWhatIsInThem() {
        Random random = new Random(7);
        List<TokenRange> ranges = new ArrayList<>();
        for (int left = -5000; left < 5000; left += 100) {
            if (random.nextBoolean()) {
                ranges.add(new TokenRange(left, left + 100));
            }
        }
        for (int round = 0; round < 100; round++) {
            long first = random.nextLong(-6000, 6000);
            long last = first + random.nextLong(3000);
            RangeSizes sizes = new RangeSizes(ranges);
            sizes.add(TokenProfile.span(first, last), 1_000_000_000);

            long tokens = ranges.stream()
                    .mapToLong(range -> tokens(range, first, last))
                    .sum();
            for (int i = 0; i < ranges.size(); i++) {
                double expected = tokens == 0 ? 0 : 1e9 * tokens(ranges.get(i), first, last) / tokens;
                assertThat(sizes.bytes().get(i).doubleValue()).isCloseTo(expected, within(1.0));
            }
        }
    }

    @Test
    void theSpanIsAShareOfTheRing() {
        assertThat(RangeSizes.span(TokenProfile.span(Long.MIN_VALUE, Long.MAX_VALUE)))
                .isEqualTo(1);
        assertThat(RangeSizes.span(TokenProfile.span(0, Long.MAX_VALUE))).isEqualTo(0.5);
        assertThat(RangeSizes.span(TokenProfile.span(-1L << 62, (1L << 62) - 1)))
                .isEqualTo(0.5);
    }

    private static long tokens(TokenRange range, long first, long last) {
        return Math.max(0, Math.min(range.right(), last) - Math.max(range.left() + 1, first) + 1);
    }

    private static List<Long> sizes(TokenProfile profile, long bytes) {
        RangeSizes sizes = new RangeSizes(RANGES);
        sizes.add(profile, bytes);
        return sizes.bytes();
    }
}
