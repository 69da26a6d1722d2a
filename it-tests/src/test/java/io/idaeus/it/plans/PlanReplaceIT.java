/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.plans;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import io.idaeus.api.Finding;
import io.idaeus.api.Plan;
import io.idaeus.api.PlanDue;
import io.idaeus.api.PlanState;
import io.idaeus.api.PlanStep;
import io.idaeus.api.PlanWay;
import io.idaeus.it.harness.CassandraNode;
import io.idaeus.it.harness.CassandraVersion;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Dead nodes replaced by plans, while writers and readers at QUORUM go on. {@code -Didaeus.it.plans=4.0,6.0
 * -Didaeus.it.ways=survey,direct -Didaeus.it.variants=plain,racks} names other versions, ways and rings.
 */
@Timeout(900)
class PlanReplaceIT {
    static Stream<ReplacementSetting> settings() {
        return ReplacementSetting.all(
                System.getProperty("idaeus.it.plans", "5.0"),
                System.getProperty("idaeus.it.ways", "survey"),
                System.getProperty("idaeus.it.variants", "plain,roles"));
    }

    @ParameterizedTest
    @MethodSource("settings")
    void aDeadNodeIsReplacedAndNoAcknowledgedWriteIsMissed(ReplacementSetting setting) {
        Replacement.Result result = Replacement.of(setting);
        System.out.println(result.steps() + result.note());
        assertThat(result.broken()).as(result.steps()).isEmpty();
    }

    /** The rule of how many replicas are merged, shown to matter. */
    @Test
    void fromFewerReplicasThanTheRuleAsksForRowsAreMissedAndThePlanSaysSo() {
        try (DeadNodeRing ring = DeadNodeRing.start(ReplacementSetting.of(CassandraVersion.V5_0, PlanWay.DIRECT))) {
            PlanOperator operator = new PlanOperator(ring);
            operator.planned();
            ring.sidecar(1).stop();
            Plan refused = operator.draft();
            assertThat(refused.refused()).isTrue();
            assertThat(refused.findings()).extracting(Finding::code).contains("TOO_FEW_SOURCES");
            Plan plan = operator.draft("TOO_FEW_SOURCES", "NO_SIDECAR");
            assertThat(plan.refused()).as("%s", plan.findings()).isFalse();
            operator.approve(plan);
            operator.awaitDone(plan.id(), PlanStep.Kind.CHECK);
            ring.sidecar(1).start();

            Plan ended = operator.carryOut(plan.id(), () -> {});
            assertThat(ended.state()).isEqualTo(PlanState.COMPLETED);
            assertThat(ended.due()).extracting(PlanDue::command).contains("nodetool repair --full shop");
            CassandraNode source = ring.live().get(0);
            Set<Long> lacking = DeadNodeRing.missingOnFirst().boxed().collect(Collectors.toSet());
            ring.without(
                    ring.live().get(1), () -> assertThat(seenAtQuorum(source)).doesNotContainAnyElementsOf(lacking));

            ring.added().nodetool("repair", "--full", DeadNodeRing.KEYSPACE).orThrow();
            ring.without(
                    ring.live().get(1), () -> assertThat(seenAtQuorum(source)).containsAll(lacking));
        }
    }

    private static Set<Long> seenAtQuorum(CassandraNode coordinator) {
        return OwnedRows.of(coordinator).ids(coordinator.cql(), DeadNodeRing.DIFFERING, ConsistencyLevel.QUORUM);
    }
}
