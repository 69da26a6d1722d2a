/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.throttle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** In simulated time. */
class ThrottleChainTest {
    private static final long MIB = 1 << 20;
    private static final long SECOND = 1_000_000_000;

    private record Event(long at, long order, Runnable task) {}

    private final PriorityQueue<Event> events =
            new PriorityQueue<>(Comparator.comparingLong(Event::at).thenComparingLong(Event::order));
    private final Throttle node = new Throttle(100 * MIB, this::now, this::at);
    private long now;
    private long order;

    @Test
    void theLowerOfTwoLimitsApplies() {
        Reader narrow = new Reader(4, ThrottleChain.of(node.sibling(10 * MIB), node));
        Reader wide = new Reader(4, ThrottleChain.of(node.sibling(1000 * MIB), node));

        run(10 * SECOND);

        assertThat(narrow.perSecond(10)).isCloseTo(10 * MIB, withinPercentage(2));
        assertThat(wide.perSecond(10)).isCloseTo(90 * MIB, withinPercentage(2));
    }

    @ParameterizedTest
    @CsvSource({"1,32", "4,32", "1,4"})
    void transfersShareTheNodeEquallyHoweverManyConnectionsTheyHave(int few, int many) {
        Reader one = new Reader(few, ThrottleChain.of(node.sibling(0), node));
        Reader other = new Reader(many, ThrottleChain.of(node.sibling(0), node));

        run(10 * SECOND);

        assertThat(one.perSecond(10)).isCloseTo(50 * MIB, withinPercentage(2));
        assertThat(other.perSecond(10)).isCloseTo(50 * MIB, withinPercentage(2));
    }

    @Test
    void aNewLimitAppliesFromThenOn() {
        Throttle own = node.sibling(0);
        Reader reader = new Reader(4, ThrottleChain.of(own, node));
        run(SECOND);
        long before = reader.bytes;

        own.limit(5 * MIB);
        run(10 * SECOND);

        assertThat((reader.bytes - before) / 10.0).isCloseTo(5 * MIB, withinPercentage(10));
    }

    @Test
    void theLimitOfAChainIsItsLowest() {
        assertThat(ThrottleChain.unlimited().limit()).isZero();
        assertThat(ThrottleChain.of(node.sibling(0), node).limit()).isEqualTo(100 * MIB);
        assertThat(ThrottleChain.of(node.sibling(7 * MIB), node).limit()).isEqualTo(7 * MIB);
    }

    @Test
    void withoutALimitNoRequestWaits() {
        assertThat(ThrottleChain.unlimited().ask(1 << 30, () -> {})).isNull();
        node.limit(0);
        assertThat(ThrottleChain.of(node.sibling(0), node).ask(1 << 30, () -> {}))
                .isNull();
    }

    @Test
    void aCancelledRequestIsNeverGrantedInWhicheverThrottleItWaits() {
        List<String> told = new ArrayList<>();
        Throttle own = node.sibling(MIB);
        ThrottleChain series = ThrottleChain.of(own, node);
        assertThat(series.ask((int) MIB, () -> told.add("at once"))).isNull();
        ThrottleChain.ChainRequest inOwn = series.ask(1, () -> told.add("own"));
        ThrottleChain.ChainRequest inNode = ThrottleChain.of(node).ask((int) (100 * MIB), () -> told.add("overdraws"));
        ThrottleChain.ChainRequest behind = ThrottleChain.of(node).ask(1, () -> told.add("behind"));
        assertThat(inOwn).isNotNull();
        assertThat(inNode).isNotNull();
        assertThat(behind).isNotNull();

        inOwn.cancel();
        behind.cancel();
        behind.cancel();
        run(5 * SECOND);

        assertThat(told).containsExactly("overdraws");
    }

    @Test
    void portionsAreSmallAtLowRates() {
        assertThat(Throttle.portion(0, 4 << 20)).isEqualTo(4 << 20);
        assertThat(Throttle.portion(64 << 10, 4 << 20)).isEqualTo(16 << 10);
        assertThat(Throttle.portion(10 * MIB, 4 << 20)).isEqualTo(80 << 10);
        assertThat(Throttle.portion(Throttle.MAX_RATE, 4 << 20)).isEqualTo(4 << 20);
    }

    /** Connections that each ask for a portion, take it at 4 GiB a second, and ask again. */
    private final class Reader {
        private final ThrottleChain series;
        private long bytes;

        Reader(int connections, ThrottleChain series) {
            this.series = series;
            for (int i = 0; i < connections; i++) {
                at(0, this::ask);
            }
        }

        double perSecond(int seconds) {
            return (double) bytes / seconds;
        }

        private void ask() {
            int portion = Throttle.portion(series.limit(), 1 << 20);
            if (series.ask(portion, () -> take(portion)) == null) {
                take(portion);
            }
        }

        private void take(int portion) {
            bytes += portion;
            at(portion * SECOND / (4096 * MIB), this::ask);
        }
    }

    private long now() {
        return now;
    }

    private void at(long nanos, Runnable task) {
        events.add(new Event(now + nanos, order++, task));
    }

    private void run(long nanos) {
        long end = now + nanos;
        while (!events.isEmpty() && events.peek().at() <= end) {
            Event event = events.remove();
            now = event.at();
            event.task().run();
        }
        now = end;
    }
}
