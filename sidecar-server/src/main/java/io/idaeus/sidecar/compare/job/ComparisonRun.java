/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.compare.job;

import io.idaeus.api.ProblemType;
import io.idaeus.api.comparison.ComparisonState;
import io.idaeus.api.comparison.ComparisonWait;
import io.idaeus.sidecar.audit.AuditLog;
import io.idaeus.sidecar.compare.cluster.ClusterPair;
import io.idaeus.sidecar.compare.cluster.ClusterPairs;
import io.idaeus.sidecar.job.Job;
import io.idaeus.sidecar.job.JobStore;
import io.idaeus.sidecar.job.Steering;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.store.LocalDiskException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs one comparison, in several threads. Thread-safe. */
final class ComparisonRun implements Job {
    private static final Logger LOG = LoggerFactory.getLogger(ComparisonRun.class);

    // After a kill, what was compared since the last write is compared again.
    private static final Duration BETWEEN_WRITES = Duration.ofSeconds(5);
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(2);
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);
    private static final Duration LOOK = Duration.ofMillis(200);

    private static final Set<ProblemType> TEMPORARY =
            EnumSet.of(ProblemType.PEER_UNREACHABLE, ProblemType.CASSANDRA_UNAVAILABLE, ProblemType.TIME_LIMIT);

    private final JobStore<ComparisonRecord> store;
    private final ClusterPairs pairs;
    private final Clock clock;
    private final AuditLog audit;
    private final Executor threads;
    private final Steering steering = new Steering();
    private final RunRate rate = new RunRate();
    private volatile ComparisonRecord record;

    // Not stored yet, where the two differ.
    private volatile ComparisonRecord latest;
    private Instant written = Instant.EPOCH;

    /** @param threads in which parts of tables are compared; as many as they ask for */
    ComparisonRun(
            JobStore<ComparisonRecord> store,
            ClusterPairs pairs,
            Clock clock,
            AuditLog audit,
            Executor threads,
            ComparisonRecord record) {
        this.store = store;
        this.pairs = pairs;
        this.clock = clock;
        this.audit = audit;
        this.threads = threads;
        this.record = record;
        this.latest = record;
    }

    /** As it is stored. */
    ComparisonRecord record() {
        return record;
    }

    /** In seconds; null where it is not known. */
    @Nullable
    Long timeLeft() {
        return record.state() == ComparisonState.RUNNING ? rate.timeLeft(record.share()) : null;
    }

    private synchronized void change(UnaryOperator<ComparisonRecord> change) {
        ComparisonRecord before = record;
        store(change.apply(latest));
        if (record.hasEnded() && !before.hasEnded()) {
            auditEnd(record);
        }
        steering.wake();
    }

    private void store(ComparisonRecord next) {
        store.write(next);
        latest = next;
        record = next;
        written = clock.instant();
    }

    private void auditEnd(ComparisonRecord ended) {
        Map<String, String> target = new LinkedHashMap<>();
        target.put("id", ended.id());
        target.put("with", ended.request().with());
        audit.end(
                "comparison.end",
                target,
                ended.requestedBy(),
                ended.state().name(),
                Duration.between(ended.createdAt(), clock.instant()));
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
        ComparisonState state = record.state();
        return !steering.isStopping() && !state.isFinal() && state != ComparisonState.PAUSED;
    }

    @Override
    public Steering steering() {
        return steering;
    }

    @Override
    public Map<String, String> logFields() {
        return Map.of("comparison", id());
    }

    @Override
    public synchronized void pause() {
        if (record.state() != ComparisonState.PAUSED) {
            requireUnended("pause");
            steering.pause();
            change(now -> now.become(ComparisonState.PAUSED));
        }
    }

    @Override
    public synchronized void resume() {
        requireUnended("resume");
        if (record.state() == ComparisonState.PAUSED) {
            change(now -> now.become(ComparisonState.QUEUED));
        }
        steering.wake();
    }

    private void requireUnended(String what) {
        if (hasEnded()) {
            throw new ProblemException(
                    ProblemType.ILLEGAL_STATE,
                    "comparison " + id() + " is " + record.state() + ", so there is nothing to " + what
                            + " (expected: one that has not ended)");
        }
    }

    @Override
    public synchronized void cancel() {
        if (!hasEnded()) {
            change(now -> now.end(ComparisonState.CANCELLED, null, clock.instant()));
        }
    }

    private boolean goesOn() {
        return wantsWorker() && !steering.isPausedSinceClaim();
    }

    /** Returns when the comparison has ended or is paused, or the sidecar stops. */
    void drive() {
        Duration pause = FIRST_PAUSE;
        while (goesOn()) {
            double before = latest.share();
            try {
                attempt();
            } catch (LocalDiskException e) {
                LOG.warn("comparison {}: its record cannot be written; it tries again", id(), e);
            }
            pause = latest.share() > before ? FIRST_PAUSE : longer(pause);
            sleep(pause, () -> true);
        }
    }

    private void attempt() {
        try {
            begin();
            work();
        } catch (ProblemException e) {
            if (TEMPORARY.contains(e.type())) {
                await(e);
            } else {
                end(ComparisonState.FAILED, e.getMessage());
            }
        } catch (LocalDiskException e) {
            throw e;
        } catch (RuntimeException e) {
            if (goesOn()) {
                LOG.error("comparison {} failed", id(), e);
                end(
                        ComparisonState.FAILED,
                        "this is a defect of the sidecar; its log has the cause. Report it with that part of the log");
            }
        }
    }

    private static Duration longer(Duration pause) {
        Duration twice = pause.multipliedBy(2);
        return twice.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : twice;
    }

    private void begin() {
        rate.begin(latest.share());
        changeIfGoing(now -> now.state() == ComparisonState.RUNNING ? now : now.become(ComparisonState.RUNNING));
    }

    // A pause or a cancel that came first stays.
    private synchronized void changeIfGoing(UnaryOperator<ComparisonRecord> change) {
        if (goesOn() && !change.apply(latest).equals(latest)) {
            change(change);
        }
    }

    private void end(ComparisonState state, @Nullable String why) {
        changeIfGoing(now -> now.end(state, why, clock.instant()));
    }

    private void await(ProblemException problem) {
        ComparisonWait before = latest.waiting();
        Instant since = before == null ? clock.instant() : before.since();
        changeIfGoing(now -> now.waitingFor(new ComparisonWait(
                String.valueOf(problem.getMessage()),
                "check that the sidecars and Cassandra nodes of both clusters are running, and as many replicas as the level asks for;"
                        + " the comparison resumes by itself",
                since)));
    }

    private void work() {
        ClusterPair pair = pairs.find(latest.request(), () -> !goesOn());
        OpenRanges ranges = new OpenRanges(() -> latest.tables(), this::goesOn);
        PartWorker worker = new PartWorker(this, pair, ranges, clock, threads);
        List<CompletableFuture<Void>> workers = new ArrayList<>();
        for (int i = 0; i < pair.parallel(latest.request().maxRate()); i++) {
            workers.add(CompletableFuture.runAsync(worker, threads));
        }
        // All of them first: none may work on beside a later attempt.
        List<Throwable> failures =
                workers.stream().flatMap(each -> failure(each).stream()).toList();
        for (Throwable failure : failures) {
            throw failure instanceof RuntimeException known
                    ? known
                    : new IllegalStateException("a thread of the comparison ended", failure);
        }
        if (latest.tables().stream().allMatch(TableRecord::isDone)) {
            end(ComparisonState.COMPLETED, null);
        }
    }

    private static Optional<Throwable> failure(CompletableFuture<Void> worker) {
        try {
            worker.join();
            return Optional.empty();
        } catch (CompletionException e) {
            return Optional.of(e.getCause() == null ? e : e.getCause());
        }
    }

    TableRecord table(int index) {
        return latest.tables().get(index);
    }

    /** A change that a kill may undo. */
    synchronized void advance(UnaryOperator<ComparisonRecord> change) {
        if (hasEnded()) {
            return;
        }
        latest = change.apply(latest);
        if (Duration.between(written, clock.instant()).compareTo(BETWEEN_WRITES) >= 0) {
            store(latest);
        }
    }

    /** Throws where the comparison was paused or cancelled, or the sidecar stops. */
    void requireGoingOn() {
        if (!goesOn()) {
            throw new NoLongerWanted();
        }
    }

    /** Ends early where the comparison is not to go on, or {@code wanted} says no. */
    void sleep(Duration time, BooleanSupplier wanted) {
        Instant end = clock.instant().plus(time);
        while (goesOn() && wanted.getAsBoolean() && clock.instant().isBefore(end)) {
            steering.sleep(LOOK);
        }
    }

    /** Ends the work of a thread. */
    static final class NoLongerWanted extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }
}
