/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.plans;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.cql.Row;
import io.idaeus.api.plan.Plan;
import io.idaeus.api.plan.PlanState;
import io.idaeus.it.harness.cassandra.CassandraCluster;
import io.idaeus.it.harness.cassandra.CassandraVersion;
import io.idaeus.it.harness.cassandra.CqlClient;
import io.idaeus.it.harness.process.EarlierBuild;
import io.idaeus.it.harness.process.Workspace;
import io.idaeus.it.harness.rows.PayloadTable;
import io.idaeus.it.harness.sidecar.SidecarProcess;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Plans of callers without names, while the sidecars are upgraded and while the schema changes. */
@Tag("plans")
@Timeout(900)
class ChangedInMidPlanIT {
    /** The last build whose digests have a form without a name. */
    private static final String EARLIER = "1534fca4";

    private static final PayloadTable ROWS = new PayloadTable("shop", "users", 500, 1_024);
    private static final int NOTES = 50;

    private static Path earlier;
    private static DeadRing ring;

    @BeforeAll
    static void aNodeDies() {
        earlier = EarlierBuild.of(EARLIER);
        ring = DeadRing.of(CassandraVersion.selected(), "changed")
                // A node prefers itself as a replica only where it knows racks.
                .cluster(nodes -> nodes.racks("r1", "r2", "r1"))
                .quickDeaths()
                .table(ROWS, 3)
                .data(ChangedInMidPlanIT::writeNotes)
                .start();
    }

    private static void writeNotes(CassandraCluster all) {
        all.cql().execute("CREATE TABLE shop.notes (id int PRIMARY KEY, v text)");
        DeadRing.patiently(() -> write(all.cql(), IntStream.range(0, NOTES), "before"));
        all.nodes().forEach(node -> node.flush("shop", "notes"));
    }

    private static void write(CqlClient cql, IntStream ids, String value) {
        ids.forEach(id -> cql.execute("INSERT INTO shop.notes (id, v) VALUES (%d, '%s')".formatted(id, value)));
    }

    @AfterAll
    static void end() {
        ring.close();
    }

    @Test
    void aPlanThatWasApprovedBeforeTheUpgradeEndsAfterIt() {
        PlanDriver replacement = ring.replacement();
        List<SidecarProcess> all = Stream.of(ring.sidecar(0), ring.sidecar(1), replacement.sidecar())
                .toList();
        all.forEach(sidecar -> run(earlier, sidecar));
        Plan plan = replacement.planned();
        assertThat(plan.digest()).doesNotContain(":");
        replacement.approve(plan);
        replacement.driveTo(Step.DECLARE);
        all.forEach(sidecar -> run(Workspace.sidecar(), sidecar));

        assertThat(replacement.driveToEnd().state()).isEqualTo(PlanState.COMPLETED);
        assertThat(replacement.node().cql().execute("SELECT id FROM shop.users"))
                .hasSize((int) ROWS.rows());
        ring.lose(replacement.node());
    }

    /** FILL brings SSTables with the values of the dropped column, and DELTA those of the one that was added after it. */
    @Test
    void aColumnThatIsDroppedAndAddedBetweenFillAndDeltaHasItsNewValuesAlone() {
        PlanDriver replacement = ring.replacement();
        replacement.approve();
        replacement.driveTo(Step.START_IN_SURVEY);
        CqlClient cql = ring.live().get(0).cql();
        cql.execute("ALTER TABLE shop.notes DROP v");
        cql.execute("ALTER TABLE shop.notes ADD v text");
        DeadRing.patiently(() -> write(cql, IntStream.range(NOTES, NOTES + 10), "after"));
        ring.live().forEach(node -> node.flush("shop", "notes"));
        Plan ended = replacement.driveToEnd();

        assertThat(ended.state()).isEqualTo(PlanState.COMPLETED);
        assertThat(notes(replacement.node().cql()))
                .hasSize(NOTES + 10)
                .isEqualTo(notes(cql))
                .containsExactlyElementsOf(IntStream.range(0, NOTES + 10)
                        .mapToObj(id -> id + "=" + (id < NOTES ? null : "after"))
                        .toList());
        ring.lose(replacement.node());
    }

    private static List<String> notes(CqlClient cql) {
        return cql.execute("SELECT id, v FROM shop.notes").stream()
                .sorted(Comparator.comparing((Row row) -> row.getInt("id")))
                .map(row -> row.getInt("id") + "=" + row.getString("v"))
                .toList();
    }

    private static void run(Path build, SidecarProcess sidecar) {
        sidecar.stop();
        sidecar.run(build).startUnready();
    }
}
