/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.plans;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import io.idaeus.api.plan.Plan;
import io.idaeus.api.plan.PlanKind;
import io.idaeus.api.plan.PlanRequest;
import io.idaeus.api.plan.PlanState;
import io.idaeus.api.plan.PlanStep;
import io.idaeus.client.PlansClient;
import io.idaeus.client.SidecarClient;
import io.idaeus.it.harness.cassandra.CassandraCluster;
import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.it.harness.cassandra.CassandraVersion;
import io.idaeus.it.harness.rows.PayloadTable;
import io.idaeus.it.harness.sidecar.SidecarProcess;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Data centres filled from another one by plans. */
@Tag("plans")
@Timeout(900)
class PlanRebuildIT {
    private static final PayloadTable TABLE = new PayloadTable("shop", "users", 2_000, 200);
    private static final int MISSING = 20;

    /**
     * The replicas of the old one differ, as writers at LOCAL_QUORUM of three, or at LOCAL_ONE, leave them.
     *
     * @param size nodes of each data centre, and replicas there
     */
    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void aNewDataCentreHoldsTheSameSetOfCopiesAsTheOld(int size) {
        String[] places = Stream.concat(
                        IntStream.range(0, size).mapToObj(i -> "dc1"),
                        IntStream.range(0, size).mapToObj(i -> "dc2"))
                .toArray(String[]::new);
        try (CassandraCluster ring = CassandraCluster.builder(CassandraVersion.selected())
                .name("rebuild")
                .datacenters(places)
                // Otherwise a coordinator at ONE may ask a faster replica than itself.
                .yaml("dynamic_snitch", false)
                .start()) {
            List<CassandraNode> old = ring.nodes().subList(0, size);
            List<CassandraNode> added = ring.nodes().subList(size, 2 * size);
            ring.cql().execute(keyspace("CREATE", "'dc1': " + size));
            TABLE.create(ring.cql());
            ring.cql().execute("ALTER TABLE " + TABLE.name() + " WITH read_repair = 'NONE'");
            DeadRing.patiently(() -> TABLE.insert(ring.cql(), LongStream.range(0, TABLE.rows()), ConsistencyLevel.ALL));
            Absence.of(
                    old.get(0),
                    ring.nodes(),
                    () -> DeadRing.patiently(
                            () -> TABLE.insert(old.get(1).cql(), missing(), ConsistencyLevel.LOCAL_ONE)));
            ring.cql().execute(keyspace("ALTER", "'dc1': %d, 'dc2': %d".formatted(size, size)));
            List<SidecarProcess> sidecars = new ArrayList<>();
            try {
                ring.nodes()
                        .forEach(
                                node -> sidecars.add(SidecarProcess.beside(node).start()));
                Plan ended = rebuilt(SidecarClient.of(sidecars.get(0).restUri()).plans());
                assertThat(ended.state()).as("%s", ended).isEqualTo(PlanState.COMPLETED);
                System.out.println(size + " nodes: " + told(ended));
                assertFilledAtOnce(ended);
            } finally {
                sidecars.forEach(SidecarProcess::close);
            }
            assertFilled(old, added);
        }
    }

    private static LongStream missing() {
        return LongStream.range(TABLE.rows(), TABLE.rows() + MISSING);
    }

    private static String keyspace(String verb, String replicas) {
        return verb + " KEYSPACE shop WITH replication = {'class': 'NetworkTopologyStrategy', " + replicas + "}";
    }

    private static Plan rebuilt(PlansClient plans) {
        Plan plan = PlanDriver.drafted(
                plans,
                PlanRequest.builder(PlanKind.REBUILD)
                        .datacenter("dc2")
                        .sourceDatacenter("dc1")
                        .writes(Map.of("*", "LOCAL_QUORUM"))
                        .build(),
                drafted -> !drafted.refused());
        plans.approve(plan.id(), plan.digest());
        return Awaitility.await("the plan ends")
                .atMost(Duration.ofMinutes(10))
                .pollInterval(Duration.ofSeconds(1))
                .until(() -> plans.get(plan.id()), seen -> seen.finishedAt() != null);
    }

    private static void assertFilledAtOnce(Plan plan) {
        List<PlanStep> fills = plan.steps().stream()
                .filter(step -> step.kind() == PlanStep.Kind.FILL)
                .toList();
        Instant firstEnd = fills.stream()
                .map(PlanStep::finishedAt)
                .min(Comparator.naturalOrder())
                .orElseThrow();
        assertThat(fills).allSatisfy(fill -> assertThat(fill.startedAt()).isBefore(firstEnd));
    }

    private static String told(Plan plan) {
        return plan.steps().stream()
                .map(step -> step.kind() + " " + step.detail())
                .collect(Collectors.joining("; "));
    }

    private static void assertFilled(List<CassandraNode> old, List<CassandraNode> added) {
        Set<Long> all =
                LongStream.range(0, TABLE.rows() + MISSING).boxed().collect(Collectors.toCollection(TreeSet::new));
        Set<Long> everywhere = LongStream.range(0, TABLE.rows()).boxed().collect(Collectors.toSet());
        old.forEach(CassandraNode::stop);
        int copies = 0;
        for (CassandraNode node : added) {
            assertThat(ids(node, ConsistencyLevel.LOCAL_QUORUM)).isEqualTo(all);
            // The coordinator asks itself: it has a copy of everything.
            Set<Long> own = ids(node, ConsistencyLevel.LOCAL_ONE);
            assertThat(own).containsAll(everywhere);
            copies += own.size() - everywhere.size();
        }
        assertThat(copies).as("copies of the rows that differ").isEqualTo(MISSING * (old.size() - 1));
    }

    private static Set<Long> ids(CassandraNode node, ConsistencyLevel level) {
        Set<Long> found = new TreeSet<>();
        node.cql()
                .session()
                .execute(SimpleStatement.newInstance("SELECT id FROM " + TABLE.name())
                        .setConsistencyLevel(level)
                        .setTimeout(Duration.ofMinutes(1)))
                .forEach(row -> found.add(row.getLong("id")));
        return found;
    }
}
