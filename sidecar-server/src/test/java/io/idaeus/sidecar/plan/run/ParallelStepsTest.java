/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.ProblemType;
import io.idaeus.api.plan.PlanState;
import io.idaeus.api.plan.PlanStep;
import io.idaeus.api.plan.PlanWait;
import io.idaeus.api.plan.PlanWait.Cause;
import io.idaeus.api.plan.PlanWay;
import io.idaeus.api.transfer.TransferState;
import io.idaeus.sidecar.Await;
import io.idaeus.sidecar.audit.AuditLog;
import io.idaeus.sidecar.audit.Trail;
import io.idaeus.sidecar.plan.record.PlanStore;
import io.idaeus.sidecar.plan.record.StepOutcome;
import io.idaeus.sidecar.plan.record.StepRecord;
import io.idaeus.sidecar.plan.way.StepAction;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The three nodes of a rack are filled at the same time. */
class ParallelStepsTest {
    private static final List<Integer> FILLS = List.of(1, 2, 3);

    @TempDir
    Path directory;

    @Test
    void oneThatDoesNotAnswerDoesNotKeepTheOthers() throws Exception {
        try (PlanScene plan = PlanScene.rebuildAtOnce(null);
                AuditLog audit = new Trail(directory.resolve("audit.jsonl")).open()) {
            assertThat(plan.steps(StepAction.FILL)).isEqualTo(FILLS);
            refuse(plan, 1, path -> path.endsWith("/transfers"), ProblemType.CASSANDRA_UNAVAILABLE);
            PlanRun run = run(plan, audit);
            Thread driving = new Thread(run::drive);
            driving.start();
            fillAllBut(1, plan, run);

            assertThat(run.record().steps().subList(1, 5))
                    .extracting(StepRecord::state)
                    .containsExactly(
                            PlanStep.State.WAITING, PlanStep.State.DONE, PlanStep.State.DONE, PlanStep.State.PENDING);
            assertThat(run.record().steps().get(1).waiting().cause()).isEqualTo(Cause.NODE_DOWN);
            run.steering().stop();
            driving.join();
        }
    }

    /** Each step that ends tells all destinations. */
    @Test
    void oneThatRefusesItsClaimDoesNotUndoTheOthers() throws Exception {
        try (PlanScene plan = PlanScene.rebuildAtOnce(null);
                AuditLog audit = new Trail(directory.resolve("audit.jsonl")).open()) {
            refuse(plan, 3, path -> path.startsWith("/v1/claims/p1"), ProblemType.FORBIDDEN);
            PlanRun run = run(plan, audit);
            Thread driving = new Thread(run::drive);
            driving.start();
            fillAllBut(3, plan, run);
            run.steering().stop();
            driving.join();

            assertThat(run.record().steps().subList(1, 4))
                    .extracting(StepRecord::state)
                    .containsExactly(PlanStep.State.DONE, PlanStep.State.DONE, PlanStep.State.WAITING);
        }
    }

    /** Otherwise an operator would start a node for a plan that its sidecar refuses, for instance that of an earlier build. */
    @Test
    void oneThatRefusesItsClaimIsNotWaitedForInVain() throws Exception {
        try (PlanScene plan = PlanScene.replacement(PlanWay.SURVEY);
                AuditLog audit = new Trail(directory.resolve("audit.jsonl")).open()) {
            plan.refusals.put(
                    "/v1/claims/p1", AnsweringRing.problem(ProblemType.FORBIDDEN, "not what was approved: digest"));
            PlanRun run = run(plan, audit);
            Thread driving = new Thread(run::drive);
            driving.start();
            Await.until("it waits", () -> run.record().steps().get(1).waiting() != null);
            PlanWait refused = run.record().steps().get(1).waiting();
            plan.refusals.clear();
            run.steering().stop();
            driving.join();

            assertThat(refused.detail()).contains("not what was approved: digest");
            assertThat(refused.cause()).isNotEqualTo(Cause.OPERATOR);
        }
    }

    // The destination of a step answers some requests with a problem.
    private static void refuse(PlanScene plan, int step, Predicate<String> paths, ProblemType problem) {
        plan.ring.set(
                addressOf(plan.plan.draft().steps().get(step).destination()),
                (method, path, keyspace, body) -> paths.test(path)
                        ? AnsweringRing.problem(problem, "refused by the test")
                        : plan.member(method, path, keyspace, body));
    }

    private static void fillAllBut(int step, PlanScene plan, PlanRun run) throws InterruptedException {
        Await.until("the others begin", () -> plan.transfers.size() == 4);
        plan.isEnded(TransferState.COMPLETED);
        Await.until("the others are filled", () -> run.record().turn().equals(List.of(step)));
    }

    /** It holds nothing that anybody reads. */
    @Test
    void oneThatIsDownDoesNotPauseTheOthers() throws IOException {
        try (PlanScene plan = PlanScene.rebuildAtOnce(null)) {
            plan.plan = plan.plan.withStep(0, StepRecord.PENDING.done("", plan.begun));
            plan.nodes.down(addressOf(plan.plan.draft().steps().get(1).destination()));

            assertThat(plan.attempt(2)).isInstanceOf(StepOutcome.Running.class);
            assertThat(plan.transfers).hasSize(2);
        }
    }

    @Test
    void theTransfersOfAllOfThemArePaused() throws Exception {
        try (PlanScene plan = PlanScene.rebuildAtOnce(null);
                AuditLog audit = new Trail(directory.resolve("audit.jsonl")).open()) {
            FILLS.forEach(fill -> plan.filled(fill, "shop", TransferState.PULLING));
            PlanRun run = run(plan, audit);

            run.pause();

            assertThat(run.record().state()).isEqualTo(PlanState.PAUSED);
            assertThat(plan.commands()).hasSize(3).allMatch(command -> command.endsWith("/pause"));
        }
    }

    @Test
    void eachHasAnEqualPartOfTheRateAndMoreOnceAnotherIsFilled() throws IOException {
        try (PlanScene plan = PlanScene.rebuildAtOnce(18L << 20)) {
            plan.plan = plan.plan.withStep(0, StepRecord.PENDING.done("", plan.begun));
            plan.attempt(1);
            // Two keyspaces each.
            assertThat(plan.bodies).isNotEmpty().allSatisfy(body -> assertThat(text(body))
                    .contains("\"maxRate\":3145728"));

            plan.plan = plan.plan
                    .withStep(2, StepRecord.PENDING.done("", plan.begun))
                    .withStep(3, StepRecord.PENDING.done("", plan.begun));
            plan.bodies.clear();
            plan.attempt(1);

            assertThat(plan.bodies).isNotEmpty().allSatisfy(body -> assertThat(text(body))
                    .contains("\"maxRate\":9437184"));
        }
    }

    private PlanRun run(PlanScene plan, AuditLog audit) throws IOException {
        plan.plan = plan.plan.withStep(0, StepRecord.PENDING.done("", plan.begun));
        PlanStore store = PlanStore.open(directory);
        store.write(plan.plan);
        return new PlanRun(store, plan.directory, plan.comparisons, Clock.systemUTC(), audit, plan.plan);
    }

    private static String addressOf(String sidecar) {
        return sidecar.substring("http://".length(), sidecar.lastIndexOf(':'));
    }

    private static String text(byte[] body) {
        return new String(body, StandardCharsets.UTF_8);
    }
}
