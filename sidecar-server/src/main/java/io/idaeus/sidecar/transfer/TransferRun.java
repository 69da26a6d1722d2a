/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer;

import io.idaeus.api.ProblemType;
import io.idaeus.api.Transfer;
import io.idaeus.api.TransferEvent;
import io.idaeus.api.TransferSstable;
import io.idaeus.api.TransferState;
import io.idaeus.sidecar.planning.Plan;
import io.idaeus.sidecar.planning.PlannedSstable;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.throttle.Throttle;
import io.idaeus.sidecar.throttle.ThrottleChain;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One transfer: its record, its progress, and who watches it. A change is on disk before it is visible.
 *
 * <p>Threading: one worker at a time drives it; cancel, pause, resume, views and watchers come from any thread.
 */
final class TransferRun {
    private static final Logger LOG = LoggerFactory.getLogger(TransferRun.class);

    private final TransferJournal journal;
    private final Clock clock;

    /** Given to whoever sleeps in {@link #pause} when there is something new to look at. */
    private final Semaphore wake = new Semaphore(0);

    private final Watchers watchers = new Watchers();
    private volatile TransferRecord record;
    private volatile ProgressCounter progress;
    private volatile @Nullable SstableOutcomes outcomes;
    private final AtomicBoolean claimed = new AtomicBoolean();
    private volatile boolean stopping;

    /** How often it was paused: whoever began before the last of them stops, also where a resume came at once. */
    private volatile int pauses;

    private volatile int pausesBeforeClaim;
    private @Nullable Throttle pace;

    /** What is true and could not be written: only that it waits for the disk. */
    private volatile @Nullable TransferRecord unwritten;

    /** {@link SstableOutcomes#changes} that are on disk; negative where nobody knows. */
    private long changesWritten = -1;

    TransferRun(TransferJournal journal, TransferRecord record, Clock clock) {
        this.journal = journal;
        this.record = record;
        this.clock = clock;
        this.progress = new ProgressCounter(clock);
        progress.goOnFrom(record.progress());
    }

    String id() {
        return record.id();
    }

    TransferRecord record() {
        return record;
    }

    TransferState state() {
        return record.state();
    }

    /** The phase that it is in, or goes on in. */
    TransferState phase() {
        return record.phase();
    }

    ProgressCounter progress() {
        return progress;
    }

    /** Begins to count anew: what an earlier try still tells is lost, and what it brought is found again. */
    synchronized ProgressCounter countAnew() {
        ProgressCounter anew = new ProgressCounter(clock);
        Plan plan = outcomes().plan();
        anew.expect(plan.bytes(), plan.files());
        progress = anew;
        return anew;
    }

    /** The plan and its outcomes, read back from disk once where this process did not make them. */
    SstableOutcomes outcomes() {
        SstableOutcomes known = outcomes;
        return known == null ? readOutcomes() : known;
    }

    private synchronized SstableOutcomes readOutcomes() {
        SstableOutcomes known = outcomes;
        if (known == null) {
            known = storedOutcomes()
                    .orElseThrow(() -> new IllegalStateException("transfer " + id() + " is " + state()
                            + " and its plan is not on disk; cancel it and start another"));
            adopt(known);
        }
        return known;
    }

    private Optional<SstableOutcomes> storedOutcomes() {
        return journal.plan(id()).map(stored -> new SstableOutcomes(stored.plan(), stored.outcomes()));
    }

    /** The same, where it is in memory. */
    @Nullable
    SstableOutcomes knownOutcomes() {
        return outcomes;
    }

    synchronized void planned(Plan plan) {
        SstableOutcomes made = new SstableOutcomes(plan);
        journal.write(id(), made.record());
        adopt(made);
    }

    /** Adds to what is planned. */
    synchronized void planMore(List<PlannedSstable> more) {
        SstableOutcomes extended = outcomes().with(more);
        journal.write(id(), extended.record());
        adopt(extended);
    }

    private void adopt(SstableOutcomes known) {
        progress.expect(known.plan().bytes(), known.plan().files());
        outcomes = known;
        changesWritten = known.changes();
    }

    /** Puts the outcomes on disk, where they are not. */
    synchronized void checkpoint() {
        SstableOutcomes now = outcomes();
        long changes = now.changes();
        if (changes != changesWritten) {
            journal.write(id(), now.record());
            changesWritten = changes;
        }
    }

    synchronized void change(UnaryOperator<TransferEdit> edit) {
        write(withProgress(edit.apply(record.edit())).done());
    }

    private void write(TransferRecord next) {
        journal.write(next);
        TransferState before = record.state();
        record = next;
        unwritten = null;
        if (before != next.state()) {
            LOG.info("{} {} -> {}{}", id(), before, next.state(), next.reason() == null ? "" : ": " + next.reason());
        }
        notifyWatchers();
    }

    /** True for one caller at a time, who alone may work on it in this process until {@link #release}. */
    synchronized boolean claim() {
        boolean free = claimed.compareAndSet(false, true);
        if (free) {
            pausesBeforeClaim = pauses;
        }
        return free;
    }

    void release() {
        claimed.set(false);
    }

    /** Whether there is something to do: it has not ended, and is not paused by an operator. */
    boolean wantsWorker() {
        TransferRecord now = record;
        return !stopping && !now.state().isFinal() && (!now.pauseRequested() || now.cancelRequested());
    }

    /** @throws TransferInterruptedException where a cancel or a pause was asked for: no phase begins then */
    synchronized void enter(TransferState state) throws TransferInterruptedException {
        if (record.cancelRequested() || isPaused()) {
            throw new TransferInterruptedException(!record.cancelRequested());
        }
        change(edit -> edit.state(state, null, clock.instant()));
    }

    /** Says what its phase waits for, while it tries again. */
    synchronized void waits(Obstacle obstacle, int tried) {
        if (isFree()) {
            change(edit -> edit.waits(obstacle, tried, clock.instant()));
        }
    }

    /** Nothing moves until this is over. It is seen also where it cannot be written. */
    synchronized void hold(Obstacle obstacle, int tried) {
        if (!isFree()) {
            return;
        }
        TransferRecord held = withProgress(shown().edit().paused(obstacle, tried, clock.instant()))
                .done();
        try {
            write(held);
        } catch (LocalDiskException e) {
            unwritten = held;
            notifyWatchers();
        }
    }

    private TransferRecord shown() {
        TransferRecord waiting = unwritten;
        return waiting == null ? record : waiting;
    }

    /** What it waited for is over: it is in its phase again. */
    synchronized void goOn() {
        unwritten = null;
        if (isFree() && record.waiting() != null) {
            TransferState phase = phase();
            change(edit -> edit.goingOn().state(phase, null, clock.instant()));
        }
    }

    private boolean isPaused() {
        return record.pauseRequested() || pauses != pausesBeforeClaim;
    }

    /** Whether the worker decides its state, and no operator has. */
    private boolean isFree() {
        return !isPaused() && !record.cancelRequested() && !state().isFinal();
    }

    private TransferEdit withProgress(TransferEdit edited) {
        SstableOutcomes known = outcomes;
        return known == null ? edited : edited.progress(progress.view(), known.counts());
    }

    /** What it may receive: its own limit, then the node's. */
    synchronized ThrottleChain pace(Throttle node) {
        Throttle own = pace;
        if (own == null) {
            own = node.sibling(ownRate());
            pace = own;
        }
        return ThrottleChain.of(own, node);
    }

    /**
     * Changes its own limit, at once and for good.
     *
     * @param maxRate bytes a second; null for none
     * @throws ProblemException ILLEGAL_STATE where it has ended or is being cancelled
     */
    synchronized void limit(@Nullable Long maxRate) {
        requireUnended("it receives nothing more");
        change(edit -> edit.maxRate(maxRate));
        if (pace != null) {
            pace.limit(ownRate());
        }
    }

    private long ownRate() {
        Long maxRate = record.maxRate();
        return maxRate == null ? Throttle.UNLIMITED : maxRate;
    }

    /** Asks for the end; the worker carries it out. Idempotent; does nothing after the end. */
    synchronized void cancel() {
        if (!state().isFinal() && !record.cancelRequested()) {
            change(edit -> edit.cancelRequested().state(TransferState.CANCELLING, "cancel requested", clock.instant()));
            wake.release();
        }
    }

    /**
     * Asks the worker to leave it where it is until {@link #resume}. Idempotent.
     *
     * @throws ProblemException ILLEGAL_STATE where it has ended or is being cancelled
     */
    synchronized void pause() {
        requireUnended("nothing is left to pause");
        if (!record.pauseRequested()) {
            change(edit -> edit.paused(Obstacle.PAUSED, 0, clock.instant()).pauseRequested());
            pauses++;
            wake.release();
        }
    }

    /**
     * Lets it go on; one that paused itself looks at once whether it can. Idempotent.
     *
     * @throws ProblemException ILLEGAL_STATE where it has ended or is being cancelled
     */
    synchronized void resume() {
        requireUnended("nothing is left to resume");
        if (record.pauseRequested()) {
            change(edit -> edit.resumed(clock.instant()));
        }
        wake.release();
    }

    private void requireUnended(String why) {
        if (state().isFinal() || record.cancelRequested()) {
            throw new ProblemException(
                    ProblemType.ILLEGAL_STATE,
                    "transfer " + id() + " is " + state() + ": " + why
                            + " (expected: one that has not ended and is not being cancelled)");
        }
    }

    /** Stops the worker and leaves the record as it is: the next start goes on from there. */
    void stop() {
        stopping = true;
        wake.release();
    }

    /** @throws TransferInterruptedException where a cancel or a pause was asked for, or the sidecar stops */
    void checkInterrupted() throws TransferInterruptedException {
        boolean cancelled = record.cancelRequested();
        if (cancelled || stopping || isPaused()) {
            throw new TransferInterruptedException(!cancelled);
        }
    }

    /** Whether the sidecar stops: its next start goes on. */
    boolean isStopping() {
        return stopping;
    }

    /** Sleeps, whatever was asked for. */
    void sleep(Duration time) {
        try {
            boolean unused = wake.tryAcquire(time.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            stopping = true;
            Thread.currentThread().interrupt();
        }
    }

    /** Sleeps, and for less where something was asked for. */
    void pause(Duration time) throws TransferInterruptedException {
        wake.drainPermits();
        checkInterrupted();
        try {
            boolean unused = wake.tryAcquire(time.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TransferInterruptedException(true);
        }
        checkInterrupted();
    }

    Transfer view() {
        SstableOutcomes known = outcomes;
        TransferRecord now = shown();
        return known == null || now.state().isFinal()
                ? now.view()
                : now.edit().progress(progress.view(), known.counts()).done().view();
    }

    /** In the plan's order; empty before there is a plan. Looking at an ended transfer keeps nothing in memory. */
    synchronized List<TransferSstable> sstables() {
        SstableOutcomes known = outcomes;
        if (known != null) {
            return known.view();
        }
        Optional<SstableOutcomes> stored = storedOutcomes();
        if (!state().isFinal()) {
            stored.ifPresent(this::adopt);
        }
        return stored.map(SstableOutcomes::view).orElse(List.of());
    }

    TransferEvent event() {
        Transfer view = view();
        return new TransferEvent(
                view.id(), view.state(), view.reason(), view.progress(), view.sstables(), clock.instant());
    }

    /** Hands every event to the watcher until it is closed; the first one at once. */
    AutoCloseable watch(Consumer<TransferEvent> watcher) {
        return watchers.add(watcher, this::event);
    }

    boolean isWatched() {
        return watchers.any();
    }

    void notifyWatchers() {
        watchers.tell(this::event);
    }

    /** PARTIAL where SSTables are live already, for an end before all are; null where nothing came of it. */
    Transfer.@Nullable Outcome outcomeSoFar() {
        SstableOutcomes known = outcomes;
        boolean live = (known == null ? storedOutcomes() : Optional.of(known))
                .filter(far -> !far.inState(TransferSstable.State.IMPORTED).isEmpty())
                .isPresent();
        return live ? Transfer.Outcome.PARTIAL : null;
    }

    /** Lets the plan go; it is read back from disk when somebody asks. */
    synchronized void forgetPlan() {
        outcomes = null;
    }
}
