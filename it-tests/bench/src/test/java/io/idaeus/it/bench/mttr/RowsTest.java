/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.mttr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.BitSet;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class RowsTest {
    private final Rows rows = rows(RingKind.VNODES);

    private static Rows rows(RingKind ring) {
        return Rows.of(new DataSpec("LCS", 0.5, 1, true), ring, ring.placement());
    }

    @Test
    void theDeadNodeHeldTheSize() {
        assertThat(RingKind.values()).allSatisfy(ring -> {
            Rows of = rows(ring);
            double bytes =
                    (double) of.ofDead().cardinality() * of.table().sstables().valueBytes();
            assertThat(bytes / (1L << 30)).isEqualTo(0.5, within(0.01));
        });
    }

    @Test
    void eachRowIsOnTwoReplicasAtLeastAndOneInAThousandNotOnAllThree() {
        assertThat(RingKind.values()).allSatisfy(ring -> {
            Rows of = rows(ring);
            int[] copies = new int[Math.toIntExact(of.table().rows())];
            IntStream.range(0, of.placement().nodes())
                    .forEach(node -> of.heldBy(node).forEach(id -> copies[(int) id]++));

            assertThat(IntStream.of(copies).filter(count -> count == 3).count())
                    .isEqualTo(copies.length - (copies.length + 999) / 1000);
            assertThat(IntStream.of(copies).min()).hasValue(2);
        });
    }

    @Test
    void theOtherNodesTogetherHaveEveryRowOfTheDeadOne() {
        assertThat(RingKind.values()).allSatisfy(ring -> {
            Rows of = rows(ring);
            BitSet others = new BitSet();
            IntStream.range(0, of.dead())
                    .mapToObj(of::heldBy)
                    .flatMapToLong(LongStream::distinct)
                    .forEach(id -> others.set((int) id));

            assertThat(RowCheck.missing(of.ofDead(), and(others, of.ofDead()))).isEqualTo(new BitSet());
            assertThat(of.ofDeadMissedElsewhere().cardinality()).isPositive();
        });
    }

    @Test
    void fourRowsOfTheSeedsTableShareAPartition() {
        RingTable table = rows(RingKind.SEED).table();

        assertThat(table.key(4))
                .isEqualTo(table.key(7))
                .isNotEqualTo(table.key(3))
                .isNotEqualTo(table.key(8));
    }

    @Test
    void oneMissingRowFailsTheCheckUnlessItMayBeMissing() {
        BitSet found = rows.ofDead();
        int lost = rows.ofDeadMissedElsewhere().nextSetBit(0);
        found.clear(lost);
        BitSet missing = RowCheck.missing(rows.ofDead(), found);

        RowCheck.require(missing, rows.ofDeadMissedElsewhere());
        assertThatThrownBy(() -> RowCheck.require(missing, new BitSet()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("1 rows are missing")
                .hasMessageContaining("{" + lost + "}");
    }

    @Test
    void aRowOfOtherRangesFailsTheCheck() {
        BitSet found = rows.ofDead();
        found.set(found.nextClearBit(0));

        assertThatThrownBy(() -> RowCheck.missing(rows.ofDead(), found)).hasMessageContaining("not of these ranges");
    }

    private static BitSet and(BitSet one, BitSet other) {
        one.and(other);
        return one;
    }
}
