/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.step;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.cluster.ClusterNode;
import io.idaeus.api.node.CassandraProcess;
import io.idaeus.api.node.CassandraProcess.Phase;
import io.idaeus.api.node.PendingRanges;
import io.idaeus.api.plan.PlanWay;
import io.idaeus.api.transfer.TransferState;
import io.idaeus.sidecar.plan.record.StepOutcome;
import io.idaeus.sidecar.plan.run.PlanScene;
import io.idaeus.sidecar.plan.way.StepAction;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A replacement that was stopped for 45 s: the nodes that had known it ignore it until 90 s after its stop. */
class IgnoredNewcomerTest {
    private static final String IGNORANT = "127.9.1.2";

    private PlanScene plan;
    private int start;
    private int await;
    private Instant stopped;
    private boolean ignored = true;

    @BeforeEach
    void restarted() throws IOException {
        plan = PlanScene.replacement(PlanWay.SURVEY).runsOutside().isFilled();
        stop();
    }

    private void stop() {
        start = plan.steps(StepAction.START_IN_SURVEY).get(0);
        await = plan.steps(StepAction.AWAIT_SURVEY).get(0);
        stopped = plan.begun;
        plan.running = null;
        plan.attempt(start);
        plan.ring.set(
                IGNORANT,
                (method, path, keyspace, body) -> ignored && path.equals("/v1/pending-ranges")
                        ? new PendingRanges(keyspace, List.of())
                        : plan.member(method, path, keyspace, body));
    }

    @AfterEach
    void close() {
        plan.close();
    }

    private StepOutcome startedAfter(Duration silence, Duration now) {
        plan.now = stopped.plus(now);
        plan.runsInSurvey();
        CassandraProcess running = plan.running;
        plan.running = new CassandraProcess(
                running.version(),
                stopped.plus(silence),
                running.options(),
                running.mode(),
                Phase.SURVEY,
                running.hostId(),
                running.address(),
                running.datacenter(),
                running.rack(),
                running.numTokens(),
                running.seeds(),
                0,
                0);
        return plan.attempt(await);
    }

    @Test
    void thePlanSaysUntilWhenAndBringsOverWhatItCanMeanwhile() {
        StepOutcome outcome = startedAfter(Duration.ofSeconds(45), Duration.ofSeconds(60));

        assertThat(outcome).isInstanceOfSatisfying(StepOutcome.Running.class, running -> assertThat(running.detail())
                .contains(
                        IGNORANT + " does not know",
                        "it was silent from 2026-01-01T00:00:00Z",
                        "may ignore it until 2026-01-01T00:01:30Z",
                        "brought over: 2 transfers"));
        assertThat(ahead()).hasSize(2);
        assertThat(plan.commands()).hasSize(2);

        startedAfter(Duration.ofSeconds(45), Duration.ofSeconds(62));
        assertThat(plan.commands()).isEmpty();
    }

    /** Otherwise two transfers would import the same SSTables. Whatever keeps one back, the delta sees to it. */
    @Test
    void theDeltaBeginsAfterTheirEndAndGoesOnFromThem() {
        startedAfter(Duration.ofSeconds(45), Duration.ofSeconds(60));
        assertThat(awaited()).isInstanceOf(StepOutcome.Done.class);
        int delta = plan.steps(StepAction.DELTA).get(0);

        plan.isPaused();
        assertThat(plan.attempt(delta)).isNotInstanceOf(StepOutcome.Done.class);
        assertThat(plan.commands()).hasSize(2).allMatch(command -> command.endsWith("/resume"));

        plan.isEnded(TransferState.COMPLETED);
        plan.bodies.clear();
        plan.attempt(delta);
        assertThat(plan.bodies)
                .hasSize(2)
                .extracting(body -> new String(body, StandardCharsets.UTF_8))
                .allSatisfy(body -> assertThat(body).contains("fill-").containsAnyOf(ahead().toArray(String[]::new)));
    }

    /** Its source would keep the delta waiting for as long as it may fail. */
    @Test
    void theDeltaDoesNotWaitForASourceOfTheirsThatIsGone() throws IOException {
        plan.close();
        plan = PlanScene.spare(true).runsOutside().isFilled();
        stop();
        startedAfter(Duration.ofSeconds(45), Duration.ofSeconds(60));
        assertThat(awaited()).isInstanceOf(StepOutcome.Done.class);
        String gone = String.valueOf(
                plan.transfers.get(ahead().get(0)).request().sources().get(0).hostId());
        plan.nodes.members().stream()
                .filter(node -> node.hostId().equals(gone))
                .map(ClusterNode::address)
                .toList()
                .forEach(plan.nodes::down);

        plan.attempt(StepAction.DELTA);

        assertThat(plan.commands()).contains("POST /v1/claims/p1/transfers/" + ahead().get(0) + "/cancel");
    }

    // Every node listens again, and its writes from before have ended.
    private StepOutcome awaited() {
        ignored = false;
        Duration later = Duration.ofSeconds(91);
        startedAfter(Duration.ofSeconds(45), later);
        return startedAfter(Duration.ofSeconds(45), later.plusSeconds(6));
    }

    @Test
    void aShortSilenceIsNoReason() {
        StepOutcome outcome = startedAfter(Duration.ofSeconds(8), Duration.ofSeconds(30));

        assertThat(outcome).isInstanceOfSatisfying(StepOutcome.Running.class, running -> assertThat(running.detail())
                .doesNotContain("silent"));
        assertThat(ahead()).isEmpty();
    }

    @Test
    void onceAllListenAgainTheTimeIsOver() {
        StepOutcome outcome = startedAfter(Duration.ofSeconds(45), Duration.ofSeconds(90));

        assertThat(outcome).isInstanceOfSatisfying(StepOutcome.Running.class, running -> assertThat(running.detail())
                .doesNotContain("silent"));
    }

    /** The others' own delay counts. */
    @Test
    void aLongerRingDelayOfOneNodeIsALongerTime() {
        plan.nodes.options("127.9.1.4", "-Dcassandra.ring_delay_ms=60000");

        StepOutcome outcome = startedAfter(Duration.ofSeconds(45), Duration.ofSeconds(100));

        assertThat(outcome).isInstanceOfSatisfying(StepOutcome.Running.class, running -> assertThat(running.detail())
                .contains("until 2026-01-01T00:03:00Z"));
    }

    private List<String> ahead() {
        List<String> ids = new ArrayList<>();
        plan.plan.steps().get(await).transfers().values().forEach(ids::addAll);
        return ids;
    }
}
