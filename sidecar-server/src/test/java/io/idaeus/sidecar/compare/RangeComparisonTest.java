/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idaeus.api.ProblemType;
import io.idaeus.api.comparison.DifferingRow;
import io.idaeus.api.rows.RowCellsList.RowCells;
import io.idaeus.api.rows.RowVerdict;
import io.idaeus.sidecar.compare.RangeComparison.Sizes;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.ring.TokenRange;
import io.idaeus.sidecar.ring.TokenRanges;
import io.idaeus.sidecar.rows.Block;
import io.idaeus.sidecar.rows.DigestedRow;
import io.idaeus.sidecar.rows.RowId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class RangeComparisonTest {
    private static final TokenRange RANGE = new TokenRange(-1_000, 100_000);
    private static final Sizes SMALL = new Sizes(10, 50);

    private final MemorySide here = new MemorySide();
    private final MemorySide there = new MemorySide();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Noted noted = new Noted();
    private final List<Duration> pauses = new ArrayList<>();

    private static final class Noted implements ComparisonListener {
        private final List<DifferingRow> rows = new ArrayList<>();
        private final List<TokenRange> notComparable = new ArrayList<>();
        private long here;
        private long there;

        @Override
        public void compared(long ours, long theirs) {
            here += ours;
            there += theirs;
        }

        @Override
        public void differs(DifferingRow row) {
            rows.add(row);
        }

        @Override
        public void notComparable(TokenRange range, String reason) {
            assertThat(reason).isEqualTo("too many tombstones");
            notComparable.add(range);
        }

        private Map<Long, RowVerdict> verdicts() {
            Map<Long, RowVerdict> verdicts = new HashMap<>();
            rows.forEach(row -> assertThat(verdicts.put(Long.parseLong(row.token()), row.verdict()))
                    .as("token %d is told once", row.token())
                    .isNull());
            return verdicts;
        }
    }

    @AfterEach
    void end() {
        threads.shutdownNow();
    }

    private RangeComparison comparison(Side other, Recheck recheck) {
        return new RangeComparison(here, other, SMALL, () -> 1, recheck, noted, threads);
    }

    private Recheck recheck(@Nullable Long asOf) {
        return new Recheck(Duration.ofSeconds(2), pauses::add, () -> 1, asOf);
    }

    private void compareWith(Side other) {
        comparison(other, recheck(null)).compare(RANGE, end -> {});
    }

    private void compare(@Nullable Long asOf) {
        List<Long> ends = new ArrayList<>();
        comparison(there, recheck(asOf)).compare(RANGE, ends::add);
        assertThat(ends).isSorted().endsWith(RANGE.right());
    }

    private void compare() {
        compare(null);
    }

    private void both(RowId id, int value, long writtenAt) {
        here.put(id, value, writtenAt);
        there.put(id, value, writtenAt);
    }

    @RepeatedTest(100)
    void eachDifferenceIsFoundOnceAndNothingElse(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        int rows = random.nextInt(2_000);
        double share = List.of(0.0, 0.001, 0.05, 1.0).get(random.nextInt(4));
        Map<Long, RowVerdict> planted = new HashMap<>();
        for (int i = 0; i < rows; i++) {
            RowId id = MemorySide.id(random.nextLong(RANGE.left() + 1, RANGE.right() + 1));
            if (here.ids().contains(id) || planted.containsKey(id.token())) {
                continue;
            }
            both(id, i, 5);
            if (random.nextDouble() < share) {
                planted.put(id.token(), plant(random.nextInt(5), id));
            }
        }

        compare();

        assertThat(noted.verdicts()).isEqualTo(planted);
        assertThat(noted.notComparable).isEmpty();
        assertThat(noted.here).isEqualTo(here.ids().size());
        assertThat(noted.there).isEqualTo(there.ids().size());
        assertThat(Math.max(here.most(), there.most())).isLessThanOrEqualTo(SMALL.listed());
        assertThat(pauses)
                .allMatch(pause -> pause.equals(Duration.ofSeconds(2)))
                .hasSizeLessThanOrEqualTo(planted.size());
    }

    private RowVerdict plant(int kind, RowId id) {
        switch (kind) {
            case 0 -> there.remove(id);
            case 1 -> here.remove(id);
            case 2 -> there.put(id, -1, 4);
            case 3 -> there.put(id, -1, 6);
            default -> there.put(id, -1, 5);
        }
        return List.of(RowVerdict.MISSING, RowVerdict.EXTRA, RowVerdict.OLDER, RowVerdict.NEWER, RowVerdict.DIFFERENT)
                .get(kind);
    }

    /** The rows are those of one partition, or of two with the same token. */
    @Test
    void aPartitionThatIsLargerThanABlockIsTakenApart() {
        for (int i = 0; i < 5_000; i++) {
            both(MemorySide.id(77, i % 2, i), i, 5);
        }
        both(MemorySide.id(76), 1, 5);
        both(MemorySide.id(78), 1, 5);
        there.remove(MemorySide.id(77, 0, 1_234));
        here.remove(MemorySide.id(77, 1, 4_321));

        compare();

        assertThat(noted.rows)
                .extracting(DifferingRow::verdict)
                .containsExactlyInAnyOrder(RowVerdict.MISSING, RowVerdict.EXTRA);
        assertThat(Math.max(here.most(), there.most())).isLessThan(5L * SMALL.listed());
    }

    @Test
    void aSideWithoutRowsIsComparedInBoundedMemory() {
        for (int i = 0; i < 3_000; i++) {
            there.put(MemorySide.id(20_000 + i), i, 5);
        }

        compare();

        assertThat(noted.rows).hasSize(3_000).allMatch(row -> row.verdict() == RowVerdict.EXTRA);
        assertThat(there.most()).isLessThanOrEqualTo(SMALL.listed());
        assertThat(pauses).as("one wait for many rows").hasSizeLessThanOrEqualTo(8);
    }

    @Test
    void whatCannotBeReadIsNamedNarrowlyAndTheRestIsCompared() {
        for (int i = 0; i < 1_000; i++) {
            both(MemorySide.id(i * 50L), i, 5);
        }
        here.cannotRead(10_001);
        there.cannotRead(30_003);
        there.remove(MemorySide.id(10_000));
        there.remove(MemorySide.id(30_050));

        compare();

        assertThat(noted.verdicts()).containsOnlyKeys(10_000L, 30_050L).containsValue(RowVerdict.MISSING);
        assertThat(noted.notComparable).containsExactly(new TokenRange(10_000, 10_001), new TokenRange(30_002, 30_003));
    }

    /** Neither side of a table may be read: few requests say so, and nothing is left out. */
    @Test
    void whatCannotBeReadAtAllIsGivenUpSoon() {
        AtomicInteger asked = new AtomicInteger();
        Side refusing = new Refusing(there, 0) {
            @Override
            public List<Block> blocksAt(List<Long> ends, TokenRange range, int now) {
                asked.incrementAndGet();
                throw new ProblemException(ProblemType.CASSANDRA_REFUSED, "too many tombstones");
            }
        };
        for (int i = 0; i < 1_000; i++) {
            both(MemorySide.id(i * 50L), i, 5);
        }
        List<Long> ends = new ArrayList<>();

        comparison(refusing, recheck(null)).compare(RANGE, ends::add);

        assertThat(asked).hasValueLessThan(2_000);
        assertThat(TokenRanges.of(noted.notComparable)).isEqualTo(TokenRanges.of(RANGE));
        assertThat(ends).isSorted().endsWith(RANGE.right());
    }

    /** A comparison that is interrupted goes on behind what could not be read. */
    @Test
    void whatWasComparedBehindUnreadableRowsIsNotedOnTheWay() {
        for (int i = 0; i < 1_000; i++) {
            both(MemorySide.id(i * 50L), i, 5);
        }
        here.cannotRead(101);
        List<Long> ends = new ArrayList<>();

        comparison(there, recheck(null)).compare(RANGE, ends::add);

        assertThat(ends).isSorted().hasSizeGreaterThan(10).endsWith(RANGE.right());
    }

    /** The other side decides where to cut, as often as it must. */
    @Test
    void aSideWithManyMoreRowsIsComparedPartByPart() {
        for (int i = 0; i < 20_000; i++) {
            there.put(MemorySide.id(i * 4L), i, 5);
        }
        List<Long> ends = new ArrayList<>();

        comparison(there, recheck(null)).compare(RANGE, ends::add);

        assertThat(noted.rows).hasSize(20_000);
        assertThat(ends).isSorted().hasSizeGreaterThan(20);
    }

    @Test
    void aRowThatCouldNotBeReadOnceIsJudged() {
        here.put(MemorySide.id(5), 1, 5);
        AtomicInteger looks = new AtomicInteger();
        Side slow = new Refusing(there, 0) {
            @Override
            public List<RowCells> cells(List<RowId> keys, int now) {
                if (looks.incrementAndGet() <= 2) {
                    throw new ProblemException(ProblemType.CASSANDRA_REFUSED, "a read timed out");
                }
                return super.cells(keys, now);
            }
        };

        compareWith(slow);

        assertThat(noted.verdicts()).isEqualTo(Map.of(5L, RowVerdict.MISSING));
    }

    @Test
    void aRowThatCannotBeReadAgainIsToldAsSuch() {
        Side refusing = new Refusing(there, 500);
        for (int i = 0; i < 20; i++) {
            here.put(MemorySide.id(490 + i), i, 5);
        }
        compareWith(refusing);

        assertThat(noted.verdicts()).hasSize(20).containsEntry(500L, RowVerdict.UNREADABLE);
        assertThat(noted.rows)
                .filteredOn(row -> row.verdict() == RowVerdict.MISSING)
                .hasSize(19);
    }

    /** Listing fails for the rows of one token. The others are reported once. */
    @ParameterizedTest
    @ValueSource(ints = {1, 40, 400})
    void rowsThatCannotBeListedAreNamedAndTheOthersToldOnce(int rowsOfAToken) {
        for (int i = 0; i < 800; i++) {
            there.put(MemorySide.id(10_000 + i / rowsOfAToken, 1, i), i, 5);
        }
        long broken = 10_000L + 400 / rowsOfAToken;
        Side refusing = new Refusing(there, 0) {
            @Override
            public List<DigestedRow> rows(int count, BitSet only, TokenRange range, int now) {
                if (range.contains(broken)) {
                    throw new ProblemException(ProblemType.CASSANDRA_REFUSED, "too many tombstones");
                }
                return super.rows(count, only, range, now);
            }
        };

        compareWith(refusing);

        long unknown = there.ids().stream().filter(id -> id.token() == broken).count();
        assertThat(noted.rows)
                .hasSize((int) (there.ids().size() - unknown))
                .allMatch(row -> row.verdict() == RowVerdict.EXTRA && Long.parseLong(row.token()) != broken);
        assertThat(noted.notComparable).singleElement().satisfies(range -> assertThat(range.contains(broken))
                .isTrue());
    }

    @Test
    void aRowThatIsTheSameLaterIsNotTold() {
        both(MemorySide.id(5), 1, 5);
        there.remove(MemorySide.id(5));
        Recheck arrived = new Recheck(Duration.ofSeconds(2), pause -> there.put(MemorySide.id(5), 1, 5), () -> 1, null);

        comparison(there, arrived).compare(RANGE, end -> {});

        assertThat(noted.rows).isEmpty();
        assertThat(noted.here).isEqualTo(1);
    }

    @Test
    void aRowThatIsAnotherEachTimeIsChanging() {
        both(MemorySide.id(5), 1, 5);
        both(MemorySide.id(6), 1, 5);
        there.put(MemorySide.id(5), 2, 6);
        there.put(MemorySide.id(6), 2, 6);
        there.changes(MemorySide.id(5));

        compare();

        assertThat(noted.verdicts()).isEqualTo(Map.of(5L, RowVerdict.CHANGING, 6L, RowVerdict.NEWER));
        assertThat(pauses).hasSize(4);
    }

    @Test
    void whatWasWrittenAfterTheTimeInQuestionIsNotJudged() {
        for (int i = 1; i <= 4; i++) {
            both(MemorySide.id(i), 1, 5);
        }
        there.put(MemorySide.id(1), 2, 11);
        there.put(MemorySide.id(2), 2, 10);
        here.put(MemorySide.id(3), 2, 11);
        there.put(MemorySide.id(9), 2, 11);

        compare(10L);

        assertThat(noted.verdicts())
                .isEqualTo(Map.of(
                        1L, RowVerdict.WRITTEN_SINCE,
                        2L, RowVerdict.NEWER,
                        3L, RowVerdict.WRITTEN_SINCE,
                        9L, RowVerdict.WRITTEN_SINCE));
    }

    @Test
    void aSideThatIsGoneEndsIt() {
        both(MemorySide.id(5), 1, 5);
        Side gone = new Refusing(there, 0) {
            @Override
            public List<Block> blocksAt(List<Long> ends, TokenRange range, int now) {
                throw new ProblemException(ProblemType.PEER_UNREACHABLE, "gone");
            }
        };

        assertThatThrownBy(() -> compareWith(gone)).hasMessage("gone");
        assertThat(noted.notComparable).isEmpty();
    }
}
