/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.plan.AcceptedFinding;
import io.idaeus.api.plan.PlanKind;
import io.idaeus.api.plan.PlanRequest;
import io.idaeus.api.plan.PlanState;
import io.idaeus.api.plan.PlanWay;
import io.idaeus.sidecar.plan.draft.Draft;
import io.idaeus.sidecar.plan.facts.RingFixture;
import io.idaeus.sidecar.plan.kind.PlanDrafter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlanStoreTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final Draft DRAFT = PlanDrafter.draft(
            PlanRequest.builder(PlanKind.REPLACE)
                    .dead("10.0.1.3")
                    .destinations(List.of(RingFixture.NEW))
                    .way(PlanWay.SURVEY)
                    .writes(Map.of())
                    .build(),
            RingFixture.nodes(4).keyspace("shop", 3).down("10.0.1.3").facts(RingFixture.NEW));

    @TempDir
    Path directory;

    private final List<String> unreadable = new ArrayList<>();
    private PlanStore store;

    @BeforeEach
    void open() {
        store = PlanStore.open(directory);
    }

    private static PlanRecord drafted(String id) {
        return PlanRecord.drafted(id, "http://c:9043", DRAFT, NOW);
    }

    @Test
    void aPlanIsThereAfterARestart() {
        PlanRecord plan =
                drafted("p1").approved(NOW, "CN=alice").withStep(0, StepRecord.PENDING.done("as planned", NOW));
        store.write(plan);

        open();

        assertThat(store.load(unreadable::add)).containsExactly(plan);
        assertThat(unreadable).isEmpty();
    }

    @Test
    void factsThatLaterStepsDecideByAreKept() {
        AcceptedFinding accepted = new AcceptedFinding("SNAPSHOT_TOO_OLD", "CN=alice", NOW);
        PlanRecord plan = drafted("p1")
                .approved(NOW, null)
                .withStep(3, StepRecord.PENDING.begun(NOW).withWrittenTo(new WrittenTo(NOW, NOW.plusSeconds(1))))
                .accepting(accepted);
        store.write(plan);

        open();

        PlanRecord read = store.load(unreadable::add).get(0);
        assertThat(read).isEqualTo(plan);
        assertThat(read.request().accept()).containsExactly("SNAPSHOT_TOO_OLD");
        assertThat(read.draft().matchesDigest()).isTrue();
    }

    /** Earlier builds knew neither. */
    @Test
    void aRecordWithoutThemIsRead() throws IOException {
        store.write(drafted("p1"));
        Path file = directory.resolve("cluster-plans/p1.json");
        Files.writeString(file, Files.readString(file).replaceFirst(",\\s*\"accepted\"\\s*:\\s*\\[\\s*]", ""));
        assertThat(Files.readString(file)).doesNotContain("accepted");

        open();

        assertThat(store.load(unreadable::add)).containsExactly(drafted("p1"));
    }

    @Test
    void theDraftIsWrittenOnceHoweverOftenThePlanChanges() throws IOException {
        store.write(drafted("p1"));
        Path draft = directory.resolve("cluster-plan-drafts/p1.json");
        FileTime old = FileTime.from(NOW);
        Files.setLastModifiedTime(draft, old);

        store.write(drafted("p1").withState(PlanState.PAUSED));
        open();
        store.write(drafted("p1").withState(PlanState.RUNNING));

        assertThat(Files.getLastModifiedTime(draft)).isEqualTo(old);
        assertThat(Files.size(directory.resolve("cluster-plans/p1.json"))).isLessThan(Files.size(draft) / 4);
    }

    @Test
    void aDeletedPlanLeavesNothing() throws IOException {
        store.write(drafted("p1"));
        store.forget("p1");

        assertThat(directory.resolve("cluster-plan-drafts/p1.json")).doesNotExist();
        open();
        assertThat(store.load(unreadable::add)).isEmpty();
    }

    @Test
    void aDraftWithoutAPlanIsDeletedAndAPlanWithoutItsDraftIsReported() throws IOException {
        store.write(drafted("left"));
        store.write(drafted("torn"));
        Files.delete(directory.resolve("cluster-plans/left.json"));
        Files.delete(directory.resolve("cluster-plan-drafts/torn.json"));

        open();

        assertThat(store.load(unreadable::add)).isEmpty();
        assertThat(unreadable).containsExactly("torn");
        assertThat(directory.resolve("cluster-plan-drafts/left.json")).doesNotExist();
        assertThat(directory.resolve("cluster-plans/torn.json")).exists();
    }
}
