/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Iterator;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** CassandraDoorIT reads the record of a node. */
class LightweightTransactionsTest {
    private static final UUID OFTEN = new UUID(1, 1);
    private static final UUID SELDOM = new UUID(1, 2);

    private final AtomicInteger read = new AtomicInteger();

    @Test
    void eachTableOfAShortRecordIsFound() {
        assertThat(distinct(Stream.of(OFTEN, OFTEN, SELDOM))).containsExactlyInAnyOrder(OFTEN, SELDOM);
        assertThat(read).hasValue(3);
        assertThat(distinct(Stream.of())).isEmpty();
    }

    @Test
    void aLongRecordIsReadOnlyUntilItTellsNothingNew() {
        Stream<UUID> record = IntStream.range(0, 10_000).mapToObj(row -> row == 700 ? SELDOM : OFTEN);

        assertThat(distinct(record)).containsExactlyInAnyOrder(OFTEN, SELDOM);
        assertThat(read).hasValue(1_701);
    }

    private List<UUID> distinct(Stream<UUID> rows) {
        Iterator<UUID> counted = rows.peek(row -> read.incrementAndGet()).iterator();
        return List.copyOf(LightweightTransactions.distinct(counted, id -> id));
    }
}
