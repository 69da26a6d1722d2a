/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.plans;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import io.idaeus.api.plan.Plan;
import io.idaeus.api.plan.PlanState;
import io.idaeus.api.plan.PlanStep;
import io.idaeus.api.plan.PlanWait;
import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.it.harness.cassandra.CassandraVersion;
import io.idaeus.it.harness.cassandra.NodeReadiness;
import io.idaeus.it.harness.cassandra.NodeStart;
import io.idaeus.it.harness.rows.PayloadTable;
import io.idaeus.it.harness.rows.QuorumJournal;
import io.idaeus.it.harness.sidecar.SidecarProcess;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Changes around a plan that adds nodes: another plan, the ring, the schema. */
@Timeout(900)
@Tag("clusters")
class PlanExpandChangesIT {
    private static final Duration LONG = Duration.ofMinutes(8);
    private static final Duration STAYS = Duration.ofSeconds(20);

    private static DeadRing ring() {
        return DifferingRows.in(
                        DeadRing.of(CassandraVersion.selected(), "grow-changes").cluster(nodes -> nodes.numTokens(8)))
                .startAlive();
    }

    private static QuorumJournal journal(DeadRing ring) {
        return QuorumJournal.start(
                DifferingRows.JOURNAL,
                ring.cluster().node(0).cql(),
                ring.cluster().node(1).cql(),
                0);
    }

    /** One of them has to be made again, or both where Cassandra saw them join at the same moment. */
    @Test
    void twoPlansOfTwoCoordinatorsDoNotJoinAtOnce() {
        try (DeadRing ring = ring();
                NewHosts one = NewHosts.beside(ring, ring.cluster().node(0));
                NewHosts other = NewHosts.beside(ring, ring.cluster().node(0)).coordinatedBy(ring.sidecar(1))) {
            List<NewHosts> both = List.of(one, other);
            QuorumJournal journal = journal(ring);
            try (journal) {
                List<Plan> plans = both.stream()
                        .map(hosts -> hosts.planned(request -> request))
                        .toList();
                both.get(0).approve(plans.get(0));
                both.get(1).approve(plans.get(1));
                Awaitility.await("one has joined, or neither goes on")
                        .atMost(LONG)
                        .during(STAYS)
                        .ignoreExceptionsMatching(DeadRing::isLate)
                        .until(() -> {
                            List<Plan> seen =
                                    both.stream().map(NewHosts::operate).toList();
                            return seen.stream().anyMatch(plan -> plan.state().isFinal())
                                    || both.stream()
                                            .allMatch(hosts -> hosts.hindered().isPresent());
                        });
                // The one may end before the other has noticed.
                both.forEach(hosts -> hosts.drive(
                        "the end, or a wait", seen -> hosts.hindered().isPresent()));
                List<NewHosts> hindered = both.stream()
                        .filter(hosts -> hosts.plan().state() != PlanState.COMPLETED)
                        .toList();
                assertThat(hindered).isNotEmpty();
                for (NewHosts hosts : hindered) {
                    System.out.println("hindered: " + hosts.hindered());
                    hosts.undo();
                }
                for (NewHosts hosts : hindered) {
                    hosts.approve(hosts.planned(request -> request));
                    assertThat(hosts.driveToEnd().state()).isEqualTo(PlanState.COMPLETED);
                }
            }
            requireComplete(ring, both, journal);
        }
    }

    @Test
    void tokensThatAnotherNodeTakesMeanwhileAreNotTakenTwice() {
        try (DeadRing ring = ring();
                NewHosts hosts = NewHosts.beside(ring, ring.cluster().node(0))) {
            QuorumJournal journal = journal(ring);
            try (journal) {
                Plan plan = hosts.planned(request -> request);
                List<String> tokens =
                        Objects.requireNonNull(plan.destinations().get(0).tokens());
                hosts.approve(plan);
                CassandraNode other = ring.cluster().addNode(ring.cluster().node(0));
                // A bootstrap that has not heard of the others within this time streams nothing, and joins.
                other.start(NodeStart.plain()
                        .property("cassandra.initial_token", String.join(",", tokens))
                        .property("cassandra.ring_delay_ms", "30000"));
                requireComplete(other);
                try (SidecarProcess beside = ring.beside(other).build()) {
                    beside.startUnready();
                    hosts.drive(
                            "a ring that is another", seen -> hosts.hindered().isPresent());
                    PlanWait waiting = hosts.hindered().orElseThrow();
                    assertThat(waiting.cause()).isEqualTo(PlanWait.Cause.CLUSTER_CHANGING);
                    assertThat(waiting.detail()).containsAnyOf(tokens.toArray(String[]::new));
                    assertThat(waiting.remedy()).contains("cancel the plan and make a new one");
                    hosts.undo();

                    hosts.approve(hosts.planned(request -> request));
                    assertThat(hosts.driveToEnd().state()).isEqualTo(PlanState.COMPLETED);
                }
            }
            requireComplete(ring, List.of(hosts), journal);
        }
    }

    /** Some before D is written to, others afterwards. */
    @Test
    void tablesThatAreMadeAndChangedMeanwhileAreComplete() {
        PayloadTable early = new PayloadTable("shop", "early", 200, 100);
        PayloadTable late = new PayloadTable("shop", "late", 200, 100);
        PayloadTable fresh = new PayloadTable("fresh", "rows", 200, 100);
        try (DeadRing ring = ring();
                NewHosts hosts = NewHosts.beside(ring, ring.cluster().node(0))) {
            CassandraNode asked = ring.cluster().node(1);
            hosts.approve(hosts.planned(request -> request));
            hosts.drive("FILL", plan -> NewHosts.hasBegun(plan, PlanStep.Kind.FILL));
            create(asked, early);
            hosts.drive("write survey", NewHosts::isWrittenTo);
            asked.cql()
                    .execute("CREATE KEYSPACE fresh WITH replication ="
                            + " {'class': 'NetworkTopologyStrategy', 'datacenter1': 3}");
            create(asked, late);
            create(asked, fresh);
            asked.cql().execute("ALTER TABLE " + DifferingRows.SAME.name() + " ADD v text");
            assertThat(hosts.driveToEnd().state()).isEqualTo(PlanState.COMPLETED);

            CassandraNode node = hosts.nodes().get(0);
            List<OwnedRows> owned = Stream.of(early, late, fresh)
                    .map(table -> OwnedRows.of(node, table.keyspace()))
                    .toList();
            ring.live().stream().filter(each -> each != node).forEach(CassandraNode::stop);
            ring.dead().stop();
            for (PayloadTable table : List.of(early, late, fresh)) {
                OwnedRows ranges = owned.get(List.of(early, late, fresh).indexOf(table));
                assertThat(ranges.ids(node.cql(), table, ConsistencyLevel.ONE))
                        .as(table.name())
                        .isNotEmpty()
                        .isEqualTo(ranges.among(
                                LongStream.range(0, table.rows()).boxed().toList()));
            }
        }
    }

    private static void create(CassandraNode node, PayloadTable table) {
        table.create(node.cql());
        DeadRing.patiently(() -> table.insert(node.cql(), LongStream.range(0, table.rows()), ConsistencyLevel.ALL));
    }

    private static void requireComplete(DeadRing ring, List<NewHosts> added, QuorumJournal journal) {
        assertThat(journal.missing()).isEmpty();
        for (NewHosts hosts : added) {
            requireComplete(hosts.nodes().get(0));
        }
        assertThat(new OwnedRows(Set.of(List.of(String.valueOf(Long.MIN_VALUE), String.valueOf(Long.MAX_VALUE))))
                        .ids(ring.cluster().node(0).cql(), DifferingRows.JOURNAL, ConsistencyLevel.QUORUM))
                .containsAll(journal.acknowledged());
    }

    private static void requireComplete(CassandraNode node) {
        node.awaitReady(NodeReadiness.NORMAL, LONG);
        OwnedRows owned = OwnedRows.of(node);
        Set<Long> same =
                LongStream.range(0, DifferingRows.SAME.rows()).boxed().collect(Collectors.toCollection(TreeSet::new));
        assertThat(owned.ids(node.cql(), DifferingRows.SAME, ConsistencyLevel.ONE))
                .as("at ONE from %s", node.address())
                .isNotEmpty()
                .containsAll(owned.among(same));
    }
}
