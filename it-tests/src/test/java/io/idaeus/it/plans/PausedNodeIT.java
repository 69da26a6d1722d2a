/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.plans;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.plan.Plan;
import io.idaeus.api.plan.PlanState;
import io.idaeus.it.harness.cassandra.CassandraVersion;
import io.idaeus.it.harness.rows.PayloadTable;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A node that merely pauses is not replaced, although every other one calls it dead and nothing waits by the clock. */
@Tag("versions")
@Timeout(900)
class PausedNodeIT {
    private static final PayloadTable TABLE = new PayloadTable("shop", "t", 500, 200);
    private static final Duration PAUSE = Duration.ofSeconds(90);

    @Test
    void aNodeThatPausesIsNotReplaced() {
        try (DeadRing ring = DeadRing.of(CassandraVersion.selected(), "paused")
                .cluster(nodes -> nodes.racks("r1", "r2", "r3"))
                .quickDeaths()
                .lifecycle()
                .table(TABLE, 3)
                .startAlive()) {
            Instant paused = Instant.now();
            ring.pause();
            PlanDriver replacement = ring.replacement();
            replacement.approve();
            replacement.driveTo(Step.DECLARE);

            DeadRing.await("the pause has lasted", () -> !Instant.now().isBefore(paused.plus(PAUSE)));
            assertThat(Step.JOIN.hasBegun(replacement.plan())).isFalse();
            ring.resume();

            Plan ended = replacement.driveToEnd();
            assertThat(ended.state()).as("%s", ended).isEqualTo(PlanState.FAILED);
            assertThat(Step.JOIN.hasBegun(ended)).isFalse();
            assertThat(String.valueOf(ended.problem())).contains("a node that lives is not replaced");
            replacement.undo(ended);
            DeadRing.await(
                    "the paused node is the replica",
                    () -> ring.seen(ring.dead()).equals("UP NORMAL")
                            && ring.replicas("shop").contains(ring.dead().address())
                            && !ring.isPending("shop", replacement.node()));
            DeadRing.patiently(() -> assertThat(ring.dead().cql().execute("SELECT id FROM " + TABLE.name()))
                    .hasSize(Math.toIntExact(TABLE.rows())));
        }
    }
}
