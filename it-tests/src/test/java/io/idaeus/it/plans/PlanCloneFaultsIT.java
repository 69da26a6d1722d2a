/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.plans;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.cql.SimpleStatement;
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
import io.idaeus.it.harness.process.LoopDisk;
import io.idaeus.it.harness.rows.PayloadTable;
import io.idaeus.it.harness.sidecar.SidecarProcess;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Failures while a table is cloned from one node into another cluster. */
@Tag("clusters")
@Timeout(600)
class PlanCloneFaultsIT {
    private static final PayloadTable TABLE = new PayloadTable("shop", "users", 20_000, 1_024);
    private static final int PARTS = 3;
    private static final long RATE = 512 << 10;
    private static final Duration LONGEST = Duration.ofMinutes(4);

    private static List<CassandraCluster> clusters = List.of();
    private static CassandraNode here;
    private static SidecarProcess source;
    private static SidecarProcess destination;

    @BeforeAll
    static void start() {
        clusters = CassandraCluster.startTogether(
                CassandraCluster.builder(CassandraVersion.selected()).name("clone-from"),
                CassandraCluster.builder(CassandraVersion.selected()).name("clone-into"));
        CassandraNode there = clusters.get(0).node();
        here = clusters.get(1).node();
        there.cql().createKeyspace("shop", 1);
        TABLE.create(there.cql());
        there.cql()
                .execute(
                        "ALTER TABLE " + TABLE.name() + " WITH compaction = {'class': 'SizeTieredCompactionStrategy'}");
        // The space of an SSTable is taken when it begins to arrive: where a disk fills up, some must begin later.
        for (int part = 0; part < PARTS; part++) {
            TABLE.insert(there.cql(), LongStream.range(part * TABLE.rows() / PARTS, (part + 1) * TABLE.rows() / PARTS));
            there.flush("shop", "users");
        }
        source = SidecarProcess.beside(there).build();
        destination = destination();
        SidecarProcess.startTogether(source, destination);
    }

    private static SidecarProcess destination() {
        return SidecarProcess.beside(here)
                .set("cassandra.clones.accept", "true")
                .allowPeers(clusters.get(0).node().address())
                .build();
    }

    @AfterAll
    static void stop() {
        if (destination != null) {
            destination.close();
        }
        if (source != null) {
            source.close();
        }
        clusters.forEach(CassandraCluster::close);
    }

    private static PlansClient plans() {
        return SidecarClient.of(destination.restUri()).plans();
    }

    private static String begun() {
        return begun(List.of());
    }

    // Slow enough for something to happen meanwhile.
    private static String begun(List<String> accept) {
        PlanRequest request = PlanRequest.builder(PlanKind.CLONE)
                .from(source.restUri().toString())
                .tables(List.of("shop.users"))
                .writes(Map.of("*", "QUORUM"))
                .truncate(true)
                .maxRate(RATE)
                .accept(accept)
                .build();
        Plan plan = PlanDriver.drafted(plans(), request, drafted -> !drafted.refused());
        plans().approve(plan.id(), plan.digest());
        await(plan.id(), "rows move", each -> fill(each).state() == PlanStep.State.RUNNING && fetched(each) > 0);
        assertThat(compacts()).isFalse();
        return plan.id();
    }

    private static PlanStep fill(Plan plan) {
        return plan.steps().stream()
                .filter(step -> step.kind() == PlanStep.Kind.FILL)
                .findFirst()
                .orElseThrow();
    }

    private static long fetched(Plan plan) {
        return fill(plan).progress() == null ? 0 : fill(plan).progress().bytesFetched();
    }

    private static Plan await(String plan, String what, Predicate<Plan> condition) {
        Plan[] seen = new Plan[1];
        try {
            return Awaitility.await(what)
                    .atMost(LONGEST)
                    .pollInterval(Duration.ofMillis(500))
                    .ignoreExceptions()
                    .until(
                            () -> {
                                seen[0] = plans().get(plan);
                                return seen[0];
                            },
                            condition);
        } catch (RuntimeException e) {
            throw new AssertionError("not: " + what + ": " + PlanDriver.brief(seen[0]), e);
        }
    }

    private static void assertCloned(String plan) {
        Plan ended = await(plan, "the plan ends", each -> each.state().isFinal());
        assertThat(ended.state()).as("%s", ended).isEqualTo(PlanState.COMPLETED);
        long rows = here.cql()
                .session()
                .execute(SimpleStatement.newInstance("SELECT count(*) FROM shop.users")
                        .setTimeout(Duration.ofMinutes(1)))
                .one()
                .getLong(0);
        assertThat(rows).isEqualTo(TABLE.rows());
        assertThat(compacts()).isTrue();
    }

    private static boolean compacts() {
        return !here.nodetool("statusautocompaction", "shop", "users").stdout().contains("not running");
    }

    @Test
    void theSidecarThatCoordinatesIsKilled() {
        String plan = begun();
        destination.kill9();
        assertThat(compacts()).isFalse();
        destination.start();

        assertCloned(plan);
    }

    /** A restart of Cassandra enables compactions again, before all is there. */
    @Test
    void theCassandraThatIsClonedIntoIsKilled() {
        String plan = begun();
        here.kill9();
        here.start();
        Awaitility.await("compactions wait again").atMost(Duration.ofMinutes(1)).until(() -> !compacts());

        assertCloned(plan);
    }

    /** Meanwhile its sidecar serves the snapshot. */
    @Test
    void theCassandraThatIsClonedFromIsKilled() {
        String plan = begun();
        CassandraNode there = clusters.get(0).node();
        there.kill9();
        long before = fetched(plans().get(plan));
        await(plan, "rows move without the Cassandra that they come from", each -> fetched(each) > before + RATE);
        there.start();

        assertCloned(plan);
    }

    @Test
    void theSidecarThatIsClonedFromIsKilled() {
        String plan = begun();
        source.kill9();
        source.start();

        assertCloned(plan);
    }

    @Test
    void aCancelledPlanLetsCompactionsGoOnAndCanBeMadeAgain() {
        String cancelled = begun();
        plans().cancel(cancelled);
        Plan ended = await(cancelled, "the plan ends", each -> each.state().isFinal());
        assertThat(ended.state()).isEqualTo(PlanState.CANCELLED);
        assertThat(compacts()).isTrue();

        assertCloned(begun());
    }

    /** At either side: rows arrive as of the snapshot. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aColumnIsAdded(boolean there) {
        List<CassandraNode> both = List.of(clusters.get(0).node(), here);
        String column = "ALTER TABLE shop.users ADD extra_" + there + " int";
        String plan = begun();
        both.get(there ? 0 : 1).cql().execute(column);
        try {
            assertCloned(plan);
        } finally {
            both.get(there ? 1 : 0).cql().execute(column);
        }
    }

    @Test
    void theDiskIsFull() {
        LoopDisk disk = Objects.requireNonNull(
                LoopDisk.make(here.directory().resolveSibling("clone-disk"), 100), "a file system of its own");
        destination.close();
        destination = SidecarProcess.beside(here)
                .set("cassandra.clones.accept", "true")
                .set("staging.roots", List.of(disk.root().resolve("staging").toString()))
                .allowPeers(clusters.get(0).node().address())
                .build();
        destination.start();
        try {
            String plan = begun(List.of("STAGING_ELSEWHERE"));
            disk.fill();
            await(
                    plan,
                    "the plan waits for its disk",
                    each -> fill(each).state() == PlanStep.State.WAITING
                            && fill(each).waiting().cause() == PlanWait.Cause.TRANSFER);
            assertThat(compacts()).isFalse();
            disk.empty();

            assertCloned(plan);
        } finally {
            destination.close();
            disk.close();
            destination = destination();
            destination.start();
        }
    }
}
