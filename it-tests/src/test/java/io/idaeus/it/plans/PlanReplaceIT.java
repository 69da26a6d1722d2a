/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.plans;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import io.idaeus.api.Finding;
import io.idaeus.api.plan.Plan;
import io.idaeus.api.plan.PlanDue;
import io.idaeus.api.plan.PlanState;
import io.idaeus.api.plan.PlanWay;
import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.it.harness.cassandra.CassandraVersion;
import io.idaeus.it.plans.ReplacementSetting.Variant;
import io.idaeus.it.tiers.EachVersion;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Dead nodes replaced by plans, while writers and readers at QUORUM go on. {@code make test-plans} does it in other ways.
 */
@Timeout(900)
class PlanReplaceIT {
    @Test
    @Tag("core")
    @EachVersion
    void aDeadNodeIsReplacedAndNoAcknowledgedWriteIsMissed() {
        assertReplaced(Variant.PLAIN);
    }

    /** {@code ROLES} has what {@code LIFECYCLE} has. */
    @ParameterizedTest
    @EnumSource(names = {"RACKS", "LOGINS", "DISKS", "ROLES"})
    @Tag("plans")
    void theSameHoldsOnOtherRings(Variant variant) {
        assertReplaced(variant);
    }

    private static void assertReplaced(Variant variant) {
        ReplacementCase.Result result =
                ReplacementCase.of(new ReplacementSetting(CassandraVersion.selected(), PlanWay.SURVEY, variant));
        System.out.println(result.steps() + result.note());
        assertThat(result.broken()).as(result.steps()).isEmpty();
    }

    /** The rule of how many replicas are merged, shown to matter. */
    @Test
    @Tag("plans")
    void fromFewerReplicasThanTheRuleAsksForRowsAreMissedAndThePlanSaysSo() {
        ReplacementSetting setting = new ReplacementSetting(CassandraVersion.selected(), PlanWay.DIRECT, Variant.PLAIN);
        try (DeadRing ring = setting.ring()) {
            PlanDriver driver = setting.replacement(ring);
            driver.planned();
            ring.sidecar(1).stop();
            Plan refused = driver.draft();
            assertThat(refused.refused()).isTrue();
            assertThat(refused.findings()).extracting(Finding::code).contains("TOO_FEW_SOURCES");
            driver.asking(request -> request.way(PlanWay.DIRECT).accept(List.of("TOO_FEW_SOURCES", "NO_SIDECAR")))
                    .approve();
            // CHECK is done.
            driver.driveTo(Step.START_WITHOUT_JOINING);
            ring.sidecar(1).start();

            Plan ended = driver.driveToEnd();
            assertThat(ended.state()).isEqualTo(PlanState.COMPLETED);
            assertThat(ended.due()).extracting(PlanDue::command).contains("nodetool repair --full shop");
            CassandraNode source = ring.live().get(0);
            Set<Long> lacking = DifferingRows.missingOnFirst().boxed().collect(Collectors.toSet());
            Absence.of(ring.live().get(1), ring.cluster().nodes(), () -> assertThat(seenAtQuorum(source))
                    .doesNotContainAnyElementsOf(lacking));

            driver.node().nodetool("repair", "--full", DifferingRows.KEYSPACE).orThrow();
            Absence.of(ring.live().get(1), ring.cluster().nodes(), () -> assertThat(seenAtQuorum(source))
                    .containsAll(lacking));
        }
    }

    private static Set<Long> seenAtQuorum(CassandraNode coordinator) {
        return OwnedRows.of(coordinator).ids(coordinator.cql(), DifferingRows.DIFFERING, ConsistencyLevel.QUORUM);
    }
}
