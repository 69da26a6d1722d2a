/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idaeus.api.ProblemType;
import io.idaeus.api.TableRef;
import io.idaeus.api.claim.ClaimedCleanup;
import io.idaeus.api.plan.PlanDestination;
import io.idaeus.api.plan.PlanKeyspace;
import io.idaeus.api.plan.PlanRequest;
import io.idaeus.api.plan.PlanWait;
import io.idaeus.client.ClientJson;
import io.idaeus.sidecar.plan.cluster.FreshDrafts;
import io.idaeus.sidecar.plan.record.StepOutcome;
import io.idaeus.sidecar.plan.run.AnsweringRing;
import io.idaeus.sidecar.plan.run.PlanScene;
import io.idaeus.sidecar.plan.run.RingOfSidecars;
import io.idaeus.sidecar.plan.way.StepAction;
import io.idaeus.sidecar.problem.ProblemException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CleanupStepsTest {
    private static final List<TableRef> ALL = List.of(
            new TableRef("bank", "t"),
            new TableRef("bank", "t1"),
            new TableRef("shop", "t"),
            new TableRef("shop", "t1"));

    private static List<TableRef> asked(PlanScene plan) {
        return plan.bodies.stream()
                .map(body -> {
                    try {
                        return ClientJson.mapper()
                                .readValue(body, ClaimedCleanup.class)
                                .table();
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                })
                .toList();
    }

    @Test
    void aNodeCleansUpOneTableAfterTheOther() throws IOException {
        try (PlanScene plan = PlanScene.cleanup()) {
            assertThat(plan.attempt(StepAction.CLEAN_UP_MEMBER)).isInstanceOf(StepOutcome.Done.class);

            assertThat(asked(plan)).isEqualTo(ALL);
            assertThat(plan.ring.requests())
                    .filteredOn(request -> request.endsWith("/cleanup"))
                    .hasSize(4)
                    .allMatch(request -> request.contains("127.9.1.2"));
        }
    }

    /** The ring has three members. */
    @Test
    void onlyNodesThatTheRequestNamesAreCleanedUp() throws IOException {
        try (PlanScene plan = PlanScene.cleanup()) {
            assertThat(plan.plan.draft().destinations())
                    .extracting(PlanDestination::address)
                    .containsExactly("127.9.1.2", "127.9.1.3");

            PlanRequest elsewhere =
                    plan.plan.draft().request().toBuilder().datacenter("dc2").build();
            assertThatThrownBy(() -> new FreshDrafts(plan.directory).draft(elsewhere))
                    .isInstanceOfSatisfying(
                            ProblemException.class, e -> assertThat(e.type()).isEqualTo(ProblemType.UNPROCESSABLE))
                    .hasMessageContaining("destinations: the node beside " + RingOfSidecars.uri("127.9.1.2"));
        }
    }

    @Test
    void itGoesOnBehindTheTablesThatAreClean() throws IOException {
        try (PlanScene plan = PlanScene.cleanup()) {
            int index = plan.steps(StepAction.CLEAN_UP_MEMBER).get(1);
            plan.plan = plan.plan.withStep(
                    index, plan.plan.steps().get(index).begun(plan.begun).withCleaned(3));

            assertThat(plan.attempt(index)).isInstanceOf(StepOutcome.Done.class);

            assertThat(asked(plan)).isEqualTo(ALL.subList(3, 4));
            assertThat(plan.plan.steps().get(index).cleaned()).isEqualTo(4);
        }
    }

    @Test
    void aRefusalKeepsWhatIsClean() throws IOException {
        try (PlanScene plan = PlanScene.cleanup()) {
            int index = plan.steps(StepAction.CLEAN_UP_MEMBER).get(0);
            plan.refusals.put("shop", AnsweringRing.problem(ProblemType.CASSANDRA_REFUSED, "no space"));

            assertThatThrownBy(() -> plan.attempt(index))
                    .isInstanceOfSatisfying(
                            ProblemException.class, e -> assertThat(e.type()).isEqualTo(ProblemType.PEER_FAILED));

            assertThat(plan.plan.steps().get(index).cleaned()).isEqualTo(2);
        }
    }

    /** Nothing begins any more. */
    @Test
    void aPlanThatIsPausedOrCancelledBeginsNoFurtherTable() throws IOException {
        try (PlanScene plan = PlanScene.cleanup()) {
            plan.wanted = false;

            assertThat(plan.attempt(StepAction.CLEAN_UP_MEMBER)).isInstanceOf(StepOutcome.Running.class);

            assertThat(asked(plan)).isEmpty();
        }
    }

    @Test
    void aTableThatTakesLongIsAskedForAgain() throws IOException {
        try (PlanScene plan = PlanScene.cleanup()) {
            int index = plan.steps(StepAction.CLEAN_UP_MEMBER).get(0);
            plan.ring.set(
                    "127.9.1.2",
                    (method, path, keyspace, body) -> path.endsWith("/cleanup")
                            ? AnsweringRing.GOES_ON
                            : plan.member(method, path, keyspace, body));

            assertThat(plan.attempt(index))
                    .isInstanceOfSatisfying(StepOutcome.Running.class, running -> assertThat(running.detail())
                            .isEqualTo("0 of 4 tables are clean; Cassandra cleans up bank.t"));

            assertThat(plan.plan.steps().get(index).cleaned()).isNull();
        }
    }

    /** The removed rows may be the last that are left. */
    @Test
    void itWaitsWhileANodeIsDown() throws IOException {
        try (PlanScene plan = PlanScene.cleanup()) {
            plan.nodes.down("127.9.1.1");

            assertThat(plan.attempt(StepAction.CLEAN_UP_MEMBER))
                    .isInstanceOfSatisfying(StepOutcome.Waiting.class, waiting -> {
                        assertThat(waiting.cause()).isEqualTo(PlanWait.Cause.NODE_DOWN);
                        assertThat(waiting.detail()).contains("127.9.1.1");
                    });
            assertThat(asked(plan)).isEmpty();
        }
    }

    /** With fewer replicas, more would be removed than was approved. */
    @Test
    void itWaitsWhereTheReplicationHasChanged() throws IOException {
        try (PlanScene plan = PlanScene.cleanup()) {
            List<PlanKeyspace> changed = plan.plan.draft().keyspaces().stream()
                    .map(keyspace -> new PlanKeyspace(
                            keyspace.keyspace(),
                            Map.of("class", keyspace.replication().get("class"), "dc1", "3"),
                            keyspace.writes(),
                            keyspace.copies(),
                            keyspace.treatment(),
                            keyspace.why(),
                            keyspace.ranges(),
                            keyspace.tables(),
                            keyspace.slices()))
                    .toList();
            plan.plan = plan.plan.withDraft(plan.plan.draft().withKeyspaces(changed));

            assertThat(plan.attempt(StepAction.CLEAN_UP_MEMBER))
                    .isInstanceOfSatisfying(StepOutcome.Waiting.class, waiting -> {
                        assertThat(waiting.cause()).isEqualTo(PlanWait.Cause.CLUSTER_CHANGING);
                        assertThat(waiting.detail()).contains("shop: ", "expected: ");
                    });
            assertThat(asked(plan)).isEmpty();
        }
    }

    /** A cleanup would remove all of it. */
    @Test
    void aKeyspaceWithoutReplicasWhereTheNodeStandsIsLeftAlone() throws IOException {
        try (PlanScene plan = PlanScene.cleanup()) {
            plan.plan = plan.plan.withDraft(plan.plan
                    .draft()
                    .withDestinations(plan.plan.draft().destinations().stream()
                            .map(node -> new PlanDestination(
                                    node.sidecar(),
                                    node.hostId(),
                                    node.address(),
                                    "dc2",
                                    node.rack(),
                                    0,
                                    0,
                                    0,
                                    0,
                                    List.of(),
                                    List.of(),
                                    false))
                            .toList()));

            assertThat(plan.attempt(StepAction.CLEAN_UP_MEMBER)).isInstanceOf(StepOutcome.Done.class);

            assertThat(asked(plan)).isEmpty();
        }
    }

    /** It may be about to get ranges back, as a node sees that does not coordinate the plan. */
    @Test
    void itWaitsWhileANodeMoves() throws IOException {
        try (PlanScene plan = PlanScene.cleanup()) {
            plan.seesAnotherJoin("127.9.1.3", "127.9.1.8");

            assertThat(plan.attempt(StepAction.CLEAN_UP_MEMBER))
                    .isInstanceOfSatisfying(StepOutcome.Waiting.class, waiting -> {
                        assertThat(waiting.cause()).isEqualTo(PlanWait.Cause.CLUSTER_CHANGING);
                        assertThat(waiting.detail()).contains("127.9.1.8");
                    });
            assertThat(asked(plan)).isEmpty();
        }
    }
}
