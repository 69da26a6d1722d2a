/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer;

import io.idaeus.api.Problem;
import io.idaeus.api.ProblemType;
import io.idaeus.api.Transfer;
import io.idaeus.api.TransferRequest;
import io.idaeus.api.TransferSstable;
import io.idaeus.api.TransferState;
import io.idaeus.sidecar.durable.CrashPoint;
import io.idaeus.sidecar.fetch.FileFetcher;
import io.idaeus.sidecar.planning.Plan;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.throttle.Throttle;
import io.idaeus.sidecar.wire.Bundle;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes a transfer from whatever phase it is in to its end.
 *
 * <pre>
 * QUEUED → PLANNING → PULLING ⇄ IMPORTING → COMPLETED
 *    any → PAUSED → QUEUED → the phase it was in,   any → CANCELLING → CANCELLED,   any → FAILED
 * </pre>
 *
 * A phase that fails because a source is away is tried again; while something of this node is in the way the transfer is
 * PAUSED, and looks again. It keeps its place meanwhile, unless an operator paused it: others that were given it would
 * compete with it for staging. A restart re-enters the phase it was in. Where
 * an import broke off in the middle of an SSTable, what is missing is pulled again. After a cancel no phase begins; one that comes while the last table is being imported is too late.
 */
final class Worker {
    private static final Logger LOG = LoggerFactory.getLogger(Worker.class);

    private interface Phase {
        void run() throws TransferInterruptedException;
    }

    private final Peers peers;
    private final PlanPhase planning;
    private final Replacements replacements;
    private final ImportPhase importing;
    private final FileFetcher fetcher;
    private final Throttle receiving;
    private final SourceLeases leases;
    private final Staging staging;
    private final LocalDisks disks;
    private final Gate node;
    private final WaitLoop waits;
    private final TransferSettings settings;
    private final Clock clock;

    /** For how long something lasts: the time of day may be set meanwhile. */
    private final Clock steady;

    private final RandomGenerator random;

    Worker(
            Peers peers,
            PlanPhase planning,
            ImportPhase importing,
            FileFetcher fetcher,
            Throttle receiving,
            SourceLeases leases,
            Staging staging,
            LocalDisks disks,
            Gate node,
            WaitLoop waits,
            TransferSettings settings,
            Clock clock,
            RandomGenerator random) {
        this.peers = peers;
        this.planning = planning;
        this.replacements = new Replacements(planning);
        this.importing = importing;
        this.fetcher = fetcher;
        this.receiving = receiving;
        this.leases = leases;
        this.staging = staging;
        this.disks = disks;
        this.node = node;
        this.waits = waits;
        this.settings = settings;
        this.clock = clock;
        this.steady = new SteadyClock(clock, System::nanoTime);
        this.random = random;
    }

    /** Tries again what a disk of this node has failed, until the transfer has ended, is paused, or the sidecar stops. */
    void work(TransferRun run) {
        DiskPatience patience = new DiskPatience(disks.gate(run), waits, new Backoff(random)::next);
        ProblemException hopeless = null;
        while (!run.isStopping()) {
            try {
                if (hopeless == null) {
                    attempt(run);
                } else {
                    failed(run, hopeless);
                }
                return;
            } catch (LocalDiskException trouble) {
                hopeless = patience.await(run, trouble).orElse(hopeless);
            }
        }
    }

    private void attempt(TransferRun run) {
        try {
            go(run);
        } catch (TransferInterruptedException e) {
            if (e.resumable()) {
                paused(run);
            } else {
                cancelled(run);
            }
        } catch (LocalDiskException e) {
            throw e;
        } catch (ProblemException e) {
            failed(run, e);
        } catch (RuntimeException e) {
            LOG.error("{} failed in {}", run.id(), run.state(), e);
            failed(
                    run,
                    new ProblemException(ProblemType.INTERNAL, "the sidecar failed in " + run.state() + ": " + e, e));
        }
    }

    private void go(TransferRun run) throws TransferInterruptedException {
        run.checkInterrupted();
        TransferState from = run.phase();
        if (from == TransferState.QUEUED || from == TransferState.PLANNING) {
            enter(run, TransferState.PLANNING);
            planning.check();
            waits.until(run, node);
            persist(run, () -> planning.plan(run));
            refuse(run.outcomes().plan());
        }
        if (from == TransferState.IMPORTING) {
            enter(run, TransferState.IMPORTING);
            persist(run, () -> importing.adoptLive(run));
        } else {
            pull(run);
        }
        importAll(run);
        while (!run.outcomes().inState(TransferSstable.State.PLANNED).isEmpty()) {
            pull(run);
            importAll(run);
        }
        completed(run);
    }

    private void pull(TransferRun run) throws TransferInterruptedException {
        enter(run, TransferState.PULLING);
        AtomicBoolean more = new AtomicBoolean();
        do {
            pullPlanned(run);
            persist(run, () -> more.set(replacements.plan(run)));
        } while (more.get());
        if (run.record().request().onCorrupt() != TransferRequest.CorruptPolicy.CONTINUE) {
            run.outcomes().holdBackOverlaps(new OtherSources(run.record().sources()));
            run.checkpoint();
        }
    }

    private void pullPlanned(TransferRun run) throws TransferInterruptedException {
        List<PullPhase.DataPlane> dataPlanes = new ArrayList<>();
        persist(run, () -> locate(run, dataPlanes));
        PullPhase.Fetcher fetches = new PullPhase.Fetcher(fetcher::fetch, fetcher::fetchTogether);
        new PullPhase(run, dataPlanes, fetches, run.pace(receiving), settings, steady, random).pull();
    }

    private void importAll(TransferRun run) throws TransferInterruptedException {
        enter(run, TransferState.IMPORTING);
        persist(run, () -> importing.importAll(run));
    }

    private void locate(TransferRun run, List<PullPhase.DataPlane> dataPlanes) {
        dataPlanes.clear();
        for (PinnedSource source : run.record().sources()) {
            Peers.Peer peer = peers.contact(source);
            boolean bundles = peer.node().capabilities().contains(Bundle.CAPABILITY);
            dataPlanes.add(new PullPhase.DataPlane(peer.dataPlane(), bundles));
        }
    }

    private static void enter(TransferRun run, TransferState state) throws TransferInterruptedException {
        if (run.state() != state) {
            run.enter(state);
        }
    }

    /** Tries a phase until it ends; while a source is away, for as long as the settings allow. */
    private void persist(TransferRun run, Phase phase) throws TransferInterruptedException {
        Backoff backoff = new Backoff(random);
        Instant start = steady.instant();
        while (true) {
            run.checkInterrupted();
            try {
                phase.run();
                run.goOn();
                return;
            } catch (ProblemException e) {
                Duration pause = backoff.next();
                if (e.type() == ProblemType.CASSANDRA_UNAVAILABLE) {
                    waits.until(run, NodeGate.away(e), pause, node);
                    start = steady.instant();
                } else if (e.type() == ProblemType.PEER_UNREACHABLE && !isOver(start)) {
                    if (backoff.failures() == 1) {
                        LOG.warn("{} {} waits: {}", run.id(), run.phase(), e.getMessage());
                    }
                    run.waits(Obstacle.peer(String.valueOf(e.getMessage())), backoff.failures());
                    run.pause(pause);
                } else {
                    throw e;
                }
            }
        }
    }

    private boolean isOver(Instant start) {
        return Duration.between(start, steady.instant()).compareTo(settings.retryFor()) > 0;
    }

    private static void refuse(Plan plan) {
        if (plan.refused()) {
            throw new ProblemException(ProblemType.PLAN_REFUSED, plan.refusal());
        }
    }

    private void completed(TransferRun run) {
        SstableOutcomes outcomes = run.outcomes();
        List<String> missing = ImportPhase.shortfall(outcomes);
        int planned = outcomes.plan().sstables().size();
        if (planned > 0 && outcomes.inState(TransferSstable.State.IMPORTED).isEmpty()) {
            throw new ProblemException(
                    ProblemType.CASSANDRA_REFUSED,
                    "no SSTable was imported: " + String.join(", ", missing) + "; GET /v1/transfers/" + run.id()
                            + "/sstables says why of each");
        }
        run.checkpoint();
        leases.release(run.record());
        CrashPoint.DONE.of("releases");
        Transfer.Outcome outcome = missing.isEmpty() ? Transfer.Outcome.COMPLETE : Transfer.Outcome.PARTIAL;
        String reason = reason(missing, run.record());
        if (outcome == Transfer.Outcome.COMPLETE) {
            staging.clear(run.id());
            CrashPoint.DONE.of("clearings-of-staging");
        }
        run.change(edit -> edit.outcome(outcome).state(TransferState.COMPLETED, reason, clock.instant()));
    }

    /** What is live cannot be taken back: a cancel or a pause during the last import comes too late. */
    private static @Nullable String reason(List<String> missing, TransferRecord record) {
        List<String> parts = new ArrayList<>(missing);
        if (record.cancelRequested() || record.pauseRequested()) {
            String what = record.cancelRequested() ? "cancel" : "pause";
            parts.add("the " + what + " came after the last import had begun");
        }
        return parts.isEmpty() ? null : String.join(", ", parts);
    }

    /** What was fetched is remembered, where that can be written: else staging tells. Its place is free for others. */
    private static void paused(TransferRun run) {
        try {
            checkpoint(run);
        } catch (LocalDiskException e) {
            LOG.warn("{} what was fetched is not written down; staging will be looked at again", run.id(), e);
        }
    }

    private static void checkpoint(TransferRun run) {
        if (run.knownOutcomes() != null) {
            run.checkpoint();
        }
    }

    private void cancelled(TransferRun run) {
        leases.release(run.record());
        staging.clear(run.id());
        checkpoint(run);
        run.change(edit ->
                edit.outcome(run.outcomeSoFar()).state(TransferState.CANCELLED, "cancel requested", clock.instant()));
    }

    private void failed(TransferRun run, ProblemException e) {
        LOG.warn("{} failed in {}", run.id(), run.state(), e);
        checkpoint(run);
        leases.release(run.record());
        String detail = String.valueOf(e.getMessage());
        Problem problem =
                new Problem(e.type().uri(), e.type().title(), e.type().status(), detail, "/v1/transfers/" + run.id());
        run.change(edit ->
                edit.problem(problem).outcome(run.outcomeSoFar()).state(TransferState.FAILED, detail, clock.instant()));
    }
}
