/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.claim.Claim;
import io.idaeus.api.cluster.ClusterNode;
import io.idaeus.api.keyspace.KeyspaceInfo;
import io.idaeus.api.keyspace.KeyspaceList;
import io.idaeus.api.plan.PlanKind;
import io.idaeus.api.plan.PlanRequest;
import io.idaeus.api.plan.PlanState;
import io.idaeus.api.transfer.Transfer;
import io.idaeus.api.transfer.TransferState;
import io.idaeus.sidecar.audit.AuditLog;
import io.idaeus.sidecar.audit.Trail;
import io.idaeus.sidecar.plan.attempt.FakeComparisons;
import io.idaeus.sidecar.plan.draft.Draft;
import io.idaeus.sidecar.plan.facts.RingFixture;
import io.idaeus.sidecar.plan.kind.PlanDrafter;
import io.idaeus.sidecar.plan.record.PlanChange;
import io.idaeus.sidecar.plan.record.PlanRecord;
import io.idaeus.sidecar.plan.record.PlanStore;
import io.idaeus.sidecar.plan.record.StepRecord;
import io.idaeus.sidecar.plan.source.SourceSidecarsTest;
import io.idaeus.sidecar.plan.step.HinderedTransfersTest;
import io.idaeus.sidecar.plan.way.StepAction;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An operator pauses a plan at any moment. */
class PlanPauseTest {
    private static final RingFixture RING =
            RingFixture.loopback(RingOfSidecars.PORT, 1, 1).keyspace("shop", 1, 1);
    private static final ClusterNode COORDINATOR = RING.members().get(0);
    private static final ClusterNode DESTINATION = RING.members().get(1);
    private static final Draft DRAFT = PlanDrafter.draft(
            PlanRequest.builder(PlanKind.REBUILD)
                    .datacenter("dc2")
                    .sourceDatacenter("dc1")
                    .build(),
            RING.facts(RingOfSidecars.uri(DESTINATION.address())));
    private static final Transfer RUNNING =
            HinderedTransfersTest.transfer("shop", TransferState.PULLING, null, null, List.of());

    @TempDir
    Path directory;

    private final AtomicReference<PlanRun> run = new AtomicReference<>();

    @Test
    void aTransferThatBeginsMeanwhileIsPausedToo() throws Exception {
        PlanRecord plan = PlanRecord.drafted("p1", RingOfSidecars.uri(COORDINATOR.address()), DRAFT, Instant.EPOCH)
                .approved(Instant.EPOCH, null);
        assertThat(DRAFT.steps().get(1).action()).isEqualTo(StepAction.FILL);
        PlanStore store = PlanStore.open(directory);
        try (RingOfSidecars sidecars = sidecars();
                AuditLog audit = new Trail(directory.resolve("audit.jsonl")).open()) {
            run.set(new PlanRun(
                    store,
                    sidecars.directory(COORDINATOR.address()),
                    new FakeComparisons(),
                    Clock.systemUTC(),
                    audit,
                    plan.withStep(0, StepRecord.PENDING.done("as planned", Instant.EPOCH))));

            try (AutoCloseable watching = run.get().watch(PlanPauseTest.this::stopWhereItWaits)) {
                run.get().drive();
            }

            assertThat(run.get().record().steps().get(1).waiting()).isNull();
            assertThat(run.get().record().state()).isEqualTo(PlanState.PAUSED);
            assertThat(run.get().record().steps().get(1).transfers()).isEqualTo(Map.of("shop", List.of(RUNNING.id())));
            assertThat(sidecars.requests().get(transfers() + "/" + RUNNING.id() + "/pause"))
                    .hasValue(1);
        }
    }

    private RingOfSidecars sidecars() throws Exception {
        RingOfSidecars sidecars = RingOfSidecars.of(RING);
        KeyspaceInfo shop = new KeyspaceInfo("shop", false, Map.of(), List.of("t"));
        for (ClusterNode node : RING.members()) {
            sidecars.answer(node.address(), "/v1/host", () -> RING.host(RingOfSidecars.uri(node.address())))
                    .answer(node.address(), "/v1/ring", () -> RING.ring("shop"))
                    .answer(
                            node.address(),
                            "/v1/node",
                            () -> SourceSidecarsTest.node(node.address(), node.hostId(), "test"))
                    .answer(node.address(), "/v1/keyspaces", () -> new KeyspaceList(List.of(shop), null));
        }
        String address = DESTINATION.address();
        Claim claim = new Claim(
                "p1",
                DRAFT.digest(),
                1,
                RingOfSidecars.uri(COORDINATOR.address()),
                Instant.EPOCH,
                null,
                true,
                null,
                null,
                null,
                null);
        return sidecars.answer(address, "/v1/claims/p1", () -> claim)
                .answer(address, transfers(), this::beginWhilePaused)
                .answer(address, transfers() + "/" + RUNNING.id(), () -> RUNNING)
                .answer(address, transfers() + "/" + RUNNING.id() + "/pause", () -> RUNNING);
    }

    private Transfer beginWhilePaused() {
        run.get().change(plan -> plan.withState(PlanState.PAUSED));
        run.get().steering().stop();
        return RUNNING;
    }

    private void stopWhereItWaits(PlanChange change) {
        if (change.plan().steps().stream().anyMatch(step -> step.waiting() != null)) {
            run.get().steering().stop();
        }
    }

    private static String transfers() {
        return "/v1/claims/p1/transfers";
    }
}
