/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.plans;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import io.idaeus.api.Plan;
import io.idaeus.api.PlanKind;
import io.idaeus.api.PlanRequest;
import io.idaeus.api.PlanStart;
import io.idaeus.api.PlanState;
import io.idaeus.api.PlanStep;
import io.idaeus.api.PlanWait;
import io.idaeus.api.PlanWay;
import io.idaeus.client.PlansClient;
import io.idaeus.client.SidecarClient;
import io.idaeus.it.harness.CassandraCluster;
import io.idaeus.it.harness.CassandraNode;
import io.idaeus.it.harness.CassandraVersion;
import io.idaeus.it.harness.NodeStart;
import io.idaeus.it.harness.PayloadTable;
import io.idaeus.it.harness.QuorumJournal;
import io.idaeus.it.harness.Readiness;
import io.idaeus.it.harness.SidecarProcess;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.LongStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Dead nodes replaced by plans, on rings of three nodes with three replicas. */
@Timeout(900)
class PlanReplaceIT {
    private static final PayloadTable TABLE = new PayloadTable("shop", "users", 2_000, 200);

    /** Writers and readers at QUORUM go on meanwhile: what they acknowledge and see is kept in a journal. */
    @Test
    void aDeadNodeIsReplacedInSurveyAndNoAcknowledgedWriteIsMissed() {
        try (CassandraCluster ring = CassandraCluster.builder(CassandraVersion.V5_0)
                .name("plan-survey")
                .nodes(3)
                .jvmOptions("-Dcassandra.ring_delay_ms=5000", "-Dcassandra.broadcast_interval_ms=5000")
                .start()) {
            ring.cql().createKeyspace("shop", 3);
            TABLE.create(ring.cql());
            TABLE.insert(ring.cql());
            CassandraNode dead = ring.node(2);
            CassandraNode added = ring.addNode(dead);
            dead.kill9();
            try (SidecarProcess coordinator = SidecarProcess.beside(ring.node(0))
                            .allowPeers(added.address())
                            .start();
                    SidecarProcess other = SidecarProcess.beside(ring.node(1)).start();
                    SidecarProcess replacement = SidecarProcess.beside(added).build()) {
                replacement.startUnready();
                QuorumJournal journal = QuorumJournal.start(
                        TABLE, ring.node(0).cql(), ring.node(1).cql(), TABLE.rows());
                Plan ended;
                try (journal) {
                    ended = replace(dead, added, coordinator, replacement);
                }
                assertEverythingIsThere(ring, added, journal, ended);
            }
        }
    }

    private static void assertEverythingIsThere(
            CassandraCluster ring, CassandraNode added, QuorumJournal journal, Plan ended) {
        assertThat(journal.missing()).as(journal.summary()).isEmpty();
        List<Long> all = journal.acknowledged();
        assertThat(all).as(journal.summary()).hasSizeGreaterThan(100);
        ring.node(1).stop();
        assertThat(ids(ring.node(0), ConsistencyLevel.QUORUM)).containsAll(all);
        ring.node(0).stop();
        // Later writes may have been acknowledged by the other two while the new node restarted.
        List<Long> beforeJoin = journal.acknowledgedBefore(
                Objects.requireNonNull(ended.steps().get(7).startedAt()));
        assertThat(ids(added, ConsistencyLevel.ONE))
                .containsAll(LongStream.range(0, TABLE.rows()).boxed().toList())
                .containsAll(beforeJoin);
    }

    private static Set<Long> ids(CassandraNode node, ConsistencyLevel level) {
        SimpleStatement all = SimpleStatement.newInstance("SELECT id FROM " + TABLE.name())
                .setConsistencyLevel(level)
                .setTimeout(Duration.ofMinutes(1));
        Set<Long> found = new HashSet<>();
        node.cql().session().execute(all).forEach(row -> found.add(row.getLong("id")));
        return found;
    }

    private static Plan replace(
            CassandraNode dead, CassandraNode added, SidecarProcess coordinator, SidecarProcess replacement) {
        PlansClient plans = SidecarClient.of(coordinator.restUri()).plans();
        Plan plan = planned(plans, request(dead, replacement));
        assertThat(plan.keyspaces())
                .filteredOn(keyspace -> keyspace.keyspace().equals("shop"))
                .singleElement()
                .satisfies(keyspace -> assertThat(keyspace.copies()).isEqualTo(2));
        plans.approve(plan.id(), plan.digest());

        List<PlanStart> starts = plan.destinations().get(0).starts();
        awaitOperator(plans, plan.id(), 2);
        added.start(NodeStart.withoutJoining());
        awaitOperator(plans, plan.id(), 5);
        added.stop();
        added.start(new NodeStart(starts.get(1).jvmOptions(), Map.of(), Readiness.SURVEY));
        awaitOperator(plans, plan.id(), 10);
        added.restart();
        Plan ended = awaitState(plans, plan.id(), PlanState.COMPLETED);
        assertThat(ended.steps()).extracting(PlanStep::state).containsOnly(PlanStep.State.DONE);
        return ended;
    }

    // Until every node has noticed that the node is dead.
    private static Plan planned(PlansClient plans, PlanRequest request) {
        AtomicReference<Plan> plan = new AtomicReference<>();
        Awaitility.await("a plan that is not refused")
                .atMost(Duration.ofMinutes(2))
                .pollInterval(Duration.ofSeconds(2))
                .untilAsserted(() -> {
                    plan.set(plans.create(request));
                    assertThat(plan.get().refused())
                            .as("%s", plan.get().findings())
                            .isFalse();
                });
        return plan.get();
    }

    private static PlanRequest request(CassandraNode dead, SidecarProcess replacement) {
        return new PlanRequest(
                PlanKind.REPLACE,
                dead.address(),
                List.of(replacement.restUri().toString()),
                null,
                null,
                PlanWay.SURVEY,
                Map.of("*", "QUORUM"),
                null,
                null,
                null,
                null,
                null);
    }

    private static void awaitOperator(PlansClient plans, String id, int step) {
        Awaitility.await("step " + step + " waits for the operator")
                .atMost(Duration.ofMinutes(5))
                .pollInterval(Duration.ofSeconds(1))
                .untilAsserted(() -> {
                    Plan plan = plans.get(id);
                    assertThat(plan.steps().get(step - 1))
                            .as("%s", plan.steps())
                            .satisfies(each -> assertThat(each.waiting())
                                    .extracting(PlanWait::cause)
                                    .isEqualTo(PlanWait.Cause.OPERATOR));
                });
    }

    private static Plan awaitState(PlansClient plans, String id, PlanState state) {
        Awaitility.await("the plan is " + state)
                .atMost(Duration.ofMinutes(5))
                .pollInterval(Duration.ofSeconds(1))
                .untilAsserted(() -> {
                    Plan plan = plans.get(id);
                    assertThat(plan.state()).as("%s", plan.steps()).isEqualTo(state);
                });
        return plans.get(id);
    }
}
