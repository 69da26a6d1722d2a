/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.tiers;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.it.tiers.ForkSchedule.TestClass;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ForkScheduleTest {
    private static final Durations KNOWN = new Durations(Map.of(
            "LongIT", Duration.ofSeconds(100), "ShortIT", Duration.ofSeconds(5), "SharedIT", Duration.ofSeconds(50)));

    private final TestClass shortOne = new TestClass("a.ShortIT", false);
    private final TestClass longOne = new TestClass("b.LongIT", false);
    private final TestClass unknown = new TestClass("c.UnknownIT", false);
    private final TestClass shared = new TestClass("d.SharedIT", true);

    @Test
    void theLongestRunsFirstAndThoseThatShareNodesInTheFirstFork() {
        ForkSchedule schedule = new ForkSchedule(List.of(shortOne, unknown, shared, longOne), KNOWN, 2);

        assertThat(schedule.next(0)).isEqualTo(shared);
        assertThat(schedule.next(1)).as("it may be long").isEqualTo(unknown);
        assertThat(schedule.running()).containsExactly("SharedIT", "UnknownIT");
        schedule.ended(shared);
        assertThat(schedule.next(0)).isEqualTo(longOne);
        schedule.ended(unknown);
        assertThat(schedule.next(1)).isEqualTo(shortOne);
        assertThat(schedule.next(1)).isNull();
        assertThat(schedule.done()).isEqualTo(2);
    }

    @Test
    void anotherForkTakesThoseThatShareNodesWhenNothingElseIsLeft() {
        TestClass alsoShared = new TestClass("e.AlsoIT", true);
        ForkSchedule schedule = new ForkSchedule(List.of(alsoShared, shared, shortOne), KNOWN, 2);

        assertThat(schedule.next(1)).isEqualTo(shortOne);
        assertThat(schedule.next(1)).isEqualTo(alsoShared);
        assertThat(schedule.next(0)).isEqualTo(shared);
        assertThat(schedule.next(0)).isNull();
        assertThat(schedule.next(1)).isNull();
    }

    @Test
    void whatIsLeftIsSharedByTheForks() {
        assertThat(new ForkSchedule(List.of(longOne, shared), KNOWN, 2).left()).isEqualTo(Duration.ofSeconds(75));
        assertThat(new ForkSchedule(List.of(), KNOWN, 2).left()).isZero();
    }
}
