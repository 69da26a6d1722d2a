/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.run;

import io.idaeus.api.ProblemType;
import io.idaeus.api.plan.PlanState;
import io.idaeus.api.plan.PlanWait.Cause;
import io.idaeus.sidecar.audit.AuditLog;
import io.idaeus.sidecar.job.Job;
import io.idaeus.sidecar.job.Steering;
import io.idaeus.sidecar.job.Watchers;
import io.idaeus.sidecar.plan.attempt.Defects;
import io.idaeus.sidecar.plan.attempt.Defects.Defect;
import io.idaeus.sidecar.plan.attempt.Obstacles;
import io.idaeus.sidecar.plan.attempt.PlannedComparisons;
import io.idaeus.sidecar.plan.attempt.RingLooks;
import io.idaeus.sidecar.plan.attempt.StepContext;
import io.idaeus.sidecar.plan.cluster.SidecarDirectory;
import io.idaeus.sidecar.plan.record.PlanChange;
import io.idaeus.sidecar.plan.record.PlanRecord;
import io.idaeus.sidecar.plan.record.PlanStore;
import io.idaeus.sidecar.plan.record.StepOutcome;
import io.idaeus.sidecar.plan.record.StepRecord;
import io.idaeus.sidecar.plan.source.PassedRanges;
import io.idaeus.sidecar.plan.step.Steps;
import io.idaeus.sidecar.plan.way.PlannedStep;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.store.LocalDiskException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs one plan: takes its steps in order, stores each change, and tells watchers. Everything that it decides is read from
 * the cluster anew, so that it goes on after a restart, or at another sidecar. Thread-safe.
 */
public final class PlanRun implements Job {
    private static final Logger LOG = LoggerFactory.getLogger(PlanRun.class);
    private static final Duration INTERVAL = Duration.ofSeconds(2);

    private final PlanStore store;
    private final SidecarDirectory directory;
    private final Clock clock;
    private final AuditLog audit;
    private final RingLooks looks;
    private final DestinationClaims claims;
    private final PlanTransfers transfers;
    private final PlannedComparisons comparisons;
    private final Defects defects = new Defects();
    private final Steering steering = new Steering();
    private final Watchers<PlanChange> watchers = new Watchers<>();
    private volatile PlanRecord record;

    public PlanRun(
            PlanStore store,
            SidecarDirectory directory,
            PlannedComparisons comparisons,
            Clock clock,
            AuditLog audit,
            PlanRecord record) {
        this.audit = audit;
        this.store = store;
        this.directory = directory;
        this.clock = clock;
        this.looks = new RingLooks(clock);
        this.claims = new DestinationClaims(directory, clock);
        this.transfers = new PlanTransfers(directory);
        this.comparisons = comparisons;
        this.record = record;
    }

    public PlanRecord record() {
        return record;
    }

    /** Stores a change before it takes effect. */
    public synchronized PlanRecord change(UnaryOperator<PlanRecord> change) {
        PlanRecord before = record;
        PlanRecord next = stored(change.apply(before));
        if (next.state().isFinal() && !before.state().isFinal()) {
            auditEnd(next);
        }
        tell(PlanChange.of(next));
        return next;
    }

    private void auditEnd(PlanRecord plan) {
        Map<String, String> target = new LinkedHashMap<>();
        target.put("id", plan.id());
        target.put("digest", plan.draft().digest());
        if (plan.approvedBy() != null) {
            target.put("approvedBy", plan.approvedBy());
        }
        if (!plan.accepted().isEmpty()) {
            target.put(
                    "accepted",
                    plan.accepted().stream()
                            .map(each -> each.code() + (each.by() == null ? "" : " by " + each.by()))
                            .collect(Collectors.joining(", ")));
        }
        Instant began = plan.approvedAt();
        audit.end(
                "plan.end",
                target,
                plan.requestedBy(),
                plan.state().name(),
                began == null ? null : Duration.between(began, now()));
    }

    private PlanRecord stored(PlanRecord next) {
        store.write(next);
        record = next;
        return next;
    }

    private void tell(PlanChange change) {
        watchers.tell(() -> change);
        steering.wake();
    }

    public AutoCloseable watch(Consumer<PlanChange> watcher) {
        return watchers.add(watcher, () -> PlanChange.of(record));
    }

    @Override
    public String id() {
        return record.id();
    }

    @Override
    public boolean hasEnded() {
        return record.hasEnded();
    }

    @Override
    public @Nullable Instant finishedAt() {
        return record.finishedAt();
    }

    @Override
    public boolean wantsWorker() {
        PlanRecord now = record;
        return !steering.isStopping() && now.isApproved() && !now.hasEnded() && now.state() != PlanState.PAUSED;
    }

    @Override
    public Steering steering() {
        return steering;
    }

    @Override
    public Map<String, String> logFields() {
        return Map.of("plan", id());
    }

    @Override
    public synchronized void pause() {
        become(PlanState.PAUSED, PlanState.RUNNING);
        follow();
    }

    // Its comparisons and transfers pause or go on with it.
    private void follow() {
        try {
            followComparisons();
        } finally {
            transfers.follow(record);
        }
    }

    /** Pauses or resumes what it compares, as the plan is. */
    public void followComparisons() {
        eachComparison(record.state() == PlanState.PAUSED ? comparisons::pause : comparisons::resume);
    }

    /** Also has Cassandra started again, where {@code cassandra.lifecycle} started it in vain. */
    @Override
    public synchronized void resume() {
        startAgain();
        become(PlanState.RUNNING, PlanState.PAUSED);
        follow();
    }

    private void eachComparison(Consumer<String> action) {
        record.steps().stream()
                .map(StepRecord::comparison)
                .filter(Objects::nonNull)
                .forEach(action);
    }

    /** Cancels what its steps have begun, but for transfers at destinations that do not answer. */
    public void cancelWork() {
        cancelComparisons();
        transfers.cancelAll(record);
    }

    /** Another coordinator makes its own. */
    void cancelComparisons() {
        eachComparison(comparisons::cancel);
    }

    private void become(PlanState to, PlanState from) {
        if (record.state() != to) {
            record.requireState(from);
            change(plan -> plan.withState(to));
        }
    }

    /** @throws ProblemException ILLEGAL_STATE once it has reached JOIN */
    @Override
    public synchronized void cancel() {
        PlanRecord plan = record;
        if (plan.state() == PlanState.CANCELLED || plan.state() == PlanState.CANCELLING) {
            return;
        }
        plan.requireState(PlanState.DRAFT, PlanState.RUNNING, PlanState.PAUSED);
        if (plan.hasJoined()) {
            throw new ProblemException(
                    ProblemType.ILLEGAL_STATE,
                    "plan " + id() + " has reached JOIN, and only goes forward (expected: a cancel before)");
        }
        change(now -> now.withState(plan.isApproved() ? PlanState.CANCELLING : PlanState.CANCELLED));
    }

    /** @throws ProblemException also where a destination does not answer */
    public void claim() {
        claims.claim(record);
    }

    /** Lets the destinations go. One that does not answer keeps its claim. */
    public void release() {
        PassedRanges.release(record, sidecar -> directory.at(sidecar).client());
        claims.release(record);
    }

    // Forgets when cassandra.lifecycle was last asked, in the step that runs.
    private void startAgain() {
        record.turn().stream()
                .filter(index -> record.steps().get(index).restartedAt() != null)
                .forEach(index -> change(
                        plan -> plan.withStep(index, plan.steps().get(index).withRestartedAt(null))));
    }

    /** Returns when the plan has ended or is paused, or the sidecar stops. */
    public void drive() {
        boolean stored = true;
        while (wantsWorker()) {
            List<Integer> before = record.turn();
            try {
                look();
                stored = true;
            } catch (LocalDiskException e) {
                if (stored) {
                    LOG.warn("plan {}: its record cannot be written; it retries every {}", id(), INTERVAL, e);
                }
                stored = false;
            } catch (RuntimeException e) {
                // Outside of the steps, whose defects advance() records.
                log(defects.of(e), "its end failed, and is tried again", e);
            }
            // The next step begins at once: every second in survey counts.
            if (record.turn().equals(before) && wantsWorker()) {
                steering.clearWakeups();
                steering.sleep(INTERVAL);
            }
        }
    }

    private void look() {
        if (record.state() == PlanState.RUNNING) {
            advance();
        } else if (record.state() == PlanState.CANCELLING) {
            new PlanEnd(this, directory, clock).cancel();
        }
    }

    private void advance() {
        List<Integer> turn = record.turn();
        if (turn.isEmpty()) {
            new PlanEnd(this, directory, clock).complete();
            return;
        }
        if (attempt(turn, this::lookAround)) {
            // One of them may have ended the plan, or gone back.
            turn.stream()
                    .filter(index ->
                            record.state() == PlanState.RUNNING && record.turn().contains(index))
                    .forEach(index -> attempt(List.of(index), () -> takeUnlessRefused(index)));
        }
    }

    // Its other calls would be refused, too, and an operator would do in vain what the step asks for. Past JOIN the
    // plan only goes forward.
    private void takeUnlessRefused(int index) {
        if (!record.hasJoined()) {
            claims.refusal(record.draft().steps().get(index)).ifPresent(refusal -> {
                throw refusal;
            });
        }
        take(index);
    }

    private void lookAround() {
        claims.updateIfDue(record);
        DeadNode.answers(record, directory).ifPresent(new PlanEnd(this, directory, clock)::deadNodeIsBack);
    }

    // One that cannot go on does not keep the others. Returns whether it went as it should.
    private boolean attempt(List<Integer> steps, Runnable action) {
        try {
            action.run();
            return true;
        } catch (ProblemException e) {
            if (steering.isStopping()) {
                return false;
            }
            if (e.type() == ProblemType.CLAIM_SUPERSEDED) {
                new PlanEnd(this, directory, clock).superseded();
                return false;
            }
            wait(steps, Obstacles.waiting(e));
        } catch (LocalDiskException e) {
            throw e;
        } catch (RuntimeException e) {
            if (steering.isStopping()) {
                return false;
            }
            Defect defect = defects.of(e);
            log(defect, "step " + (steps.get(0) + 1) + " failed", e);
            wait(
                    steps,
                    StepOutcome.waiting(
                            Cause.INTERNAL,
                            "this is a defect of the sidecar: its log has the cause under the id " + defect.id(),
                            "report it with that part of the log; the step is tried again by itself"));
        }
        return false;
    }

    private void wait(List<Integer> steps, StepOutcome.Waiting waiting) {
        steps.forEach(
                index -> changeStepIfRunning(index, step -> step.hasEnded() ? step : step.waitingFor(waiting, now())));
    }

    private void take(int index) {
        if (record.steps().get(index).startedAt() == null) {
            changeStepIfRunning(index, step -> step.begun(now()));
            claims.update(record);
            log(index, "begins");
        }
        StepOutcome outcome = attempt(index);
        if (outcome instanceof StepOutcome.Done done) {
            if (!done.due().isEmpty()) {
                change(plan -> plan.withMoreDue(done.due()));
            }
            changeStepIfRunning(index, step -> step.done(done.detail(), now()));
            log(index, "done: " + done.detail());
            claims.update(record);
        } else if (outcome instanceof StepOutcome.Back back) {
            goBack(index, back);
        } else if (outcome instanceof StepOutcome.Running running) {
            changeStepIfRunning(index, step -> step.running(running.detail(), running.progress()));
        } else if (outcome instanceof StepOutcome.Waiting waiting && !steering.isStopping()) {
            changeStepIfRunning(index, step -> step.waitingFor(waiting, now()));
        }
    }

    // Transfers and comparisons that an attempt begins after the plan was paused are stored, and paused.
    private StepOutcome attempt(int index) {
        try {
            return Steps.attempt(new StepContext(
                    record,
                    index,
                    directory,
                    clock,
                    looks,
                    change -> changeOnTheWay(index, change),
                    () -> record.state() == PlanState.RUNNING && !steering.isStopping(),
                    comparisons));
        } finally {
            if (record.state() == PlanState.PAUSED) {
                follow();
            }
        }
    }

    private void changeOnTheWay(int index, UnaryOperator<StepRecord> change) {
        Instant called = record.steps().get(index).calledAt();
        changeStep(index, change, PlanState.RUNNING, PlanState.PAUSED);
        if (!Objects.equals(called, record.steps().get(index).calledAt())) {
            // A sidecar that adopts the plan must know from now on that the node's tokens may be saved.
            claims.update(record);
        }
    }

    private void log(Defect defect, String what, RuntimeException e) {
        if (defect.isNew() && !steering.isStopping()) {
            LOG.error("{}: plan {}: {}", defect.id(), record.id(), what, e);
        }
    }

    private void log(int index, String what) {
        PlannedStep step = record.draft().steps().get(index);
        LOG.info(
                "plan {}: step {} {}{} {}",
                record.id(),
                index + 1,
                step.action(),
                step.destination() == null ? "" : " at " + step.destination(),
                what);
    }

    private synchronized void goBack(int index, StepOutcome.Back back) {
        int to = record.earlier(index, back.to());
        List<Integer> undone = record.stepsAfter(to, index);
        log(to, "again: " + back.why());
        transfers.cancel(record, undone);
        change(plan -> {
            PlanRecord next = plan;
            for (int step : undone) {
                next = next.withStep(step, StepRecord.PENDING);
            }
            return next.withStep(
                    to, plan.steps().get(to).running(back.why(), null).withAgain(back.keyspaces()));
        });
    }

    private Instant now() {
        return clock.instant();
    }

    // Does nothing once the plan is paused or cancelled: the next attempt comes to the same result.
    private void changeStepIfRunning(int index, UnaryOperator<StepRecord> change) {
        changeStep(index, change, PlanState.RUNNING);
    }

    private synchronized void changeStep(int index, UnaryOperator<StepRecord> change, PlanState... states) {
        if (!List.of(states).contains(record.state())) {
            return;
        }
        StepRecord before = record.steps().get(index);
        StepRecord after = change.apply(before);
        if (!after.equals(before)) {
            tell(new PlanChange(stored(record.withStep(index, after)), index));
        }
    }
}
