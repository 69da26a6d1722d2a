/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.step;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.comparison.ComparisonRequest;
import io.idaeus.api.comparison.ComparisonResult;
import io.idaeus.api.comparison.ComparisonState;
import io.idaeus.api.comparison.ComparisonWait;
import io.idaeus.api.plan.PlanDue;
import io.idaeus.api.plan.PlanState;
import io.idaeus.api.transfer.Transfer;
import io.idaeus.api.transfer.TransferState;
import io.idaeus.sidecar.audit.AuditLog;
import io.idaeus.sidecar.plan.attempt.StepContext;
import io.idaeus.sidecar.plan.record.PlanStore;
import io.idaeus.sidecar.plan.record.StepOutcome;
import io.idaeus.sidecar.plan.run.PlanRun;
import io.idaeus.sidecar.plan.run.PlanScene;
import io.idaeus.sidecar.plan.run.Undo;
import io.idaeus.sidecar.plan.way.StepAction;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompareStepsTest {
    private PlanScene plan;
    private int step;

    @BeforeEach
    void begin() throws IOException {
        plan = PlanScene.comparing();
        step = plan.steps(StepAction.COMPARE).get(0);
        plan.plan = plan.plan.withStep(step, plan.plan.steps().get(step).begun(plan.begun));
    }

    @AfterEach
    void stop() {
        plan.close();
    }

    private void isCopied(Instant... oldest) {
        List<Integer> fills = plan.steps(StepAction.FILL);
        for (int i = 0; i < oldest.length; i++) {
            Instant at = oldest[i];
            plan.plan = plan.plan.withStep(
                    fills.get(i), plan.plan.steps().get(fills.get(i)).withOldestSnapshot(at));
        }
    }

    private StepOutcome.Done done() {
        StepOutcome outcome = plan.attempt(step);
        assertThat(outcome).isInstanceOf(StepOutcome.Done.class);
        return (StepOutcome.Done) outcome;
    }

    @Test
    void isTheStepAfterAllOthers() {
        assertThat(step).isEqualTo(plan.plan.steps().size() - 1);
        assertThat(plan.plan.draft().due()).extracting(PlanDue::what).doesNotContain("Compare the clusters");
    }

    @Test
    void theOldestSnapshotOfAllNodesIsTheTime() {
        isCopied(plan.begun.minusSeconds(5), plan.begun.minusSeconds(9), plan.begun);

        assertThat(plan.attempt(step)).isInstanceOf(StepOutcome.Running.class);

        assertThat(plan.plan.steps().get(step).comparison()).isEqualTo("c1");
        assertThat(plan.comparisons.comparisons.get("c1").request())
                .isEqualTo(new ComparisonRequest(
                        "http://10.0.1.1:9043",
                        List.of("bank.t", "shop.t"),
                        null,
                        null,
                        plan.begun.minusSeconds(9).toString(),
                        null));
    }

    @Test
    void oneComparisonCountsUntilItEnds() {
        for (ComparisonState state : List.of(ComparisonState.QUEUED, ComparisonState.RUNNING, ComparisonState.PAUSED)) {
            assertThat(plan.attempt(step)).isInstanceOf(StepOutcome.Running.class);
            plan.comparisons.become("c1", state, null, null);
        }
        assertThat(plan.attempt(step)).isInstanceOf(StepOutcome.Running.class);
        plan.comparisons.become("c1", ComparisonState.COMPLETED, ComparisonResult.SAME, plan.begun);

        assertThat(done().detail()).contains("c1", "all rows are the same");
        assertThat(done().due()).isEmpty();
        // The plan runs: an operator who wants it to wait pauses the plan.
        assertThat(plan.comparisons.commands).containsExactly("begin c1", "resume c1");
    }

    @Test
    void whatDiffersOrCouldNotBeComparedIsLeftToLookAt() {
        StepOutcome unused = plan.attempt(step);
        plan.comparisons.become("c1", ComparisonState.COMPLETED, ComparisonResult.DIFFERENT, plan.begun);
        assertThat(done().due())
                .extracting(PlanDue::command)
                .containsExactly("idaeus --url " + plan.plan.coordinator() + " compare show c1");
        plan.comparisons.become("c1", ComparisonState.COMPLETED, ComparisonResult.INCOMPLETE, plan.begun);
        assertThat(done().due())
                .extracting(PlanDue::command)
                .containsExactly("idaeus --url " + plan.plan.coordinator() + " compare show c1");
        plan.comparisons.become("c1", ComparisonState.CANCELLED, null, plan.begun);
        assertThat(done().due())
                .extracting(PlanDue::command)
                .containsExactly("idaeus --url " + plan.plan.coordinator()
                        + " compare --with http://10.0.1.1:9043 --table 'bank.*' --table 'shop.*'");
    }

    @Test
    void oneThatFailedOrWasDeletedIsMadeAgain() {
        StepOutcome unused = plan.attempt(step);
        plan.comparisons.become("c1", ComparisonState.FAILED, null, plan.begun);

        assertThat(plan.attempt(step))
                .isInstanceOfSatisfying(StepOutcome.Waiting.class, waiting -> assertThat(waiting.detail())
                        .contains("c1", "no rows are read"));
        assertThat(plan.plan.steps().get(step).comparison()).isEqualTo("c1");
        plan.later(Duration.ofMinutes(2));
        assertThat(plan.attempt(step)).isInstanceOf(StepOutcome.Running.class);
        assertThat(plan.plan.steps().get(step).comparison()).isEqualTo("c2");
        plan.comparisons.comparisons.clear();
        assertThat(plan.attempt(step)).isInstanceOf(StepOutcome.Running.class);
        assertThat(plan.comparisons.commands).containsExactly("begin c1", "delete c1", "begin c2", "begin c3");
    }

    @Test
    void whatItWaitsForThePlanWaitsFor() {
        StepOutcome unused = plan.attempt(step);
        plan.comparisons.waits("c1", new ComparisonWait("10.0.0.1 is silent", "start it", plan.begun));

        assertThat(plan.attempt(step)).isInstanceOfSatisfying(StepOutcome.Waiting.class, waiting -> {
            assertThat(waiting.detail()).contains("10.0.0.1 is silent");
            assertThat(waiting.remedy()).isEqualTo("start it");
        });
    }

    @Test
    void nothingBeginsForAPlanThatIsCancelled() {
        plan.wanted = false;

        assertThat(plan.attempt(step)).isInstanceOf(StepOutcome.Running.class);

        assertThat(plan.comparisons.commands).isEmpty();
    }

    /** Then nobody else knows of the comparison. */
    @Test
    void oneThatBeginsWhileThePlanIsCancelledIsCancelled() {
        StepContext seen = plan.context(step);
        StepOutcome unused = CompareSteps.take(new StepContext(
                seen.plan(),
                step,
                seen.directory(),
                seen.clock(),
                seen.looks(),
                change -> {},
                () -> true,
                plan.comparisons));

        assertThat(plan.comparisons.commands).containsExactly("begin c1", "cancel c1");
    }

    /** The oldest one of all sources of all transfers. */
    @Test
    void aFillNotesItsOldestSnapshot() {
        int fill = plan.steps(StepAction.FILL).get(0);

        ClonedTables.noteOldestSnapshot(
                plan.context(fill),
                List.of(
                        from(null),
                        from(plan.begun.plusSeconds(3)),
                        from(plan.begun),
                        from(plan.begun.plusSeconds(1))));

        assertThat(plan.plan.steps().get(fill).oldestSnapshot()).isEqualTo(plan.begun);
    }

    private static Transfer from(@Nullable Instant snapshotAt) {
        Transfer like = HinderedTransfersTest.transfer("shop", TransferState.COMPLETED, null, null, List.of());
        return new Transfer(
                like.id(),
                like.plan(),
                like.requestedBy(),
                like.state(),
                like.reason(),
                like.since(),
                like.attempts(),
                like.waiting(),
                like.outcome(),
                like.createdAt(),
                like.finishedAt(),
                like.request(),
                List.of(new Transfer.SourceStatus("http://10.0.0.1:9043", "a", "tag", 1, null, snapshotAt)),
                like.progress(),
                like.sstables(),
                like.phases(),
                like.findings(),
                like.cleanupDue(),
                like.maxRate(),
                like.problem());
    }

    @Test
    void aPlanThatIsCancelledThenHasAllTables() {
        List<PlanDue> due = Undo.of(
                plan.plan.withStep(step, plan.plan.steps().get(step).begun(plan.begun)), newcomer -> Optional.empty());

        assertThat(due)
                .extracting(PlanDue::what)
                .contains("Compare the clusters")
                .noneMatch(what -> what.contains("--truncate"));
    }

    @Test
    void itPausesResumesAndEndsWithThePlan(@TempDir Path directory) {
        plan.plan = plan.plan.withStep(step, plan.plan.steps().get(step).withComparison("c1"));
        for (int i = 0; i < step; i++) {
            plan.plan = plan.plan.withStep(i, plan.plan.steps().get(i).done("as planned", plan.begun));
        }
        PlanRun run = new PlanRun(
                PlanStore.open(directory),
                plan.directory,
                plan.comparisons,
                Clock.systemUTC(),
                AuditLog.none(),
                plan.plan);

        run.pause();
        run.resume();
        run.cancel();
        assertThat(run.record().state()).isEqualTo(PlanState.CANCELLING);
        run.cancelWork();

        assertThat(plan.comparisons.commands).containsExactly("pause c1", "resume c1", "cancel c1");
    }
}
