/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.job;

import static java.util.Objects.requireNonNull;

import io.idaeus.api.Finding;
import io.idaeus.api.Problem;
import io.idaeus.api.TableRef;
import io.idaeus.api.transfer.Transfer;
import io.idaeus.api.transfer.Transfer.Outcome;
import io.idaeus.api.transfer.TransferBuilder;
import io.idaeus.api.transfer.TransferProgress;
import io.idaeus.api.transfer.TransferProgressBuilder;
import io.idaeus.api.transfer.TransferRequest;
import io.idaeus.api.transfer.TransferState;
import io.idaeus.api.transfer.TransferWait;
import io.idaeus.sidecar.job.JobRecord;
import io.idaeus.sidecar.ring.TokenRanges;
import io.idaeus.sidecar.transfer.source.PinnedSource;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A transfer on disk. Its selection and outcomes are stored apart: they are large and change at other times.
 *
 * @param requestDigest of the request's JSON: an {@code Idempotency-Key} with another digest is refused
 * @param terms null for a transfer of no plan
 * @param requestedBy null without authentication
 * @param connections to each of the sources, the last number; empty before the first pull
 * @param corrupt by the host id of the source
 * @param maxRate bytes a second; null for no limit
 * @param next phase to continue in, while PAUSED or QUEUED again; null otherwise
 * @param pauseRequested cleared by a resume alone
 * @param cancelRequested carried out also after a crash
 */
@RecordBuilder
public record TransferRecord(
        String id,
        @Nullable String idempotencyKey,
        String requestDigest,
        TransferRequest request,
        @Nullable ClaimTerms terms,
        @Nullable String requestedBy,
        TransferState state,
        @Nullable String reason,
        Instant since,
        int attempts,
        @Nullable Outcome outcome,
        Instant createdAt,
        @Nullable Instant finishedAt,
        List<PinnedSource> sources,
        List<Integer> connections,
        TransferProgress progress,
        Transfer.SstableCounts sstables,
        Map<String, Transfer.CorruptSstables> corrupt,
        List<Transfer.PhaseTime> phases,
        List<Finding> findings,
        List<TableRef> cleanupDue,
        @Nullable Problem problem,
        @Nullable Long maxRate,
        @Nullable TransferWait waiting,
        @Nullable TransferState next,
        boolean pauseRequested,
        boolean cancelRequested)
        implements JobRecord {
    static final TransferProgress NO_PROGRESS = TransferProgressBuilder.builder()
            .bytesTotal(0)
            .bytesFetched(0)
            .bytesResumed(0)
            .filesTotal(0)
            .filesFetched(0)
            .bytesPerSecond(0)
            .etaSeconds(null)
            .bytesCompressed(null)
            .bytesCompressedTo(null)
            .build();
    static final Transfer.SstableCounts NO_SSTABLES = new Transfer.SstableCounts(0, 0, 0, 0, 0, 0, 0);

    public TransferRecord {
        requireNonNull(id, "id");
        requireNonNull(requestDigest, "requestDigest");
        requireNonNull(request, "request");
        requireNonNull(state, "state");
        requireNonNull(since, "since");
        requireNonNull(createdAt, "createdAt");
        sources = sources == null ? List.of() : sources;
        connections = connections == null ? List.of() : connections;
        progress = progress == null ? NO_PROGRESS : progress;
        sstables = sstables == null ? NO_SSTABLES : sstables;
        corrupt = corrupt == null ? Map.of() : corrupt;
        phases = phases == null ? List.of() : phases;
        findings = findings == null ? List.of() : findings;
        cleanupDue = cleanupDue == null ? List.of() : cleanupDue;
    }

    @Override
    public boolean hasEnded() {
        return state.isFinal();
    }

    /** A transfer of nobody in particular. */
    public static TransferRecord accepted(
            String id,
            @Nullable String idempotencyKey,
            String digest,
            TransferRequest request,
            @Nullable ClaimTerms terms,
            Instant now) {
        return accepted(id, idempotencyKey, digest, request, terms, null, now);
    }

    public static TransferRecord accepted(
            String id,
            @Nullable String idempotencyKey,
            String digest,
            TransferRequest request,
            @Nullable ClaimTerms terms,
            @Nullable String requestedBy,
            Instant now) {
        return TransferRecordBuilder.builder()
                .id(id)
                .idempotencyKey(idempotencyKey)
                .requestDigest(digest)
                .request(request)
                .terms(terms)
                .requestedBy(requestedBy)
                .state(TransferState.QUEUED)
                .reason(null)
                .since(now)
                .attempts(0)
                .outcome(null)
                .createdAt(now)
                .finishedAt(null)
                .sources(List.of())
                .connections(List.of())
                .progress(NO_PROGRESS)
                .sstables(NO_SSTABLES)
                .corrupt(Map.of())
                .phases(List.of())
                .findings(List.of())
                .cleanupDue(List.of())
                .problem(null)
                .maxRate(request.maxRate())
                .waiting(null)
                .next(null)
                .pauseRequested(false)
                .cancelRequested(false)
                .build();
    }

    /** The tokens that this source owned just before its snapshot; null where they are unknown. */
    public @Nullable TokenRanges ownedBySource(int source, String keyspace) {
        return sources.get(source).ownedBefore(keyspace);
    }

    /** The phase that it is in, or continues in. */
    public TransferState phase() {
        return next == null ? state : next;
    }

    public TransferEdit edit() {
        return new TransferEdit(this);
    }

    private Transfer.SourceStatus status(int index) {
        PinnedSource source = sources.get(index);
        Integer number = index < connections.size() ? connections.get(index) : null;
        return new Transfer.SourceStatus(
                source.uri(),
                source.hostId(),
                source.snapshot(),
                number,
                corrupt.get(source.hostId()),
                source.takenAt());
    }

    public Transfer view() {
        List<Transfer.SourceStatus> pinned =
                IntStream.range(0, sources.size()).mapToObj(this::status).toList();
        return TransferBuilder.builder()
                .id(id)
                .plan(terms == null ? null : terms.plan())
                .requestedBy(requestedBy)
                .state(state)
                .reason(reason)
                .since(since)
                .attempts(attempts)
                .waiting(waiting)
                .outcome(outcome)
                .createdAt(createdAt)
                .finishedAt(finishedAt)
                .request(request)
                .sources(pinned)
                .progress(progress)
                .sstables(sstables)
                .phases(phases)
                .findings(findings)
                .cleanupDue(cleanupDue)
                .maxRate(maxRate)
                .problem(problem)
                .build();
    }
}
