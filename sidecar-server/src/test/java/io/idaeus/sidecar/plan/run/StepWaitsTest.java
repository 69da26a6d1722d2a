/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.idaeus.api.ProblemType;
import io.idaeus.api.cluster.Cluster;
import io.idaeus.api.cluster.ClusterNode;
import io.idaeus.api.keyspace.TableInfo;
import io.idaeus.api.node.CassandraProcess;
import io.idaeus.api.node.CassandraProcess.Phase;
import io.idaeus.api.plan.PlanWait.Cause;
import io.idaeus.api.plan.PlanWay;
import io.idaeus.api.transfer.TransferState;
import io.idaeus.sidecar.plan.record.StepOutcome;
import io.idaeus.sidecar.plan.record.WrittenTo;
import io.idaeus.sidecar.plan.way.StepAction;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.start.StartOptions;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A wait names all that the step waits for. */
class StepWaitsTest {
    private @Nullable PlanScene scene;

    @AfterEach
    void stop() {
        if (scene != null) {
            scene.close();
        }
    }

    private PlanScene replacement() throws IOException {
        PlanScene made = PlanScene.replacement(PlanWay.SURVEY);
        scene = made;
        return made;
    }

    private PlanScene rebuild() throws IOException {
        PlanScene made = PlanScene.rebuild();
        scene = made;
        return made;
    }

    private static StepOutcome.Waiting waiting(StepOutcome outcome) {
        assertThat(outcome).isInstanceOf(StepOutcome.Waiting.class);
        return (StepOutcome.Waiting) outcome;
    }

    @Test
    void checkNamesChangesAndRepairs() throws IOException {
        PlanScene plan = replacement();
        ClusterNode second = node(plan, "127.9.1.2");
        plan.ring.set(
                "127.9.1.2",
                (method, path, keyspace, body) ->
                        path.equals("/v1/cluster") ? with(plan.nodes.seenBy(second), 2) : null);
        // No sources, which answer in part.
        for (String address : List.of("127.9.2.1", "127.9.2.2")) {
            plan.ring.set(
                    address,
                    (method, path, keyspace, body) -> path.equals("/v1/limits")
                            ? AnsweringRing.problem(ProblemType.FORBIDDEN, "no limits")
                            : null);
        }

        StepOutcome.Waiting waiting = waiting(plan.attempt(StepAction.CHECK));

        assertThat(waiting.cause()).isEqualTo(Cause.CLUSTER_CHANGING);
        assertThat(waiting.detail())
                .contains("NO_SIDECAR 127.9.2.1", "NO_SIDECAR 127.9.2.2", "repairs run on", "127.9.1.2:", "(2)");
        assertThat(waiting.remedy())
                .contains(
                        "make a new one with --accept NO_SIDECAR: nothing has been started yet", "wait until they end");
    }

    @Test
    void fillNamesEveryKeyspaceWithoutSourcesAndTheTransfersOfTheOthers() throws IOException {
        PlanScene plan = rebuild();
        int fill = plan.steps(StepAction.FILL).get(0);
        plan.filled(fill, "bank", TransferState.FAILED);
        // It is up, and its sidecar does not answer for it.
        plan.ring.set(
                "127.9.1.2",
                (method, path, keyspace, body) ->
                        path.equals("/v1/node") ? AnsweringRing.problem(ProblemType.FORBIDDEN, "no") : null);
        plan.ring.set(
                "127.9.1.3",
                (method, path, keyspace, body) ->
                        path.equals("/v1/node") ? AnsweringRing.problem(ProblemType.FORBIDDEN, "no") : null);

        StepOutcome.Waiting first = waiting(plan.attempt(fill));
        assertThat(first.cause()).isEqualTo(Cause.TOO_FEW_SOURCES);
        assertThat(first.detail())
                .contains("shop (", "their sidecars do not answer: 127.9.1.2, 127.9.1.3")
                .contains("transfer fill-bank-" + fill + " of bank failed");
        assertThat(first.remedy()).contains("start them", "idaeus transfer show fill-bank-" + fill);

        plan.later(Duration.ofMinutes(10));
        assertThat(waiting(plan.attempt(fill)).detail()).contains("shop (", "bank (");
    }

    /** Transfers may have ended before anybody looked. */
    @Test
    void whatAFillHasMovedIsKnownHoweverFastItWas() throws IOException {
        PlanScene plan = rebuild().isFilled();
        int fill = plan.steps(StepAction.FILL).get(0);

        assertThat(plan.attempt(fill)).isInstanceOf(StepOutcome.Done.class);

        assertThat(plan.plan.steps().get(fill).progress()).isNotNull();
    }

    @Test
    void aFillThatPausesNamesTheTransfersThatHaveFailed() throws IOException {
        PlanScene plan = replacement().runsOutside();
        int fill = plan.steps(StepAction.FILL).get(0);
        plan.filled(fill, "bank", TransferState.FAILED);
        plan.filled(fill, "shop", TransferState.PULLING);
        plan.nodes.down("127.9.1.2");
        plan.nodes.down("127.9.1.4");

        StepOutcome.Waiting waiting = waiting(plan.attempt(fill));

        assertThat(waiting.cause()).isEqualTo(Cause.NODE_DOWN);
        assertThat(waiting.detail()).contains("127.9.1.2", "127.9.1.4", "transfer fill-bank-" + fill);
    }

    @Test
    void declareNamesTheRingRepairsAndCompactions() throws IOException {
        PlanScene plan = replacement().runsOutside().isFilled();
        plan.running = compacting(plan, 101);
        ClusterNode second = node(plan, "127.9.1.2");
        plan.ring.set(
                "127.9.1.2",
                (method, path, keyspace, body) ->
                        path.equals("/v1/cluster") ? with(plan.nodes.seenBy(second), 1) : null);
        ClusterNode self = node(plan, PlanScene.SELF);
        plan.ring.set(
                PlanScene.SELF,
                (method, path, keyspace, body) ->
                        path.equals("/v1/cluster") ? moving(plan.nodes.seenBy(self), "127.9.1.2", "127.9.1.4") : null);

        StepOutcome.Waiting waiting = waiting(plan.attempt(StepAction.DECLARE));

        assertThat(waiting.detail())
                .contains("node 127.9.1.2 is MOVING", "node 127.9.1.4 is MOVING", "repairs run on", "101 compactions");
        assertThat(plan.commands()).isEmpty();
    }

    @Test
    void declareGoesBackForEveryKeyspaceThatHasChangedAndNamesEveryOneThatIsRefused() throws IOException {
        PlanScene plan = replacement().runsOutside().isFilled();
        for (String keyspace : List.of("shop", "bank")) {
            plan.refusals.put(
                    "\"keyspace\":\"" + keyspace + "\"",
                    AnsweringRing.problem(ProblemType.TABLE_CHANGED, keyspace + ".t was created anew"));
        }
        assertThat(plan.attempt(StepAction.DECLARE)).isInstanceOfSatisfying(StepOutcome.Back.class, back -> {
            assertThat(back.keyspaces()).containsExactlyInAnyOrder("shop", "bank");
            assertThat(back.why()).contains("shop.t was", "bank.t was");
        });

        plan.refusals.replaceAll((key, any) -> AnsweringRing.problem(ProblemType.ILLEGAL_STATE, "not " + key));
        assertThat(waiting(plan.attempt(StepAction.DECLARE)).detail()).contains("shop", "bank");
    }

    @Test
    void joinNamesSilentNodesAndCompactions() throws IOException {
        PlanScene plan = replacement().runsInSurvey();
        writtenTo(plan);
        plan.running = compacting(plan, 101);
        for (String silent : List.of("127.9.1.2", "127.9.1.4")) {
            plan.ring.set(
                    silent,
                    (method, path, keyspace, body) -> AnsweringRing.problem(ProblemType.CASSANDRA_UNAVAILABLE, "down"));
        }

        StepOutcome.Waiting waiting = waiting(plan.attempt(StepAction.JOIN));

        assertThat(waiting.cause()).isEqualTo(Cause.NODE_DOWN);
        assertThat(waiting.detail()).contains("127.9.1.2", "127.9.1.4", "101 compactions");
        assertThat(waiting.remedy()).contains("start their sidecars", "setcompactionthroughput");
    }

    @Test
    void verifyNamesEveryTableThatWasTruncated() throws IOException {
        PlanScene plan = rebuild().isFilled();
        int verify = plan.steps(StepAction.VERIFY).get(0);
        String destination =
                String.valueOf(plan.plan.draft().steps().get(verify).destination());
        plan.transfers.replaceAll((id, transfer) -> transfer);
        plan.ring.set(destination.substring("http://".length(), destination.lastIndexOf(':')), (m, path, k, body) -> {
            if (path.startsWith("/v1/claims/p1/transfers/")) {
                return plan.transfers.get(path.substring(path.lastIndexOf('/') + 1));
            }
            return path.startsWith("/v1/keyspaces/") ? truncated(path.split("/", -1)[3], plan) : null;
        });

        StepOutcome.Waiting waiting = waiting(plan.attempt(verify));

        assertThat(waiting.detail()).contains("shop.t was truncated", "bank.t was truncated");
        assertThat(waiting.remedy()).contains("truncate shop.t again", "truncate bank.t again");
    }

    @Test
    void aStartNamesWrongOptionsAndAWrongPlace() throws IOException {
        PlanScene plan = replacement().runs(Phase.NOT_JOINED, StartOptions.OUTSIDE + "?");
        plan.running = elsewhere(Objects.requireNonNull(plan.running));

        StepOutcome.Waiting waiting = waiting(plan.attempt(StepAction.START_WITHOUT_JOINING));

        assertThat(waiting.cause()).isEqualTo(Cause.OPERATOR);
        assertThat(waiting.detail()).contains(StartOptions.OUTSIDE + " is missing", "rack r9", "num_tokens is 4");
        assertThat(waiting.remedy())
                .contains("Start Cassandra with " + StartOptions.OUTSIDE, "correct its configuration");
    }

    @Test
    void aClaimNamesEveryDestinationThatFails() throws IOException {
        PlanScene plan = rebuild();
        plan.refusals.put("/v1/claims/p1", AnsweringRing.problem(ProblemType.FORBIDDEN, "nobody approved it"));

        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> new DestinationClaims(plan.directory, Clock.systemUTC()).claim(plan.plan))
                .withMessageContaining("127.9.2.1")
                .withMessageContaining("127.9.2.2")
                .withMessageContaining("127.9.2.3");
    }

    private static void writtenTo(PlanScene plan) {
        int await = plan.steps(StepAction.AWAIT_SURVEY).get(0);
        plan.plan = plan.plan.withStep(
                await, plan.plan.steps().get(await).withWrittenTo(new WrittenTo(plan.begun, plan.begun)));
    }

    private static TableInfo truncated(String keyspace, PlanScene plan) {
        TableInfo known = plan.nodes.keyspaces().stream()
                .filter(each -> each.info().name().equals(keyspace))
                .findFirst()
                .orElseThrow()
                .tables()
                .get(0);
        return new TableInfo(
                keyspace, known.table(), known.id(), known.createStatement(), known.definition(), plan.begun, null);
    }

    private static ClusterNode node(PlanScene plan, String address) {
        return plan.nodes.members().stream()
                .filter(node -> node.address().equals(address))
                .findFirst()
                .orElseThrow();
    }

    private static Cluster with(Cluster view, int repairs) {
        return copy(view, view.nodes(), repairs);
    }

    private static Cluster moving(Cluster view, String... addresses) {
        return copy(
                view,
                view.nodes().stream()
                        .map(node -> List.of(addresses).contains(node.address())
                                ? new ClusterNode(
                                        node.hostId(),
                                        node.address(),
                                        node.datacenter(),
                                        node.rack(),
                                        node.liveness(),
                                        "MOVING",
                                        node.tokens(),
                                        null)
                                : node)
                        .toList(),
                view.repairs());
    }

    private static Cluster copy(Cluster view, List<ClusterNode> nodes, int repairs) {
        return new Cluster(
                view.name(),
                view.hostId(),
                view.cassandraVersion(),
                nodes,
                view.schemaVersions(),
                view.releaseVersions(),
                view.epoch(),
                view.maxWriteTimeoutMillis(),
                repairs);
    }

    private static CassandraProcess compacting(PlanScene plan, int compactions) {
        CassandraProcess now = Objects.requireNonNull(plan.running);
        return new CassandraProcess(
                now.version(),
                now.startedAt(),
                now.options(),
                now.mode(),
                now.phase(),
                now.hostId(),
                now.address(),
                now.datacenter(),
                now.rack(),
                now.numTokens(),
                now.seeds(),
                compactions,
                now.streamedBytes());
    }

    private static CassandraProcess elsewhere(CassandraProcess now) {
        return new CassandraProcess(
                now.version(),
                now.startedAt(),
                now.options(),
                now.mode(),
                now.phase(),
                now.hostId(),
                now.address(),
                now.datacenter(),
                "r9",
                4,
                now.seeds(),
                0,
                0);
    }
}
