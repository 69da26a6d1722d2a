/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.job;

import io.idaeus.api.node.CassandraProcess.Phase;
import io.idaeus.api.transfer.Transfer;
import io.idaeus.api.transfer.TransferEvent;
import io.idaeus.api.transfer.TransferEventBuilder;
import io.idaeus.api.transfer.TransferSstable;
import io.idaeus.api.transfer.TransferState;
import io.idaeus.sidecar.job.Watchers;
import io.idaeus.sidecar.selection.SelectedSstable;
import io.idaeus.sidecar.selection.Selection;
import io.idaeus.sidecar.selection.slice.SlicedTable;
import io.idaeus.sidecar.store.LocalDiskException;
import io.idaeus.sidecar.transfer.waiting.Obstacle;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A transfer's record, selection, outcomes, progress and watchers. A change is on disk before it is visible. Thread-safe:
 * its monitor also guards {@link TransferRun}.
 */
public final class StoredTransfer {
    private static final Logger LOG = LoggerFactory.getLogger(StoredTransfer.class);
    private static final long UNKNOWN = -1;

    private final TransferJournal journal;
    private final InstantSource clock;
    private final Watchers<TransferEvent> watchers = new Watchers<>();
    private volatile Consumer<TransferEvent> changes = change -> {};
    private volatile TransferRecord record;
    private volatile ProgressCounter progress;
    private volatile @Nullable SstableOutcomes outcomes;

    // Wait state not persisted because the state disk failed.
    private volatile @Nullable TransferRecord unpersisted;

    // SstableOutcomes.changes that are on disk.
    private long changesWritten = UNKNOWN;

    public StoredTransfer(TransferJournal journal, TransferRecord record, InstantSource clock) {
        this.journal = journal;
        this.record = record;
        this.clock = clock;
        this.progress = new ProgressCounter(clock);
        progress.continueFrom(record.progress(), record.connections());
    }

    public String id() {
        return record.id();
    }

    public TransferRecord record() {
        return record;
    }

    public TransferState state() {
        return record.state();
    }

    /** The phase that it is in, or continues in. */
    public TransferState phase() {
        return record.phase();
    }

    /** The phases of the node in which it may run. */
    public List<Phase> nodePhases() {
        ClaimTerms terms = record.terms();
        return terms == null ? List.of(Phase.NORMAL) : terms.phases();
    }

    public ProgressCounter progress() {
        return progress;
    }

    /** Counts from zero again. Late reports to the earlier counter are lost. */
    public synchronized ProgressCounter restartProgress() {
        ProgressCounter restarted = new ProgressCounter(clock);
        Selection selection = outcomes().selection();
        restarted.expect(selection.bytes(), selection.files());
        progress = restarted;
        return restarted;
    }

    /** Reads them from disk if needed. */
    public SstableOutcomes outcomes() {
        SstableOutcomes known = outcomes;
        return known == null ? readOutcomes() : known;
    }

    private synchronized SstableOutcomes readOutcomes() {
        SstableOutcomes known = outcomes;
        if (known == null) {
            known = storedOutcomes()
                    .orElseThrow(() -> new IllegalStateException("transfer " + id() + " is " + state()
                            + ", but its plan is not on disk; cancel it and start a new one"));
            adopt(known);
        }
        return known;
    }

    private Optional<SstableOutcomes> storedOutcomes() {
        return journal.selection(id()).map(stored -> new SstableOutcomes(stored.selection(), stored.outcomes()));
    }

    /** Without keeping them in memory. */
    public Optional<SstableOutcomes> peekOutcomes() {
        SstableOutcomes known = outcomes;
        return known == null ? storedOutcomes() : Optional.of(known);
    }

    public @Nullable SstableOutcomes outcomesInMemory() {
        return outcomes;
    }

    public synchronized void adoptSelection(Selection selection) {
        adoptWritten(new SstableOutcomes(selection));
    }

    /** @param slices what those of them that are cut are cut to, see {@link Selection#with} */
    public synchronized void extendSelection(List<SelectedSstable> more, List<SlicedTable> slices) {
        adoptWritten(outcomes().with(more, slices));
    }

    private void adoptWritten(SstableOutcomes next) {
        journal.write(id(), next.record());
        adopt(next);
    }

    private void adopt(SstableOutcomes known) {
        progress.expect(known.selection().bytes(), known.selection().files());
        outcomes = known;
        changesWritten = known.changes();
    }

    /** Writes the outcomes if they have changed. */
    public synchronized void checkpoint() {
        SstableOutcomes now = outcomes();
        long changes = now.changes();
        if (changes != changesWritten) {
            journal.write(id(), now.record());
            changesWritten = changes;
        }
    }

    /** Releases the selection from memory until it is needed. */
    public synchronized void forgetSelection() {
        outcomes = null;
    }

    public synchronized void change(UnaryOperator<TransferEdit> edit) {
        write(withProgress(edit.apply(record.edit())).done());
    }

    private void write(TransferRecord next) {
        journal.write(next);
        TransferState before = record.state();
        record = next;
        unpersisted = null;
        if (before != next.state()) {
            LOG.info("{} {} -> {}{}", id(), before, next.state(), next.reason() == null ? "" : ": " + next.reason());
        }
        changed();
    }

    private void changed() {
        changes.accept(event());
        notifyWatchers();
    }

    /** PAUSED until cleared. Views show it even where the state disk fails. */
    synchronized void hold(Obstacle obstacle, int attempts) {
        TransferRecord held = withProgress(visible().edit().paused(obstacle, attempts, clock.instant()))
                .done();
        try {
            write(held);
        } catch (LocalDiskException e) {
            unpersisted = held;
            changed();
        }
    }

    synchronized void dropUnpersisted() {
        unpersisted = null;
    }

    private TransferRecord visible() {
        TransferRecord held = unpersisted;
        return held == null ? record : held;
    }

    private TransferEdit withProgress(TransferEdit edited) {
        SstableOutcomes known = outcomes;
        return known == null ? edited : edited.progress(progress, known);
    }

    public Transfer view() {
        SstableOutcomes known = outcomes;
        TransferRecord now = visible();
        return known == null || now.state().isFinal()
                ? now.view()
                : now.edit().progress(progress, known).done().view();
    }

    /** In the selection's order; empty before there is one. */
    public synchronized List<TransferSstable> sstables() {
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

    /** PARTIAL where SSTables are live already; null where none is. */
    public Transfer.@Nullable Outcome outcomeSoFar() {
        boolean live = peekOutcomes()
                .filter(far -> !far.inState(TransferSstable.State.IMPORTED).isEmpty())
                .isPresent();
        return live ? Transfer.Outcome.PARTIAL : null;
    }

    /** Sends events, the first at once, until closed. */
    public AutoCloseable watch(Consumer<TransferEvent> watcher) {
        return watchers.add(watcher, this::event);
    }

    /** Sends an event at every change, in the order of the changes. The listener must not block. */
    public void onChange(Consumer<TransferEvent> listener) {
        changes = listener;
    }

    /** Sends an event as if something had changed. */
    public synchronized void announce() {
        changes.accept(event());
    }

    public boolean isWatched() {
        return watchers.any();
    }

    public void notifyWatchers() {
        watchers.tell(this::event);
    }

    private TransferEvent event() {
        Transfer view = view();
        return TransferEventBuilder.builder()
                .id(view.id())
                .plan(view.plan())
                .state(view.state())
                .reason(view.reason())
                .waiting(view.waiting())
                .outcome(view.outcome())
                .progress(view.progress())
                .sstables(view.sstables())
                .at(clock.instant())
                .build();
    }
}
