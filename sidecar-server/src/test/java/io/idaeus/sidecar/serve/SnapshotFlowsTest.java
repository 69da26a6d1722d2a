/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.idaeus.sidecar.throttle.Throttle;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SnapshotFlowsTest {
    private static final int SEGMENT = 1 << 20;

    private final SnapshotFlows flows = new SnapshotFlows(Throttle.unlimited());

    @Test
    void responsesOfOneSnapshotShareOneFlow() {
        Throttle.Flow first = flows.enter("one");

        assertThat(flows.enter("one")).isSameAs(first);
        assertThat(flows.enter("two")).isNotSameAs(first);
    }

    @Test
    void theOldestIdleFlowsAreForgotten() {
        Throttle.Flow busy = flows.enter("busy");
        for (int i = 0; i < 1000; i++) {
            flows.enter("snapshot-" + i);
            flows.leave("snapshot-" + i);
        }

        assertThat(flows.size()).isEqualTo(257);
        assertThat(flows.enter("busy")).isSameAs(busy);
    }

    @Test
    void aTransferWithOneResponseAfterAnotherGetsNoMoreThanItsShare() {
        AtomicLong now = new AtomicLong();
        List<Runnable> rung = new ArrayList<>();
        SnapshotFlows limited =
                new SnapshotFlows(new Throttle(100L * SEGMENT, now::get, (nanos, task) -> rung.add(task)));
        Transfer parted = new Transfer(limited, "parted");
        Transfer unbroken = new Transfer(limited, "unbroken");
        limited.enter("unbroken");
        parted.respond();
        unbroken.respond();
        unbroken.respond();

        for (int rings = 0; rings < 1000; rings++) {
            // An alarm may ring late, never early: a segment is 10 ms.
            now.addAndGet(11_000_000);
            List<Runnable> due = List.copyOf(rung);
            rung.clear();
            due.forEach(Runnable::run);
        }

        assertThat((double) parted.responses).isCloseTo(unbroken.responses, withinPercentage(2));
        assertThat(parted.responses + unbroken.responses).isBetween(1090, 1110);
    }

    /** Responses of one segment each. */
    private static final class Transfer {
        private final SnapshotFlows flows;
        private final String snapshot;
        private int responses;

        Transfer(SnapshotFlows flows, String snapshot) {
            this.flows = flows;
            this.snapshot = snapshot;
        }

        void respond() {
            if (flows.enter(snapshot).ask(SEGMENT, this::responded) == null) {
                responded();
            }
        }

        private void responded() {
            responses++;
            flows.leave(snapshot);
            respond();
        }
    }
}
