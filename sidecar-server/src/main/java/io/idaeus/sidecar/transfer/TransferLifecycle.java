/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer;

import io.idaeus.api.Finding;
import io.idaeus.api.ProblemType;
import io.idaeus.api.transfer.TransferRequest;
import io.idaeus.api.transfer.TransferSstable;
import io.idaeus.api.transfer.TransferState;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.selection.Selection;
import io.idaeus.sidecar.selection.UncutSstables;
import io.idaeus.sidecar.selection.finding.FindingCode;
import io.idaeus.sidecar.store.LocalDiskException;
import io.idaeus.sidecar.transfer.job.SstableOutcomes;
import io.idaeus.sidecar.transfer.job.StoredTransfer;
import io.idaeus.sidecar.transfer.job.TransferRun;
import io.idaeus.sidecar.transfer.landing.ImportPhase;
import io.idaeus.sidecar.transfer.landing.KeyChecks;
import io.idaeus.sidecar.transfer.landing.LocalDisks;
import io.idaeus.sidecar.transfer.select.Replacements;
import io.idaeus.sidecar.transfer.select.SelectPhase;
import io.idaeus.sidecar.transfer.select.SelectTask;
import io.idaeus.sidecar.transfer.source.OtherSources;
import io.idaeus.sidecar.transfer.waiting.DiskRetry;
import io.idaeus.sidecar.transfer.waiting.PhaseRetry;
import io.idaeus.sidecar.transfer.waiting.TransferInterruptedException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Drives a transfer to its end.
 *
 * <pre>
 * QUEUED → PLANNING → PULLING ⇄ IMPORTING → COMPLETED
 * not ended → PAUSED → QUEUED → its phase     not ended → CANCELLING → CANCELLED     not ended → FAILED
 * </pre>
 *
 * A restart enters the interrupted phase again. A waiting transfer keeps its worker: another transfer would compete
 * with it for staging. One that an operator paused does not. No phase begins after a cancel. Thread-safe.
 */
final class TransferLifecycle {
    private static final Logger LOG = LoggerFactory.getLogger(TransferLifecycle.class);

    private static final Duration END_AGAIN = Duration.ofSeconds(2);

    private final SelectPhase selecting;
    private final Replacements replacements;
    private final SourcePull pulling;
    private final ImportPhase importing;
    private final TransferEnd end;
    private final PhaseRetry retry;
    private final LocalDisks disks;

    TransferLifecycle(
            SelectPhase selecting,
            SourcePull pulling,
            ImportPhase importing,
            TransferEnd end,
            PhaseRetry retry,
            LocalDisks disks) {
        this.selecting = selecting;
        this.replacements = new Replacements(selecting);
        this.pulling = pulling;
        this.importing = importing;
        this.end = end;
        this.retry = retry;
        this.disks = disks;
    }

    /** Returns when the transfer has ended or is paused, or the sidecar stops. */
    void drive(TransferRun run) {
        DiskRetry diskRetry = retry.ofDisks(disks.gate(run.stored()));
        ProblemException hopeless = null;
        while (!run.isStopping()) {
            try {
                if (hopeless == null) {
                    attempt(run);
                } else {
                    end.failed(run.stored(), hopeless);
                }
                return;
            } catch (LocalDiskException e) {
                hopeless = diskRetry.await(run, e).orElse(hopeless);
            } catch (RuntimeException | Error e) {
                // Without its worker it would stay as it is until a restart.
                LOG.error("{} cannot be ended, which is tried again", run.id(), e);
                hopeless = run.isCancelRequested() ? hopeless : defect(run, e);
                run.sleepThrough(END_AGAIN);
            }
        }
    }

    private void attempt(TransferRun run) {
        try {
            phases(run);
        } catch (TransferInterruptedException e) {
            if (e.resumable()) {
                end.interrupted(run.stored());
            } else {
                end.cancelled(run.stored());
            }
        } catch (LocalDiskException e) {
            throw e;
        } catch (ProblemException e) {
            end.failed(run.stored(), e);
        } catch (RuntimeException | Error e) {
            // Without its end, nobody would drive it on.
            LOG.error("{} failed in {}", run.id(), run.state(), e);
            end.failed(run.stored(), defect(run, e));
        }
    }

    private static ProblemException defect(TransferRun run, Throwable cause) {
        return new ProblemException(ProblemType.INTERNAL, "the sidecar failed in " + run.state() + ": " + cause, cause);
    }

    private void phases(TransferRun run) throws TransferInterruptedException {
        run.checkInterrupted();
        // Not the state: a transfer that is QUEUED again continues in its phase.
        TransferState from = run.phase();
        if (from == TransferState.QUEUED || from == TransferState.PLANNING) {
            select(run);
        }
        KeyChecks keys = importing.keyChecks(run);
        if (from == TransferState.IMPORTING) {
            adoptEarlierImport(run);
        } else {
            pull(run, keys);
        }
        importAll(run, keys);
        // An SSTable that an import lost, or broke off in the middle of, is PLANNED. Ends with an import that does
        // neither.
        while (!run.stored().outcomes().inState(TransferSstable.State.PLANNED).isEmpty()) {
            // Files that are fetched again are read again.
            keys = importing.keyChecks(run);
            pull(run, keys);
            importAll(run, keys);
        }
        end.completed(run.stored());
    }

    private void select(TransferRun run) throws TransferInterruptedException {
        enter(run, TransferState.PLANNING);
        selecting.requireStaging();
        retry.awaitNode(run);
        StoredTransfer stored = run.stored();
        retry.untilDone(run, () -> {
            Selection selection = selecting.select(
                    SelectTask.of(stored.record()), pinned -> stored.change(edit -> edit.sources(pinned)), run);
            stored.adoptSelection(selection);
            stored.change(edit -> edit.findings(selection.findings(), selection.cleanupDue()));
        });
        Selection selection = stored.outcomes().selection();
        if (selection.refused()) {
            throw new ProblemException(ProblemType.PLAN_REFUSED, selection.refusal());
        }
    }

    private void pull(TransferRun run, KeyChecks keys) throws TransferInterruptedException {
        enter(run, TransferState.PULLING);
        StoredTransfer stored = run.stored();
        importing.checkAge(stored);
        AtomicBoolean more = new AtomicBoolean();
        do {
            pulling.pull(run, retry, importing.whileFetched(run, keys));
            importing.rejectDamaged(run, keys);
            stored.checkpoint();
            retry.untilDone(run, () -> more.set(replacements.select(stored, run)));
        } while (more.get());
        leaveUncut(stored);
        if (stored.record().request().onCorrupt() != TransferRequest.CorruptPolicy.CONTINUE) {
            stored.outcomes().holdBackOverlaps(new OtherSources(stored.record().sources()));
            stored.checkpoint();
        }
    }

    // Treats excluded SSTables as a selection treats those that it knows to be impossible to cut.
    private static void leaveUncut(StoredTransfer stored) {
        SstableOutcomes outcomes = stored.outcomes();
        List<Integer> indexes = outcomes.inState(TransferSstable.State.EXCLUDED);
        if (indexes.isEmpty()) {
            return;
        }
        UncutSstables uncut = new UncutSstables();
        indexes.forEach(index -> uncut.add(
                outcomes.selection().sstables().get(index),
                String.valueOf(outcomes.get(index).reason())));
        List<Finding> findings =
                uncut.addedTo(outcomes.selection().findings(), stored.record().findings());
        stored.change(edit -> edit.findings(findings, stored.record().cleanupDue()));
        List<String> accepted = stored.record().request().accept();
        if (accepted == null || !accepted.contains(FindingCode.OVERLAPS_EXCLUDED.name())) {
            outcomes.holdBackBesideUncut(new OtherSources(stored.record().sources()));
        }
        stored.checkpoint();
    }

    private void adoptEarlierImport(TransferRun run) throws TransferInterruptedException {
        enter(run, TransferState.IMPORTING);
        retry.untilDone(run, () -> importing.adoptLive(run));
    }

    private void importAll(TransferRun run, KeyChecks keys) throws TransferInterruptedException {
        enter(run, TransferState.IMPORTING);
        retry.untilDone(run, () -> importing.importAll(run, keys));
    }

    private static void enter(TransferRun run, TransferState state) throws TransferInterruptedException {
        if (run.state() != state) {
            run.enter(state);
        }
    }
}
