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
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.throttle.Series;
import io.idaeus.sidecar.throttle.Throttle;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.CountDownLatch;
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
 * <p>Threading: one worker at a time drives it; cancel, views and watchers come from any thread.
 */
final class TransferRun {
    private static final Logger LOG = LoggerFactory.getLogger(TransferRun.class);

    private final TransferJournal journal;
    private final Clock clock;
    private final Progress progress;
    private final CountDownLatch interrupted = new CountDownLatch(1);
    private final Set<Consumer<TransferEvent>> watchers = new CopyOnWriteArraySet<>();
    private volatile TransferRecord record;
    private volatile @Nullable Fates fates;
    private final AtomicBoolean claimed = new AtomicBoolean();
    private volatile boolean stopping;
    private @Nullable Throttle pace;

    TransferRun(TransferJournal journal, TransferRecord record, Clock clock) {
        this.journal = journal;
        this.record = record;
        this.clock = clock;
        this.progress = new Progress(clock);
        if (record.state() == TransferState.IMPORTING || record.state() == TransferState.CANCELLING) {
            progress.goOnFrom(record.progress());
        }
        if (record.cancelRequested()) {
            interrupted.countDown();
        }
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

    Progress progress() {
        return progress;
    }

    /** The plan and its fates, read back from disk once where this process did not make them. */
    Fates fates() {
        Fates known = fates;
        return known == null ? readFates() : known;
    }

    private synchronized Fates readFates() {
        Fates known = fates;
        if (known == null) {
            known = storedFates()
                    .orElseThrow(() -> new IllegalStateException("transfer " + id() + " is " + state()
                            + " and its plan is not on disk; cancel it and start another"));
            adopt(known);
        }
        return known;
    }

    private Optional<Fates> storedFates() {
        return journal.plan(id()).map(stored -> new Fates(stored.plan(), stored.fates()));
    }

    /** The same, where it is in memory. */
    @Nullable
    Fates knownFates() {
        return fates;
    }

    synchronized void planned(Plan plan) {
        Fates made = new Fates(plan);
        journal.write(id(), made.record());
        adopt(made);
    }

    private void adopt(Fates known) {
        progress.expect(known.plan().bytes(), known.plan().files());
        fates = known;
    }

    /** Puts the fates on disk. */
    void checkpoint() {
        journal.write(id(), fates().record());
    }

    synchronized void change(UnaryOperator<TransferEdit> edit) {
        TransferEdit edited = edit.apply(record.edit());
        TransferRecord next = withProgress(edited).done();
        journal.write(next);
        TransferState before = record.state();
        record = next;
        if (before != next.state()) {
            LOG.info("{} {} -> {}{}", id(), before, next.state(), next.reason() == null ? "" : ": " + next.reason());
        }
        notifyWatchers();
    }

    /** True for the first caller, who alone may work on it in this process. */
    boolean claim() {
        return claimed.compareAndSet(false, true);
    }

    /** @throws InterruptedTransfer where a cancel was asked for: from there only an end comes */
    synchronized void enter(TransferState state) throws InterruptedTransfer {
        if (record.cancelRequested()) {
            throw new InterruptedTransfer(false);
        }
        change(edit -> edit.state(state, null, clock.instant()));
    }

    private TransferEdit withProgress(TransferEdit edited) {
        Fates known = fates;
        return known == null ? edited : edited.progress(progress.view(), known.counts());
    }

    /** What it may receive: its own limit, then the node's. */
    synchronized Series pace(Throttle node) {
        Throttle own = pace;
        if (own == null) {
            own = node.sibling(ownRate());
            pace = own;
        }
        return Series.of(own, node);
    }

    /**
     * Changes its own limit, at once and for good.
     *
     * @param maxRate bytes a second; null for none
     * @throws ProblemException ILLEGAL_STATE after its end
     */
    synchronized void limit(@Nullable Long maxRate) {
        if (state().isFinal()) {
            throw new ProblemException(
                    ProblemType.ILLEGAL_STATE,
                    "transfer " + id() + " is " + state()
                            + ": it receives nothing more (expected: one that has not ended)");
        }
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
            interrupted.countDown();
        }
    }

    /** Stops the worker and leaves the record as it is: the next start goes on from there. */
    void stop() {
        stopping = true;
        interrupted.countDown();
    }

    /** @throws InterruptedTransfer where a cancel was asked for, or the sidecar stops */
    void checkInterrupted() throws InterruptedTransfer {
        if (interrupted.getCount() == 0) {
            throw new InterruptedTransfer(stopping && !record.cancelRequested());
        }
    }

    boolean isInterrupted() {
        return interrupted.getCount() == 0;
    }

    void pause(Duration time) throws InterruptedTransfer {
        try {
            interrupted.await(time.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedTransfer(true);
        }
        checkInterrupted();
    }

    Transfer view() {
        Fates known = fates;
        return known == null || state().isFinal()
                ? record.view()
                : record.edit().progress(progress.view(), known.counts()).done().view();
    }

    /** In the plan's order; empty before there is a plan. Looking at an ended transfer keeps nothing in memory. */
    synchronized List<TransferSstable> sstables() {
        Fates known = fates;
        if (known != null) {
            return known.view();
        }
        Optional<Fates> stored = storedFates();
        if (!state().isFinal()) {
            stored.ifPresent(this::adopt);
        }
        return stored.map(Fates::view).orElse(List.of());
    }

    TransferEvent event() {
        Transfer view = view();
        return new TransferEvent(
                view.id(), view.state(), view.reason(), view.progress(), view.sstables(), clock.instant());
    }

    /** Hands every event to the watcher until it is closed; the first one at once. */
    AutoCloseable watch(Consumer<TransferEvent> watcher) {
        watchers.add(watcher);
        watcher.accept(event());
        return () -> watchers.remove(watcher);
    }

    boolean isWatched() {
        return !watchers.isEmpty();
    }

    void notifyWatchers() {
        if (!watchers.isEmpty()) {
            TransferEvent event = event();
            watchers.forEach(watcher -> watcher.accept(event));
        }
    }

    /** PARTIAL where SSTables are live already, for an end before all are; null where nothing came of it. */
    Transfer.@Nullable Outcome outcomeSoFar() {
        Fates known = fates;
        boolean live = (known == null ? storedFates() : Optional.of(known))
                .filter(far -> !far.with(TransferSstable.Fate.IMPORTED).isEmpty())
                .isPresent();
        return live ? Transfer.Outcome.PARTIAL : null;
    }

    /** Lets the plan go; it is read back from disk when somebody asks. */
    synchronized void forgetPlan() {
        fates = null;
    }
}
