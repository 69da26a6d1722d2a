/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.throttle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** In simulated time: every figure is exact and the same on every machine. */
class ThrottleTest {
    private static final long MIB = 1 << 20;
    private static final long SECOND = 1_000_000_000;

    private record Event(long at, long order, Runnable task) {}

    private final PriorityQueue<Event> events =
            new PriorityQueue<>(Comparator.comparingLong(Event::at).thenComparingLong(Event::order));
    private long now = Long.MAX_VALUE - SECOND;
    private long start = now;
    private long order;
    private long lateness = 50_000;

    @ParameterizedTest
    @CsvSource({"10,1", "10,4", "10,32", "100,1", "100,4", "100,32", "500,1", "500,4", "500,32"})
    void theRateIsKeptWithAnyNumberOfConnections(long mibPerSecond, int connections) {
        Throttle throttle = throttle(mibPerSecond * MIB);
        Flow flow = new Flow(throttle, connections, 256 << 10);

        run(10 * SECOND);

        assertThat(flow.bytes / 10.0).isCloseTo((double) (mibPerSecond * MIB), withinPercentage(1));
    }

    @Test
    void flowsShareEquallyHoweverManyConnectionsTheyHave() {
        Throttle throttle = throttle(100 * MIB);
        List<Flow> flows = new ArrayList<>();
        for (int connections : new int[] {1, 4, 32}) {
            flows.add(new Flow(throttle, connections, 256 << 10));
        }

        run(10 * SECOND);

        assertThat(flows).allSatisfy(flow -> assertThat((double) flow.bytes)
                .isCloseTo(10 * 100 * MIB / 3.0, withinPercentage(2)));
    }

    @Test
    void theOthersGetWhatOneFlowDoesNotUse() {
        Throttle throttle = throttle(100 * MIB);
        Flow slow = new Flow(throttle, 1, 64 << 10);
        slow.pause = SECOND / 160;
        Flow fast = new Flow(throttle, 4, 256 << 10);

        run(10 * SECOND);

        assertThat((double) slow.bytes).isCloseTo(10 * 10 * MIB, withinPercentage(25));
        assertThat((slow.bytes + fast.bytes) / 10.0).isCloseTo(100 * MIB, withinPercentage(1));
    }

    @Test
    void aFlowWithOneConnectionThatIsSometimesLateGetsItsShare() {
        Throttle throttle = throttle(100 * MIB);
        Flow alone = new Flow(throttle, 1, 256 << 10);
        alone.lateEach = 10;
        Flow many = new Flow(throttle, 32, 256 << 10);

        run(10 * SECOND);

        assertThat((double) alone.bytes).isCloseTo((double) many.bytes, withinPercentage(5));
    }

    @Test
    void aFlowCatchesUpATenthOfASecondAfterALongPause() {
        Throttle throttle = throttle(100 * MIB);
        Flow away = new Flow(throttle, 4, 256 << 10);
        Flow there = new Flow(throttle, 4, 256 << 10);
        run(SECOND);
        away.pause = 3 * SECOND;
        run(SECOND);
        away.pause = 0;
        run(2 * SECOND);
        long before = away.bytes;
        long beforeThere = there.bytes;

        run(2 * SECOND);

        assertThat(away.bytes - before - (there.bytes - beforeThere)).isBetween(0L, 11 * MIB);
    }

    @Test
    void aPausedFlowSavesUpNoShare() {
        Throttle throttle = throttle(100 * MIB);
        Flow early = new Flow(throttle, 1, 256 << 10);
        run(5 * SECOND);
        long before = early.bytes;
        Flow late = new Flow(throttle, 1, 256 << 10);

        run(2 * SECOND);

        assertThat((double) (early.bytes - before)).isCloseTo((double) late.bytes, withinPercentage(2));
    }

    @Test
    void anIdleSecondAllowsNoBurst() {
        Throttle throttle = throttle(100 * MIB);
        run(SECOND);
        Flow flow = new Flow(throttle, 8, 64 << 10);

        run(SECOND / 10);

        assertThat((double) flow.bytes).isLessThan(15.6 * MIB);
    }

    @ParameterizedTest
    @CsvSource({"10,1", "10,32", "500,32"})
    void aLateAlarmLosesNoTime(long mibPerSecond, int connections) {
        lateness = SECOND / 10;
        Throttle throttle = throttle(mibPerSecond * MIB);
        Flow flow = new Flow(throttle, connections, 256 << 10);

        run(10 * SECOND);

        assertThat(flow.bytes / 10.0).isCloseTo((double) (mibPerSecond * MIB), withinPercentage(5));
    }

    @Test
    void aNewLimitAppliesToWaitingRequestsAtOnce() {
        Throttle throttle = throttle(1);
        Flow flow = new Flow(throttle, 2, 1 << 20);
        run(SECOND);
        assertThat(flow.bytes).isEqualTo(MIB);

        throttle.limit(100 * MIB);
        run(SECOND);
        assertThat((double) flow.bytes).isCloseTo(101 * MIB, withinPercentage(3));

        throttle.limit(10 * MIB);
        long before = flow.bytes;
        run(SECOND);
        assertThat((double) (flow.bytes - before)).isCloseTo(10 * MIB, withinPercentage(15));
    }

    @Test
    void withoutALimitNoRequestWaits() {
        Throttle throttle = throttle(1);
        List<String> told = new ArrayList<>();
        assertThat(throttle.flow().ask(1 << 30, () -> told.add("at once"))).isNull();
        assertThat(throttle.flow().ask(1, () -> told.add("waited"))).isNotNull();

        throttle.limit(Throttle.UNLIMITED);

        assertThat(told).containsExactly("waited");
        assertThat(throttle.flow().ask(1 << 30, () -> told.add("never"))).isNull();
        assertThat(throttle.limit()).isZero();
    }

    @Test
    void aCancelledRequestIsNeverGrantedAndDelaysNoOther() {
        Throttle throttle = throttle(MIB);
        List<String> told = new ArrayList<>();
        Throttle.Flow flow = throttle.flow();
        assertThat(flow.ask(1 << 20, () -> told.add("at once"))).isNull();
        Throttle.Request cancelled = flow.ask(1 << 30, () -> told.add("cancelled"));
        throttle.flow().ask(1, () -> told.add("other"));
        assertThat(cancelled).isNotNull();

        cancelled.cancel();
        cancelled.cancel();
        run(2 * SECOND);

        assertThat(told).containsExactly("other");
        assertThat(throttle.waitedNanos()).isBetween(SECOND - SECOND / 50, SECOND + SECOND / 50);
    }

    @Test
    void aNegativeLimitIsRefused() {
        assertThatThrownBy(() -> throttle(-1)).hasMessage("bytes per second: -1 (expected: at least 0)");
        Throttle throttle = throttle(1);
        assertThatThrownBy(() -> throttle.limit(-5)).hasMessageContaining("-5");
    }

    /** Connections that each ask, move at 4 GiB a second, and ask again. */
    private final class Flow {
        private final Throttle.Flow flow;
        private final int segment;
        private long pause;
        private int lateEach = Integer.MAX_VALUE;
        private long bytes;
        private int moves;

        Flow(Throttle throttle, int connections, int segment) {
            this.flow = throttle.flow();
            this.segment = segment;
            for (int i = 0; i < connections; i++) {
                at(0, this::ask);
            }
        }

        private void ask() {
            if (flow.ask(segment, this::move) == null) {
                move();
            }
        }

        private void move() {
            bytes += segment;
            long late = ++moves % lateEach == 0 ? SECOND / 50 : 0;
            at(pause + late + segment * SECOND / (4096 * MIB), this::ask);
        }
    }

    private Throttle throttle(long bytesPerSecond) {
        return new Throttle(bytesPerSecond, () -> now, (nanos, task) -> at(nanos + lateness, task));
    }

    private void at(long in, Runnable task) {
        events.add(new Event(now - start + in, order++, task));
    }

    private void run(long nanos) {
        long end = now - start + nanos;
        while (!events.isEmpty() && events.peek().at() <= end) {
            Event event = events.remove();
            now = start + event.at();
            event.task().run();
        }
        now = start + end;
    }
}
