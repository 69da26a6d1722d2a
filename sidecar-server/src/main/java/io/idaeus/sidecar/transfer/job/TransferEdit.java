/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.job;

import io.idaeus.api.Finding;
import io.idaeus.api.Problem;
import io.idaeus.api.TableRef;
import io.idaeus.api.transfer.Transfer;
import io.idaeus.api.transfer.TransferProgress;
import io.idaeus.api.transfer.TransferState;
import io.idaeus.api.transfer.TransferWait;
import io.idaeus.sidecar.transfer.source.PinnedSource;
import io.idaeus.sidecar.transfer.waiting.Obstacle;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Builds a changed copy of a {@link TransferRecord}. */
public final class TransferEdit {
    private final TransferRecord from;
    private TransferState state;
    private @Nullable String reason;
    private Instant since;
    private int attempts;
    private Transfer.@Nullable Outcome outcome;
    private @Nullable Instant finishedAt;
    private List<PinnedSource> sources;
    private List<Integer> connections;
    private TransferProgress progress;
    private Transfer.SstableCounts sstables;
    private Map<String, Transfer.CorruptSstables> corrupt;
    private List<Transfer.PhaseTime> phases;
    private List<Finding> findings;
    private List<TableRef> cleanupDue;
    private @Nullable Problem problem;
    private @Nullable Long maxRate;
    private @Nullable TransferWait waiting;
    private @Nullable TransferState phase;
    private boolean pauseRequested;
    private boolean cancelRequested;

    TransferEdit(TransferRecord from) {
        this.from = from;
        state = from.state();
        reason = from.reason();
        since = from.since();
        attempts = from.attempts();
        outcome = from.outcome();
        finishedAt = from.finishedAt();
        sources = from.sources();
        connections = from.connections();
        progress = from.progress();
        sstables = from.sstables();
        corrupt = from.corrupt();
        phases = from.phases();
        findings = from.findings();
        cleanupDue = from.cleanupDue();
        problem = from.problem();
        maxRate = from.maxRate();
        waiting = from.waiting();
        phase = from.next();
        pauseRequested = from.pauseRequested();
        cancelRequested = from.cancelRequested();
    }

    /** Adds the time in the previous state to its phase. */
    public TransferEdit state(TransferState next, @Nullable String why, Instant now) {
        if (next != state) {
            phases = withTime(phases, state, Duration.between(since, now));
            since = now;
            attempts = 0;
        }
        state = next;
        reason = why;
        waiting = null;
        phase = null;
        finishedAt = next.isFinal() ? now : null;
        return this;
    }

    /** The phase retries. */
    public TransferEdit waits(Obstacle obstacle, int tried, Instant now) {
        waiting = waitFor(obstacle, from.phase(), tried, now);
        reason = obstacle.detail();
        attempts = tried;
        return this;
    }

    TransferEdit waitsNoMore() {
        reason = null;
        waiting = null;
        return this;
    }

    /** Held until the wait is over. */
    public TransferEdit paused(Obstacle obstacle, int tried, Instant now) {
        TransferWait wait = waitFor(obstacle, from.phase(), tried, now);
        state(TransferState.PAUSED, obstacle.detail(), now);
        waiting = wait;
        phase = wait.phase();
        attempts = tried;
        return this;
    }

    private TransferWait waitFor(Obstacle obstacle, TransferState interrupted, int tried, Instant now) {
        TransferWait before = from.waiting();
        Instant began = before != null && before.cause() == obstacle.cause() ? before.since() : now;
        return new TransferWait(obstacle.cause(), interrupted, obstacle.detail(), began, tried, obstacle.remedy());
    }

    TransferEdit pauseRequested() {
        pauseRequested = true;
        return this;
    }

    /** Queued, for its interrupted phase. */
    TransferEdit resumed(Instant now) {
        TransferState interrupted = from.phase();
        state(TransferState.QUEUED, null, now);
        phase = interrupted == TransferState.QUEUED ? null : interrupted;
        pauseRequested = false;
        return this;
    }

    public TransferEdit outcome(Transfer.@Nullable Outcome end) {
        outcome = end;
        return this;
    }

    public TransferEdit sources(List<PinnedSource> pinned) {
        sources = List.copyOf(pinned);
        return this;
    }

    TransferEdit progress(ProgressCounter far, SstableOutcomes outcomes) {
        progress = far.view();
        connections = far.connections();
        sstables = outcomes.counts();
        corrupt = outcomes.corrupt();
        return this;
    }

    public TransferEdit findings(List<Finding> found, List<TableRef> cleanup) {
        findings = List.copyOf(found);
        cleanupDue = List.copyOf(cleanup);
        return this;
    }

    public TransferEdit problem(Problem why) {
        problem = why;
        return this;
    }

    public TransferEdit maxRate(@Nullable Long bytesPerSecond) {
        maxRate = bytesPerSecond;
        return this;
    }

    public TransferEdit cancelRequested() {
        cancelRequested = true;
        return this;
    }

    public TransferRecord done() {
        return TransferRecordBuilder.builder()
                .id(from.id())
                .idempotencyKey(from.idempotencyKey())
                .requestDigest(from.requestDigest())
                .request(from.request())
                .terms(from.terms())
                .requestedBy(from.requestedBy())
                .state(state)
                .reason(reason)
                .since(since)
                .attempts(attempts)
                .outcome(outcome)
                .createdAt(from.createdAt())
                .finishedAt(finishedAt)
                .sources(sources)
                .connections(connections)
                .progress(progress)
                .sstables(sstables)
                .corrupt(corrupt)
                .phases(phases)
                .findings(findings)
                .cleanupDue(cleanupDue)
                .problem(problem)
                .maxRate(maxRate)
                .waiting(waiting)
                .next(phase)
                .pauseRequested(pauseRequested)
                .cancelRequested(cancelRequested)
                .build();
    }

    private static List<Transfer.PhaseTime> withTime(
            List<Transfer.PhaseTime> phases, TransferState phase, Duration time) {
        double seconds = time.toNanos() / 1e9;
        List<Transfer.PhaseTime> result = new ArrayList<>();
        for (Transfer.PhaseTime each : phases) {
            if (each.phase() == phase) {
                seconds += each.seconds();
            } else {
                result.add(each);
            }
        }
        result.add(new Transfer.PhaseTime(phase, seconds));
        return List.copyOf(result);
    }
}
