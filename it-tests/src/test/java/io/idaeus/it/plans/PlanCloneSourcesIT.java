/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.plans;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.plan.Plan;
import io.idaeus.api.plan.PlanKind;
import io.idaeus.api.plan.PlanRequest;
import io.idaeus.api.plan.PlanState;
import io.idaeus.api.plan.PlanStep;
import io.idaeus.api.plan.PlanWait;
import io.idaeus.client.PlansClient;
import io.idaeus.client.SidecarClient;
import io.idaeus.it.harness.cassandra.CassandraCluster;
import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.it.harness.cassandra.CassandraVersion;
import io.idaeus.it.harness.rows.PayloadTable;
import io.idaeus.it.harness.sidecar.SidecarProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.LongStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A clone into two nodes, whose sidecars do not allow the same peers. */
@Tag("clusters")
@Timeout(300)
class PlanCloneSourcesIT {
    private static final PayloadTable TABLE = new PayloadTable("shop", "users", 500, 256);
    private static final long STALE = 1_000_000;

    /** Found before a table is emptied; the remedy is what the wait names. */
    @Test
    void aDestinationThatMayNotPullIsFoundBeforeAnythingIsEmptied() {
        List<CassandraCluster> clusters = CassandraCluster.startTogether(
                CassandraCluster.builder(CassandraVersion.selected()).name("sources-from"),
                CassandraCluster.builder(CassandraVersion.selected())
                        .name("sources-into")
                        .nodes(2));
        List<SidecarProcess> sidecars = new ArrayList<>();
        try {
            CassandraNode there = clusters.get(0).node();
            List<CassandraNode> here = clusters.get(1).nodes();
            there.cql().createKeyspace("shop", 1);
            TABLE.create(there.cql());
            TABLE.insert(there.cql());
            here.get(0).cql().createKeyspace("shop", 1);
            TABLE.create(here.get(0).cql());
            TABLE.insert(here.get(0).cql(), LongStream.of(STALE));
            SidecarProcess source = SidecarProcess.beside(there).build();
            sidecars.add(source);
            sidecars.add(SidecarProcess.beside(here.get(0))
                    .set("cassandra.clones.accept", "true")
                    .allowPeers(there.address())
                    .build());
            SidecarProcess closed = SidecarProcess.beside(here.get(1)).build();
            sidecars.add(closed);
            SidecarProcess.startTogether(sidecars.toArray(SidecarProcess[]::new));
            PlansClient plans = SidecarClient.of(sidecars.get(1).restUri()).plans();
            Plan plan = PlanDriver.drafted(plans, request(source), drafted -> !drafted.refused());
            plans.approve(plan.id(), plan.digest());

            PlanStep check = Awaitility.await("the check waits")
                    .atMost(Duration.ofMinutes(1))
                    .pollInterval(Duration.ofMillis(500))
                    .until(() -> plans.get(plan.id()).steps().get(0), step -> step.waiting() != null);
            assertThat(check.kind()).isEqualTo(PlanStep.Kind.CHECK);
            PlanWait wait = Objects.requireNonNull(check.waiting());
            assertThat(wait.cause()).isEqualTo(PlanWait.Cause.REFUSED);
            assertThat(wait.detail())
                    .startsWith(closed.restUri() + " cannot pull from " + source.restUri() + ": ")
                    .contains("is not allowed as a peer");
            assertThat(wait.remedy()).contains("peers.allow", closed.restUri().toString());
            assertThat(rows(here.get(0))).as("nothing is emptied yet").isEqualTo(1);

            sidecars.remove(closed);
            closed.close();
            SidecarProcess open = SidecarProcess.beside(here.get(1))
                    .allowPeers(there.address())
                    .build();
            sidecars.add(open);
            open.start();
            Plan ended = PlanDriver.ended(plans, plan.id(), Duration.ofMinutes(3));
            assertThat(ended.state()).as("%s", ended).isEqualTo(PlanState.COMPLETED);
            assertThat(rows(here.get(0))).isEqualTo(TABLE.rows());
        } finally {
            sidecars.forEach(SidecarProcess::close);
            clusters.forEach(CassandraCluster::close);
        }
    }

    private static PlanRequest request(SidecarProcess source) {
        return PlanRequest.builder(PlanKind.CLONE)
                .from(source.restUri().toString())
                .tables(List.of(TABLE.name()))
                .writes(Map.of("*", "QUORUM"))
                .truncate(true)
                .build();
    }

    private static long rows(CassandraNode node) {
        return node.cql().execute("SELECT count(*) FROM " + TABLE.name()).get(0).getLong(0);
    }
}
