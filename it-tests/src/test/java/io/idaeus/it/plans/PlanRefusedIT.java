/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.plans;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.idaeus.api.Finding;
import io.idaeus.api.plan.Plan;
import io.idaeus.api.plan.PlanDue;
import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.it.harness.cassandra.CassandraVersion;
import io.idaeus.it.harness.cassandra.NodeStart;
import io.idaeus.it.harness.cassandra.SstableDamage;
import io.idaeus.it.harness.process.LoopDisk;
import io.idaeus.it.harness.rows.PayloadTable;
import io.idaeus.it.harness.sidecar.SidecarProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Plans that are refused by what the cluster or the new host is like. Others are in {@link PlanFaultsIT}. */
@Tag("plans")
@Timeout(300)
class PlanRefusedIT {
    private static final PayloadTable TABLE = new PayloadTable("shop", "users", 2_000, 2_000);

    private static DeadRing ring;

    @BeforeAll
    static void aNodeDies() {
        ring = DeadRing.of(CassandraVersion.selected(), "plan-refused")
                .cluster(nodes -> nodes.nodes(2))
                .table(TABLE, 2)
                .start();
        ring.live().get(0).flush("shop", "users");
    }

    @AfterAll
    static void end() {
        ring.close();
    }

    @Test
    void aNodeThatJoins() {
        CassandraNode joining = ring.joiningNode();
        try (PlanDriver there = ring.replacement()) {
            assertThat(refused("RING_CHANGING", there))
                    .contains(joining.address())
                    .contains("JOINING");
        } finally {
            ring.remove(joining);
        }
    }

    @Test
    void aHostWithoutRoom() {
        Path root = ring.dead().directory().resolveSibling("small");
        LoopDisk disk = LoopDisk.make(root, 32);
        assumeThat(disk).as("the right to mount").isNotNull();
        try (disk;
                PlanDriver there = staging(List.of(root.toString()))) {
            disk.fill();
            assertThat(refused("INSUFFICIENT_DISK", there)).contains("bytes are free");
            disk.empty();
        }
    }

    @Test
    void aHostWithoutStagingRoots() {
        try (PlanDriver there = staging(List.of())) {
            assertThat(refused("NO_STAGING", there)).contains("no staging root");
        }
    }

    private static PlanDriver staging(List<String> roots) {
        return ring.replacement(ring.dead(), sidecar -> sidecar.set("staging.roots", roots));
    }

    @Test
    void rowsThatNoLiveReplicaHas() {
        ring.cluster().cql().createKeyspace("single", 1);
        try (PlanDriver there = ring.replacement()) {
            assertThat(refused("DATA_LOST", there)).contains("single");
        } finally {
            ring.cluster().cql().execute("DROP KEYSPACE single");
        }
    }

    @Test
    void anSstableThatItsSourceCannotRead() throws IOException {
        CassandraNode source = ring.live().get(0);
        Path statistics = component(source, "-Statistics.db");
        byte[] sound = Files.readAllBytes(statistics);
        try (PlanDriver there = ring.replacement()) {
            SstableDamage.cut(statistics, sound.length / 2);
            assertThat(refused("SSTABLE_UNREADABLE", there))
                    .contains("shop.users at " + source.address() + ": ")
                    .contains("Statistics.db")
                    .contains("(1 SSTables: "
                            + statistics.getFileName().toString().replace("-Statistics.db", "") + ")");

            Plan accepted = there.asking(request -> request.accept(List.of("SSTABLE_UNREADABLE")))
                    .planned();
            assertThat(accepted.findings())
                    .filteredOn(finding -> finding.code().equals("SSTABLE_UNREADABLE"))
                    .extracting(Finding::severity)
                    .containsExactly(Finding.Severity.NOTE);
            assertThat(accepted.due()).extracting(PlanDue::command).contains("nodetool repair --full shop");

            Files.write(statistics, sound);
            assertThat(there.asking(request -> request).planned().findings())
                    .extracting(Finding::code)
                    .doesNotContain("SSTABLE_UNREADABLE", "SSTABLES_UNKNOWN");
        } finally {
            Files.write(statistics, sound);
        }
    }

    private static Path component(CassandraNode node, String suffix) throws IOException {
        for (Path directory : node.tableDirectories("shop", "users")) {
            try (Stream<Path> files = Files.list(directory)) {
                Optional<Path> found =
                        files.filter(file -> file.toString().endsWith(suffix)).findFirst();
                if (found.isPresent()) {
                    return found.get();
                }
            }
        }
        throw new AssertionError("no " + suffix + " of shop.users at " + node.address());
    }

    @Test
    void anUpgradeThatIsNotFinished() {
        CassandraNode other = ring.cluster().addNode(ring.dead(), otherVersion());
        NodeStart start = NodeStart.plain().yaml("auto_bootstrap", false);
        other.start(
                other.version() == CassandraVersion.V5_0
                        ? start.yaml("storage_compatibility_mode", "CASSANDRA_4")
                        : start);
        try (SidecarProcess beside = ring.beside(other).start();
                PlanDriver there = ring.replacement()) {
            assertThat(refused("MIXED_VERSIONS", there))
                    .contains(beside.restUri().getHost())
                    .contains("runs " + other.version().line());
            // Cassandra's own tables differ.
            assertThat(refused("SCHEMA_DISAGREES", there)).contains("schema versions");
        } finally {
            ring.remove(other);
        }
    }

    // A 5.0 that runs as 4.x do, or the other way round.
    private static CassandraVersion otherVersion() {
        CassandraVersion version = CassandraVersion.selected();
        assumeThat(version)
                .withFailMessage("not on Cassandra 6.0: its nodes do not let another version into the ring")
                .isNotEqualTo(CassandraVersion.V6_0);
        return version == CassandraVersion.V5_0 ? CassandraVersion.V4_1 : CassandraVersion.V5_0;
    }

    /** The details of a finding that refuses the plan. */
    private static String refused(String code, PlanDriver there) {
        Plan plan = PlanDriver.drafted(ring.plans(), there.request(), drafted -> drafted.findings().stream()
                .anyMatch(finding -> refuses(finding, code)));
        assertThat(plan.refused()).isTrue();
        return plan.findings().stream()
                .filter(finding -> refuses(finding, code))
                .map(finding -> finding.subject() + ": " + finding.detail())
                .collect(Collectors.joining("; "));
    }

    private static boolean refuses(Finding finding, String code) {
        return finding.code().equals(code) && finding.severity() != Finding.Severity.NOTE;
    }
}
