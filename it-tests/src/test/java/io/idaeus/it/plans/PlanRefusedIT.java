/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.plans;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import io.idaeus.api.Finding;
import io.idaeus.api.Plan;
import io.idaeus.api.PlanKind;
import io.idaeus.api.PlanRequest;
import io.idaeus.api.PlanWay;
import io.idaeus.client.SidecarCallException;
import io.idaeus.client.SidecarClient;
import io.idaeus.it.harness.CassandraCluster;
import io.idaeus.it.harness.CassandraNode;
import io.idaeus.it.harness.CassandraVersion;
import io.idaeus.it.harness.LoopDisk;
import io.idaeus.it.harness.NodeStart;
import io.idaeus.it.harness.PayloadTable;
import io.idaeus.it.harness.Readiness;
import io.idaeus.it.harness.SidecarProcess;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;

/** Plans that are refused by what the cluster or the new host is like. Others are in {@link PlanFaultsIT}. */
@Tag("plans")
@Timeout(300)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class PlanRefusedIT {
    private static final PayloadTable TABLE = new PayloadTable("shop", "users", 2_000, 2_000);

    private static CassandraCluster ring;
    private static CassandraNode dead;
    private static CassandraNode joining;
    private static SidecarProcess coordinator;

    @BeforeAll
    static void aNodeJoinsAndAnotherDies() {
        ring = CassandraCluster.builder(CassandraVersion.V4_1)
                .name("plan-refused")
                .nodes(2)
                .jvmOptions("-Dcassandra.ring_delay_ms=3000", "-Dcassandra.broadcast_interval_ms=3000")
                .start();
        dead = ring.node(1);
        ring.cql().createKeyspace("shop", 2);
        TABLE.create(ring.cql());
        TABLE.insert(ring.cql(), LongStream.range(0, TABLE.rows()), ConsistencyLevel.ALL);
        ring.node().flush("shop", "users");
        joining = ring.addNode(dead);
        joining.start(NodeStart.plain().property("cassandra.write_survey", true).until(Readiness.SURVEY));
        dead.kill9();
        coordinator =
                SidecarProcess.beside(ring.node()).allowPeers("127.0.0.0/8").start();
    }

    @AfterAll
    static void end() {
        coordinator.close();
        ring.close();
    }

    @Test
    @Order(1)
    void aNodeThatJoins() {
        try (SidecarProcess there = SidecarProcess.beside(ring.addNode(dead)).build()) {
            there.startUnready();
            assertThat(refused("RING_CHANGING", there))
                    .contains(joining.address())
                    .contains("JOINING");
        }
        joining.kill9();
    }

    @Test
    @Order(2)
    void aHostWithoutRoom() {
        CassandraNode added = ring.addNode(dead);
        LoopDisk disk = LoopDisk.make(added.directory().resolveSibling(added.name() + "-small"), 32);
        assumeThat(disk).as("the right to mount").isNotNull();
        try (disk) {
            disk.fill();
            try (SidecarProcess there = SidecarProcess.beside(added)
                    .set("staging.roots", List.of(disk.root().toString()))
                    .build()) {
                there.startUnready();
                assertThat(refused("INSUFFICIENT_DISK", there)).contains("bytes are free");
            }
            disk.empty();
        }
    }

    @Test
    @Order(3)
    void aHostWithoutStagingRoots() {
        try (SidecarProcess there = SidecarProcess.beside(ring.addNode(dead))
                .set("staging.roots", List.of())
                .build()) {
            there.startUnready();
            assertThat(refused("NO_STAGING", there)).contains("no staging root");
        }
    }

    @Test
    @Order(4)
    void rowsThatNoLiveReplicaHas() {
        ring.cql().createKeyspace("single", 1);
        try (SidecarProcess there = SidecarProcess.beside(ring.addNode(dead)).build()) {
            there.startUnready();
            assertThat(refused("DATA_LOST", there)).contains("single");
        }
    }

    @Test
    @Order(5)
    void anUpgradeThatIsNotFinished() {
        CassandraNode upgraded = ring.addNode(dead, CassandraVersion.V5_0);
        upgraded.start(
                NodeStart.plain().yaml("auto_bootstrap", false).yaml("storage_compatibility_mode", "CASSANDRA_4"));
        try (SidecarProcess beside = SidecarProcess.beside(upgraded).start();
                SidecarProcess there = SidecarProcess.beside(ring.addNode(dead)).build()) {
            there.startUnready();
            assertThat(refused("MIXED_VERSIONS", there))
                    .contains(upgraded.address())
                    .contains("runs 5.");
            // Cassandra's own tables differ.
            assertThat(refused("SCHEMA_DISAGREES", there)).contains("schema versions");
        }
    }

    /** The details of a finding that refuses the plan. */
    private static String refused(String code, SidecarProcess destination) {
        PlanRequest request = new PlanRequest(
                PlanKind.REPLACE,
                dead.address(),
                List.of(destination.restUri().toString()),
                null,
                null,
                PlanWay.SURVEY,
                Map.of("*", "QUORUM"),
                null,
                null,
                null,
                null,
                null);
        Plan plan = Awaitility.await("a plan that is refused with " + code)
                .atMost(Duration.ofMinutes(1))
                .pollInterval(Duration.ofSeconds(1))
                // A node that has just lost another may answer late.
                .ignoreExceptionsInstanceOf(SidecarCallException.class)
                .until(
                        () -> SidecarClient.of(coordinator.restUri()).plans().create(request),
                        drafted -> drafted.findings().stream().anyMatch(finding -> refuses(finding, code)));
        assertThat(plan.refused()).isTrue();
        return plan.findings().stream()
                .filter(finding -> refuses(finding, code))
                .map(finding -> finding.subject() + ": " + finding.detail())
                .reduce("", (all, each) -> all + each + "; ");
    }

    private static boolean refuses(Finding finding, String code) {
        return finding.code().equals(code) && finding.severity() != Finding.Severity.NOTE;
    }
}
