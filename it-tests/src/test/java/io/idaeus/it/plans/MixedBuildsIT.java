/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.plans;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.plan.Plan;
import io.idaeus.api.plan.PlanState;
import io.idaeus.api.plan.PlanWait.Cause;
import io.idaeus.client.PlanApprovals;
import io.idaeus.client.SidecarClient;
import io.idaeus.it.harness.cassandra.CassandraVersion;
import io.idaeus.it.harness.cassandra.CqlClient;
import io.idaeus.it.harness.process.EarlierBuild;
import io.idaeus.it.harness.process.Workspace;
import io.idaeus.it.harness.rows.PayloadTable;
import io.idaeus.it.harness.sidecar.SidecarProcess;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Plans of callers that authenticate: while sidecars run an earlier build, while they are upgraded, and where a finding
 * must be accepted.
 */
@Tag("plans")
@Timeout(900)
class MixedBuildsIT {
    /** The last build whose digests have a form without a name. */
    private static final String EARLIER = "1534fca4";

    private static final Path TODAY = Workspace.sidecar();
    private static final PayloadTable ROWS = new PayloadTable("shop", "users", 500, 1_024);

    private static Path earlier;
    private static DeadRing ring;
    private PlanDriver replacement;

    @BeforeAll
    static void aNodeDies() {
        earlier = EarlierBuild.of(EARLIER);
        ring = DeadRing.of(CassandraVersion.selected(), "mixed")
                .quickDeaths()
                .roles()
                .table(ROWS, 3)
                .start();
        ring.die();
    }

    @AfterEach
    void undo() {
        Plan plan = replacement.plan();
        if (!plan.state().isFinal()) {
            replacement.cancelAndUndo();
        }
    }

    @AfterAll
    static void end() {
        ring.close();
    }

    @Test
    void aCoordinatorOfTodayWorksWithADestinationOfAnEarlierBuild() {
        replacement = ring.replacement();
        run(earlier, replacement.sidecar());
        Plan plan = approved();

        assertThat(plan.digest()).doesNotContain(":");
        replacement.driveTo(Step.START_IN_SURVEY);
    }

    @Test
    void aCoordinatorOfAnEarlierBuildWorksWithADestinationOfToday() {
        replacement = ring.replacement();
        run(earlier, ring.sidecar(0));
        try {
            approved();
            replacement.driveTo(Step.START_IN_SURVEY);
            replacement.cancelAndUndo();
        } finally {
            run(TODAY, ring.sidecar(0));
        }
    }

    @Test
    void aPlanThatWasApprovedBeforeTheUpgradeEndsAfterIt() {
        replacement = ring.replacement();
        List<SidecarProcess> all = Stream.of(ring.sidecar(0), ring.sidecar(1), replacement.sidecar())
                .toList();
        all.forEach(sidecar -> run(earlier, sidecar));
        approved();
        replacement.driveTo(Step.DECLARE);
        all.forEach(sidecar -> run(TODAY, sidecar));

        assertThat(replacement.driveToEnd().state()).isEqualTo(PlanState.COMPLETED);
        assertThat(replacement.node().cql().execute("SELECT id FROM shop.users"))
                .hasSize((int) ROWS.rows());
        ring.lose(replacement.node());
    }

    /** Then both are upgraded again, or the plan is cancelled. */
    @Test
    void anEarlierBuildRefusesAPlanOfToday() {
        replacement = ring.replacement();
        assertThat(approved().digest()).startsWith("v1:");
        replacement.driveTo(Step.START_WITHOUT_JOINING);
        run(earlier, replacement.sidecar());
        replacement.awaitWaiting(DeadRing.SEEN, null, "not what was approved", "digest");
        run(TODAY, replacement.sidecar());
        replacement.driveTo(Step.START_IN_SURVEY);
    }

    @Test
    void whatTheCoordinatorAloneAcceptsItsDestinationRefuses() {
        replacement = ring.replacement();
        approved();
        replacement.driveTo(Step.START_WITHOUT_JOINING);
        CqlClient cql = ring.live().get(0).cql();
        cql.execute("ALTER TABLE shop.users WITH gc_grace_seconds = 0");
        try {
            replacement.driveToWaiting(Cause.TRANSFER, "NO_GC_GRACE");
            Plan waiting = replacement.plan();
            SidecarClient coordinator = ring.client(ring.sidecar(0));
            coordinator.plans().accept(waiting.id(), waiting.digest(), "NO_GC_GRACE");
            replacement.awaitWaiting(DeadRing.SEEN, null, "NO_GC_GRACE", "no operator accepted at this node");

            PlanApprovals.accept(coordinator, waiting, "NO_GC_GRACE");
            replacement.driveTo(Step.DECLARE);
        } finally {
            cql.execute("ALTER TABLE shop.users WITH gc_grace_seconds = 864000");
        }
    }

    private Plan approved() {
        Plan plan = replacement.planned();
        DeadRing.await("the plan is approved", () -> {
            PlanApprovals.approve(ring.client(ring.sidecar(0)), plan.id(), plan.digest());
            return true;
        });
        replacement.follow(plan);
        return plan;
    }

    private static void run(Path build, SidecarProcess sidecar) {
        sidecar.stop();
        sidecar.run(build).startUnready();
    }
}
