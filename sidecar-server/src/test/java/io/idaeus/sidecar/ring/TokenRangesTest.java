/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TokenRangesTest {
    @Test
    void isTheSameSetHoweverItWasGiven() {
        TokenRanges inPieces = TokenRanges.of(new TokenRange(20, 30), new TokenRange(0, 15), new TokenRange(10, 20));

        assertThat(inPieces).isEqualTo(TokenRanges.of(new TokenRange(0, 30))).hasSameHashCodeAs(inPieces);
        assertThat(inPieces.ranges()).containsExactly(new TokenRange(0, 30));
        assertThat(inPieces).hasToString("{0:30}");
    }

    @Test
    void containmentGoesAcrossRangesThatTouch() {
        TokenRanges ranges = TokenRanges.of(new TokenRange(0, 10), new TokenRange(10, 20));

        assertThat(ranges.overlap(new TokenBounds(5, 15))).isEqualTo(RangeOverlap.CONTAINED);
    }

    @Test
    void whatIsTakenAwayLeavesTheRest() {
        TokenRanges ranges = TokenRanges.of(new TokenRange(0, 10), new TokenRange(20, 30));

        assertThat(ranges.without(TokenRanges.of(new TokenRange(5, 25))))
                .isEqualTo(TokenRanges.of(new TokenRange(0, 5), new TokenRange(25, 30)));
        assertThat(ranges.without(TokenRanges.of())).isEqualTo(ranges);
        assertThat(ranges.without(TokenRanges.fullRing())).isEqualTo(TokenRanges.of());
        assertThat(TokenRanges.fullRing().without(ranges))
                .isEqualTo(TokenRanges.of(new TokenRange(30, 0), new TokenRange(10, 20)));
        TokenRanges around = TokenRanges.of(new TokenRange(100, -100));
        assertThat(TokenRanges.fullRing().without(around)).isEqualTo(TokenRanges.of(new TokenRange(-100, 100)));
        assertThat(TokenRanges.of(new TokenRange(Long.MAX_VALUE - 1, Long.MIN_VALUE))
                        .without(TokenRanges.of(new TokenRange(Long.MAX_VALUE - 1, Long.MAX_VALUE))))
                .isEqualTo(TokenRanges.of(new TokenRange(Long.MAX_VALUE, Long.MIN_VALUE)));
    }

    @Test
    void theLeftEndIsOutside() {
        TokenRanges ranges = TokenRanges.of(new TokenRange(0, 10));

        assertThat(ranges.overlap(new TokenBounds(0, 10))).isEqualTo(RangeOverlap.PARTIAL);
        assertThat(ranges.overlap(new TokenBounds(1, 10))).isEqualTo(RangeOverlap.CONTAINED);
        assertThat(ranges.overlap(new TokenBounds(-5, 0))).isEqualTo(RangeOverlap.NONE);
        assertThat(ranges.overlap(new TokenBounds(10, 12))).isEqualTo(RangeOverlap.PARTIAL);
        assertThat(ranges.overlap(new TokenBounds(11, 12))).isEqualTo(RangeOverlap.NONE);
    }

    @Test
    void aGapBetweenRangesIsNotContained() {
        TokenRanges ranges = TokenRanges.of(new TokenRange(0, 10), new TokenRange(11, 20));

        assertThat(ranges.overlap(new TokenBounds(5, 15))).isEqualTo(RangeOverlap.PARTIAL);
        assertThat(ranges.overlap(new TokenBounds(11, 11))).isEqualTo(RangeOverlap.NONE);
    }

    @Test
    void aRangeAroundTheRingHoldsBothEnds() {
        TokenRanges around = TokenRanges.of(new TokenRange(100, -100));

        assertThat(around.overlap(new TokenBounds(101, Long.MAX_VALUE))).isEqualTo(RangeOverlap.CONTAINED);
        assertThat(around.overlap(new TokenBounds(Long.MIN_VALUE, -100))).isEqualTo(RangeOverlap.CONTAINED);
        assertThat(around.overlap(new TokenBounds(Long.MIN_VALUE, Long.MAX_VALUE)))
                .isEqualTo(RangeOverlap.PARTIAL);
        assertThat(around.overlap(new TokenBounds(-99, 100))).isEqualTo(RangeOverlap.NONE);
        assertThat(around.ranges()).containsExactly(new TokenRange(100, -100));
    }

    @Test
    void aRangeFromTheGreatestTokenStartsWithTheSmallest() {
        TokenRanges ranges = TokenRanges.of(new TokenRange(Long.MAX_VALUE, 0));

        assertThat(ranges.contains(Long.MIN_VALUE)).isTrue();
        assertThat(ranges.contains(Long.MAX_VALUE)).isFalse();
        assertThat(ranges.ranges()).containsExactly(new TokenRange(Long.MAX_VALUE, 0));
    }

    @Test
    void theFullRingIsFullHoweverItWasGiven() {
        assertThat(TokenRanges.of(new TokenRange(7, 7))).isEqualTo(TokenRanges.fullRing());
        assertThat(TokenRanges.of(new TokenRange(-5, 5), new TokenRange(5, -5)).isFullRing())
                .isTrue();
        assertThat(TokenRanges.fullRing().ranges()).containsExactly(TokenRange.FULL_RING);
        assertThat(TokenRanges.fullRing().share()).isEqualTo(1);
        assertThat(TokenRanges.fullRing().overlap(new TokenBounds(Long.MIN_VALUE, Long.MIN_VALUE)))
                .isEqualTo(RangeOverlap.CONTAINED);
    }

    @Test
    void noRangesHoldNothing() {
        TokenRanges none = TokenRanges.of();

        assertThat(none.isEmpty()).isTrue();
        assertThat(none.share()).isZero();
        assertThat(none.ranges()).isEmpty();
        assertThat(none.overlap(new TokenBounds(Long.MIN_VALUE, Long.MAX_VALUE)))
                .isEqualTo(RangeOverlap.NONE);
    }

    @Test
    void theShareIsThatOfTheTokens() {
        TokenRanges ranges = TokenRanges.of(new TokenRange(0, 10), new TokenRange(15, 20));

        assertThat(ranges.share(new TokenBounds(1, 20))).isEqualTo(0.75);
        assertThat(ranges.share(new TokenBounds(3, 3))).isEqualTo(1);
        assertThat(ranges.share(new TokenBounds(11, 12))).isZero();
        assertThat(TokenRanges.of(new TokenRange(Long.MIN_VALUE, 0)).share()).isCloseTo(0.5, within(1e-12));
    }

    /** Against the plain definition, on sets of ranges whose ends crowd together. */
    @Test
    void agreesWithTheDefinitionTokenByToken() {
        Random random = new Random(1);
        for (int n = 0; n < 5000; n++) {
            List<TokenRange> given = new ArrayList<>();
            for (int i = random.nextInt(5); i >= 0; i--) {
                given.add(new TokenRange(edge(random), edge(random)));
            }
            TokenRanges ranges = TokenRanges.of(given);
            assertThat(TokenRanges.of(ranges.ranges())).as("%s", given).isEqualTo(ranges);
            for (int i = 0; i < 10; i++) {
                long token = edge(random);
                assertThat(ranges.contains(token))
                        .as("%d in %s", token, given)
                        .isEqualTo(given.stream().anyMatch(range -> range.contains(token)));
            }
            assertOverlap(ranges, random.nextInt(20) - 10, random.nextInt(10));
        }
    }

    private static void assertOverlap(TokenRanges ranges, long first, long more) {
        long inside = 0;
        for (long token = first; token <= first + more; token++) {
            inside += ranges.contains(token) ? 1 : 0;
        }
        TokenBounds bounds = new TokenBounds(first, first + more);
        RangeOverlap expected =
                inside == 0 ? RangeOverlap.NONE : inside == more + 1 ? RangeOverlap.CONTAINED : RangeOverlap.PARTIAL;
        assertThat(ranges.overlap(bounds)).as("%s in %s", bounds, ranges).isEqualTo(expected);
        assertThat(ranges.share(bounds)).isCloseTo((double) inside / (more + 1), within(1e-12));
    }

    private static long edge(Random random) {
        long near = random.nextInt(20) - 10L;
        return switch (random.nextInt(4)) {
            case 0 -> Long.MAX_VALUE + Math.min(0, near);
            case 1 -> Long.MIN_VALUE + Math.max(0, near);
            default -> near;
        };
    }

    @Test
    void boundsDoNotGoBackwards() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new TokenBounds(1, 0))
                .withMessage("first token: 1 (expected: at most the last, 0)");
    }

    @Test
    void whatLiesInBothIsTheIntersection() {
        TokenRanges around = TokenRanges.of(new TokenRange(100, -100));

        assertThat(around.intersect(TokenRanges.of(new TokenRange(-200, 200))))
                .isEqualTo(TokenRanges.of(new TokenRange(-200, -100), new TokenRange(100, 200)));
        assertThat(around.intersect(TokenRanges.of(new TokenRange(-100, 100))).isEmpty())
                .isTrue();
        assertThat(around.intersect(TokenRanges.fullRing())).isEqualTo(around);
    }

    @Test
    void allIsContainedOnlyWhereEachStretchIs() {
        TokenRanges around = TokenRanges.of(new TokenRange(100, -100));

        assertThat(around.containsAll(TokenRanges.of(new TokenRange(200, -200))))
                .isTrue();
        assertThat(around.containsAll(TokenRanges.of(new TokenRange(200, -99)))).isFalse();
        assertThat(around.containsAll(TokenRanges.of())).isTrue();
        assertThat(TokenRanges.fullRing().containsAll(around)).isTrue();
    }

    @Test
    void boundsCoverWhatTheyHoldWithBothEnds() {
        TokenRanges covered = TokenRanges.covering(
                List.of(new TokenBounds(5, 9), new TokenBounds(Long.MIN_VALUE, 3), new TokenBounds(4, 4)));

        assertThat(covered).isEqualTo(TokenRanges.of(new TokenRange(Long.MAX_VALUE, 9)));
    }

    @Test
    void theBoundsAroundATokenReachToTheEndsOfItsInterval() {
        TokenRanges ranges = TokenRanges.of(new TokenRange(10, 20), new TokenRange(20, 30), new TokenRange(100, -5));

        assertThat(ranges.around(11)).isEqualTo(new TokenBounds(11, 30));
        assertThat(ranges.around(30)).isEqualTo(new TokenBounds(11, 30));
        assertThat(ranges.around(10)).isNull();
        assertThat(ranges.around(31)).isNull();
        assertThat(ranges.around(Long.MAX_VALUE)).isEqualTo(new TokenBounds(101, Long.MAX_VALUE));
        assertThat(ranges.around(Long.MIN_VALUE)).isEqualTo(new TokenBounds(Long.MIN_VALUE, -5));
        assertThat(TokenRanges.of().around(0)).isNull();
    }
}
