/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.plans;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import io.idaeus.api.plan.Plan;
import io.idaeus.api.plan.PlanDestination;
import io.idaeus.api.plan.PlanKind;
import io.idaeus.api.plan.PlanRequest;
import io.idaeus.api.plan.PlanState;
import io.idaeus.api.transfer.TransferSstable;
import io.idaeus.client.PlansClient;
import io.idaeus.client.SidecarClient;
import io.idaeus.it.harness.cassandra.CassandraCluster;
import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.it.harness.cassandra.CassandraVersion;
import io.idaeus.it.harness.process.CommandResult;
import io.idaeus.it.harness.process.IdaeusCli;
import io.idaeus.it.harness.rows.PayloadTable;
import io.idaeus.it.harness.sidecar.SidecarProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A cluster that is started for a clone, with the tokens that the command advises. */
@Tag("clusters")
@Timeout(600)
class PlanCloneTokensIT {
    private static final int NODES = 3;
    private static final int LACKED = 50;
    private static final PayloadTable TABLE = new PayloadTable("shop", "users", 3_000, 256);

    @Test
    void eachNodeTakesTheWholeSstablesOfOne() {
        List<SidecarProcess> sidecars = new ArrayList<>();
        try (CassandraCluster there = CassandraCluster.builder(CassandraVersion.selected())
                .name("tokens-from")
                .nodes(NODES)
                .yaml("dynamic_snitch", false)
                .start()) {
            fill(there);
            there.nodes()
                    .forEach(node -> sidecars.add(SidecarProcess.beside(node).start()));
            String url = sidecars.get(0).restUri().toString();
            CommandResult advice =
                    IdaeusCli.run("--url", url, "plan", "clone", "--advise-tokens", "--racks", "rack1,rack1,rack1");
            assertThat(advice.exitCode()).as("%s", advice).isZero();
            String[] tokens = advice.stdout()
                    .lines()
                    .filter(line -> line.startsWith("initial_token: "))
                    .map(line -> line.substring("initial_token: ".length()))
                    .toArray(String[]::new);
            assertThat(tokens).hasSize(NODES);
            try (CassandraCluster here = CassandraCluster.builder(CassandraVersion.selected())
                    .name("tokens-into")
                    .nodes(NODES)
                    .initialTokens(tokens)
                    .yaml("dynamic_snitch", false)
                    .start()) {
                cloned(there, here, sidecars);
            }
        } finally {
            sidecars.forEach(SidecarProcess::close);
        }
    }

    // One replica of each row lacks some.
    private static void fill(CassandraCluster ring) {
        List<CassandraNode> nodes = ring.nodes();
        nodes.get(0).cql().createKeyspace("shop", 2);
        nodes.get(0)
                .cql()
                .execute("CREATE TABLE shop.users (id bigint PRIMARY KEY, payload blob) WITH read_repair = 'NONE'");
        DeadRing.patiently(
                () -> TABLE.insert(ring.cql(), LongStream.range(0, TABLE.rows() - LACKED), ConsistencyLevel.ALL));
        Absence.of(
                nodes.get(2),
                nodes,
                () -> DeadRing.patiently(() -> TABLE.insert(
                        nodes.get(0).cql(),
                        LongStream.range(TABLE.rows() - LACKED, TABLE.rows()),
                        ConsistencyLevel.ONE)));
        nodes.forEach(node -> node.flush("shop", "users"));
    }

    private static void cloned(CassandraCluster there, CassandraCluster here, List<SidecarProcess> sidecars) {
        String[] sources = there.nodes().stream().map(CassandraNode::address).toArray(String[]::new);
        List<SidecarProcess> destinations = new ArrayList<>();
        for (CassandraNode node : here.nodes()) {
            SidecarProcess sidecar = SidecarProcess.beside(node)
                    .set("cassandra.clones.accept", "true")
                    .allowPeers(sources)
                    .build();
            destinations.add(sidecar);
            sidecars.add(sidecar);
        }
        SidecarProcess.startTogether(destinations.toArray(SidecarProcess[]::new));
        PlansClient plans = SidecarClient.of(destinations.get(0).restUri()).plans();
        Plan plan = PlanDriver.drafted(
                plans,
                PlanRequest.builder(PlanKind.CLONE)
                        .from(sidecars.get(0).restUri().toString())
                        .tables(List.of("shop.users"))
                        .writes(Map.of("*", "QUORUM"))
                        .build(),
                drafted -> !drafted.refused());
        assertThat(plan.keyspaces().get(0).copies()).isEqualTo(1);
        assertThat(plan.destinations())
                .allSatisfy(each -> assertThat(each.sources()).hasSize(1));
        plans.approve(plan.id(), plan.digest());
        Plan ended = PlanDriver.ended(plans, plan.id(), Duration.ofMinutes(4));
        assertThat(ended.state()).as("%s", ended).isEqualTo(PlanState.COMPLETED);

        for (PlanDestination destination : plan.destinations()) {
            CassandraNode node = node(here, destination.address());
            CassandraNode source =
                    node(there, destination.sources().get(0).node().address());
            assertThat(own(node)).as(destination.address()).isEqualTo(own(source));
        }
        destinations.forEach(sidecar -> {
            SidecarClient client = SidecarClient.of(sidecar.restUri());
            assertThat(client.allTransfers(null).flatMap(transfer -> client.allTransferSstables(transfer.id())))
                    .isNotEmpty()
                    .allSatisfy(sstable -> assertThat(sstable.part()).isEqualTo(TransferSstable.Part.WHOLE));
        });
    }

    private static CassandraNode node(CassandraCluster ring, String address) {
        return ring.nodes().stream()
                .filter(node -> node.address().equals(address))
                .findFirst()
                .orElseThrow();
    }

    // The rows that the node itself has: it asks no other for a range that is its own.
    private static Set<Long> own(CassandraNode node) {
        return node
                .cql()
                .session()
                .getMetadata()
                .getTokenMap()
                .orElseThrow()
                .getTokenRanges("shop", self(node))
                .stream()
                .flatMap(range -> range.unwrap().stream())
                .flatMap(range -> node
                        .cql()
                        .session()
                        .execute(SimpleStatement.newInstance(
                                        "SELECT id FROM shop.users WHERE token(id) > ? AND token(id) <= ?",
                                        range.getStart(),
                                        range.getEnd())
                                .setConsistencyLevel(ConsistencyLevel.ONE))
                        .all()
                        .stream())
                .map(row -> row.getLong("id"))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Node self(CassandraNode node) {
        return node.cql().session().getMetadata().getNodes().values().stream()
                .filter(each -> each.getBroadcastRpcAddress()
                        .orElseThrow()
                        .getAddress()
                        .getHostAddress()
                        .equals(node.address()))
                .findFirst()
                .orElseThrow();
    }
}
