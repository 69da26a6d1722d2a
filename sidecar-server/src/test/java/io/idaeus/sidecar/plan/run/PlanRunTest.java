/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.idaeus.api.node.CassandraProcess.Phase;
import io.idaeus.api.plan.AcceptedFinding;
import io.idaeus.api.plan.PlanKind;
import io.idaeus.api.plan.PlanRequest;
import io.idaeus.api.plan.PlanState;
import io.idaeus.api.plan.PlanStep;
import io.idaeus.api.plan.PlanWait;
import io.idaeus.api.plan.PlanWay;
import io.idaeus.sidecar.Await;
import io.idaeus.sidecar.audit.AuditLog;
import io.idaeus.sidecar.audit.Trail;
import io.idaeus.sidecar.plan.attempt.FakeComparisons;
import io.idaeus.sidecar.plan.cluster.SidecarAddress;
import io.idaeus.sidecar.plan.cluster.SidecarDirectory;
import io.idaeus.sidecar.plan.draft.Draft;
import io.idaeus.sidecar.plan.facts.RingFixture;
import io.idaeus.sidecar.plan.kind.PlanDrafter;
import io.idaeus.sidecar.plan.record.PlanRecord;
import io.idaeus.sidecar.plan.record.PlanStore;
import io.idaeus.sidecar.plan.record.StepRecord;
import io.idaeus.sidecar.plan.way.StepAction;
import io.idaeus.sidecar.security.PeerPolicy;
import io.idaeus.sidecar.security.PeerRules;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlanRunTest {
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

    @Test
    void theEndIsRecordedOnceWithWhoAskedAndWhoApproved() throws Exception {
        Trail trail = new Trail(directory.resolve("audit.jsonl"));
        PlanStore store = PlanStore.open(directory);
        PlanRecord approved = PlanRecord.drafted("p1", "http://c:9043", DRAFT, NOW, "CN=alice")
                .approved(NOW, "CN=bob");
        store.write(approved);
        PlanRecord stored = store.load(id -> {}).get(0);
        try (AuditLog audit = trail.open()) {
            PlanRun run = new PlanRun(store, nobody(), new FakeComparisons(), Clock.systemUTC(), audit, stored);
            run.change(plan -> plan.accepting(new AcceptedFinding("NO_GC_GRACE", "CN=carol", NOW))
                    .accepting(new AcceptedFinding("SNAPSHOT_TOO_OLD", null, NOW)));
            run.change(plan -> plan.withState(PlanState.CANCELLING));
            run.change(plan -> plan.ended(PlanState.CANCELLED, null, List.of(), NOW));
            run.change(plan -> plan);
        }
        assertThat(trail.all()).hasSize(1);
        JsonNode end = trail.await("plan.end").get(0);
        assertThat(end.path("requestedBy").asText()).isEqualTo("CN=alice");
        assertThat(end.at("/target/approvedBy").asText()).isEqualTo("CN=bob");
        assertThat(end.at("/target/accepted").asText()).isEqualTo("NO_GC_GRACE by CN=carol, SNAPSHOT_TOO_OLD");
        assertThat(end.at("/target/id").asText()).isEqualTo("p1");
        assertThat(end.path("result").asText()).isEqualTo("CANCELLED");
    }

    @Test
    void aDefectIsToldAsSuchWithTheIdThatTheLogHas() throws Exception {
        PlanStore store = PlanStore.open(directory);
        store.write(PlanRecord.drafted("p1", "http://c:9043", DRAFT, NOW).approved(NOW, null));
        try (AuditLog audit = new Trail(directory.resolve("audit.jsonl")).open()) {
            PlanRun run = new PlanRun(
                    store,
                    nobody(),
                    new FakeComparisons(),
                    Clock.systemUTC(),
                    audit,
                    store.load(id -> {}).get(0));
            // Each attempt at the step fails the same; then somebody stops the run.
            try (AutoCloseable watching = run.watch(change -> {
                if (change.plan().steps().get(0).state() == PlanStep.State.WAITING) {
                    run.steering().stop();
                }
            })) {
                run.drive();
            }
            PlanWait waiting = run.record().steps().get(0).waiting();
            assertThat(waiting.cause()).isEqualTo(PlanWait.Cause.INTERNAL);
            assertThat(waiting.detail()).containsPattern("id [0-9a-f-]{36}").doesNotContain("nobody is called");
        }
    }

    /** A sidecar that adopts the plan would otherwise have the node started outside the ring, where it then hibernates. */
    @Test
    void theDestinationKnowsThatTheNodeIsToldToJoinBeforeItIs() throws Exception {
        try (PlanScene scene = PlanScene.onCall().runsOnCall(Phase.NOT_JOINED);
                AuditLog audit = new Trail(directory.resolve("audit.jsonl")).open()) {
            for (int step = 0; step < scene.steps(StepAction.ENTER_SURVEY).get(0); step++) {
                scene.plan = scene.plan.withStep(step, StepRecord.PENDING.done("", scene.begun));
            }
            List<String> calls = new CopyOnWriteArrayList<>();
            scene.ring.set(PlanScene.NEW, (method, path, keyspace, body) -> {
                String text = new String(body, StandardCharsets.UTF_8);
                if (path.endsWith("/survey")) {
                    calls.add("survey");
                } else if (method.equals("PUT") && text.contains("calledAt\\\":\\\"")) {
                    calls.add("told");
                }
                return scene.newcomer(method, path, body);
            });
            PlanStore store = PlanStore.open(directory);
            store.write(scene.plan);
            PlanRun run = new PlanRun(store, scene.directory, scene.comparisons, Clock.systemUTC(), audit, scene.plan);
            Thread driving = new Thread(run::drive);
            driving.start();

            Await.until("the node is told to join", () -> calls.contains("survey"));
            run.steering().stop();
            driving.join();

            assertThat(calls).startsWith("told", "survey");
        }
    }

    /** A state disk that is full for a while must not end the thread that drives the plan. */
    @Test
    void itGoesOnByItselfOnceItsRecordCanBeWrittenAgain() throws Exception {
        PlanStore store = PlanStore.open(directory);
        store.write(PlanRecord.drafted("p1", "http://c:9043", DRAFT, NOW).approved(NOW, null));
        try (AuditLog audit = new Trail(directory.resolve("audit.jsonl")).open()) {
            PlanRun run = new PlanRun(
                    store,
                    nobody(),
                    new FakeComparisons(),
                    Clock.systemUTC(),
                    audit,
                    store.load(id -> {}).get(0));
            Path plans = directory.resolve("cluster-plans");
            Path away = Files.move(plans, directory.resolve("away"));
            Thread driving = new Thread(run::drive);
            driving.start();
            Await.until("it waits for the disk", () -> driving.getState() == Thread.State.TIMED_WAITING);
            assertThat(run.record().steps().get(0).state()).isEqualTo(PlanStep.State.PENDING);

            Files.move(away, plans);

            Await.until("its step is stored", () -> run.record().steps().get(0).state() == PlanStep.State.WAITING);
            run.steering().stop();
            driving.join();
        }
    }

    @Test
    void aDefectInTheEndOfAPlanDoesNotEndTheThreadThatDrivesIt() throws Exception {
        PlanStore store = PlanStore.open(directory);
        store.write(PlanRecord.drafted("p1", "http://c:9043", DRAFT, NOW)
                .approved(NOW, null)
                .withState(PlanState.CANCELLING));
        try (AuditLog audit = new Trail(directory.resolve("audit.jsonl")).open()) {
            PlanRun run = new PlanRun(
                    store,
                    nobody(),
                    new FakeComparisons(),
                    Clock.systemUTC(),
                    audit,
                    store.load(id -> {}).get(0));
            Thread driving = new Thread(run::drive);
            driving.start();

            Await.until("it tries again", () -> driving.getState() == Thread.State.TIMED_WAITING);

            assertThat(run.record().state()).isEqualTo(PlanState.CANCELLING);
            run.steering().stop();
            driving.join();
        }
    }

    private static SidecarDirectory nobody() {
        return new SidecarDirectory(
                () -> {
                    throw new IllegalStateException("nobody is called");
                },
                new PeerPolicy(new PeerRules(List.of(), false, 9043, 0, true, false), Set::of),
                () -> URI.create("http://c:9043"),
                new SidecarAddress("http", 9043),
                ForkJoinPool.commonPool());
    }
}
