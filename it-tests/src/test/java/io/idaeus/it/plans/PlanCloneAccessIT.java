/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.plans;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idaeus.api.comparison.ComparisonResult;
import io.idaeus.api.plan.Plan;
import io.idaeus.api.plan.PlanKind;
import io.idaeus.api.plan.PlanRequest;
import io.idaeus.api.plan.PlanState;
import io.idaeus.api.plan.PlanStep;
import io.idaeus.client.SidecarClient;
import io.idaeus.it.harness.cassandra.CassandraCluster;
import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.it.harness.cassandra.CassandraVersion;
import io.idaeus.it.harness.process.CommandResult;
import io.idaeus.it.harness.rows.PayloadTable;
import io.idaeus.it.harness.sidecar.Authority;
import io.idaeus.it.harness.sidecar.SidecarProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Both clusters know each other only by certificates, and each says who may do what. */
@Tag("clusters")
@Timeout(300)
class PlanCloneAccessIT {
    private static final PayloadTable TABLE = new PayloadTable("shop", "users", 500, 256);

    @TempDir
    private Path certificates;

    private List<CassandraCluster> clusters = List.of();
    private SidecarProcess source;
    private SidecarProcess destination;
    private Authority authority;
    private Authority.Identity operator;

    @BeforeEach
    void start() {
        clusters = CassandraCluster.startTogether(
                CassandraCluster.builder(CassandraVersion.selected()).name("access-from"),
                CassandraCluster.builder(CassandraVersion.selected()).name("access-into"));
        CassandraNode there = clusters.get(0).node();
        there.cql().createKeyspace("shop", 1);
        TABLE.create(there.cql());
        TABLE.insert(there.cql());
        authority = new Authority(certificates);
        operator = authority.issue("CN=operator", "127.0.0.1");
        source = sidecar(there, "CN=from", "CN=from");
        destination = SidecarProcess.beside(clusters.get(1).node())
                .identity(authority, "CN=into")
                .set("access.list", access("CN=into"))
                .set("cassandra.rows.read", "true")
                .set("cassandra.clones.accept", "true")
                .allowPeers(there.address())
                .build();
        SidecarProcess.startTogether(source, destination);
    }

    private SidecarProcess sidecar(CassandraNode node, String identity, String... peers) {
        return SidecarProcess.beside(node)
                .identity(authority, identity)
                .set("access.list", access(peers))
                .set("cassandra.rows.read", "true")
                .build();
    }

    private Path access(String... peers) {
        return authority.accessList(Map.of("operator", List.of("CN=operator"), "peer", List.of(peers)));
    }

    @AfterEach
    void stop() {
        if (destination != null) {
            destination.close();
        }
        if (source != null) {
            source.close();
        }
        clusters.forEach(CassandraCluster::close);
    }

    private SidecarClient client() {
        return SidecarClient.builder(destination.restUri()).tls(operator.ssl()).build();
    }

    @Test
    void theSourceNamesTheSidecarsThatCloneItAsPeers() {
        PlanRequest request = PlanRequest.builder(PlanKind.CLONE)
                .from(source.restUri().toString())
                .tables(List.of("shop.users"))
                .writes(Map.of("*", "QUORUM"))
                .compare(true)
                .build();
        assertThatThrownBy(() -> client().plans().create(request))
                .hasMessageContaining(source.restUri().toString())
                .hasMessageContaining("CN=into");
        source.close();
        source = sidecar(clusters.get(0).node(), "CN=from", "CN=from", "CN=into");
        source.start();

        Plan plan = PlanDriver.drafted(client().plans(), request, drafted -> !drafted.refused());
        // At the coordinator alone: no destination has heard from an operator, not even its own.
        assertThatThrownBy(() -> client().plans().approve(plan.id(), plan.digest()))
                .hasMessageContaining("no operator has approved");
        CommandResult approved =
                operator.call(destination.restUri(), "plan", "approve", plan.id(), "--digest", plan.digest());
        assertThat(approved.exitCode()).as("%s", approved).isZero();

        Plan ended = PlanDriver.ended(client().plans(), plan.id(), Duration.ofMinutes(2));
        assertThat(ended.state()).as("%s", ended).isEqualTo(PlanState.COMPLETED);
        PlanStep last = ended.steps().get(ended.steps().size() - 1);
        assertThat(client().comparisons().get(String.valueOf(last.comparison())).result())
                .isEqualTo(ComparisonResult.SAME);
    }
}
