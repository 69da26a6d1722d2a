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
    private static final int DEAD = 3;

    private final Rows rows = Rows.of(0.5, Placement.regular(1), DEAD);

    @Test
    void theDeadNodeHeldTheSize() {
        double bytes = (double) rows.ofDead().cardinality() * Rows.VALUE_BYTES;
        assertThat(bytes / (1L << 30)).isEqualTo(0.5, within(0.01));
    }

    @Test
    void eachRowIsOnTwoReplicasAtLeastAndOneInAThousandNotOnAllThree() {
        int[] copies = new int[Math.toIntExact(rows.table().rows())];
        IntStream.range(0, 4).forEach(node -> rows.heldBy(node).forEach(id -> copies[(int) id]++));

        assertThat(IntStream.of(copies).filter(count -> count == 3).count())
                .isEqualTo(copies.length - (copies.length + 999) / 1000);
        assertThat(IntStream.of(copies).min()).hasValue(2);
    }

    @Test
    void theOtherNodesTogetherHaveEveryRowOfTheDeadOne() {
        BitSet others = new BitSet();
        IntStream.range(0, DEAD)
                .mapToObj(rows::heldBy)
                .flatMapToLong(LongStream::distinct)
                .forEach(id -> others.set((int) id));

        assertThat(RowCheck.missing(rows.ofDead(), and(others, rows.ofDead()))).isEqualTo(new BitSet());
        assertThat(rows.ofDeadMissedElsewhere().cardinality()).isPositive();
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
