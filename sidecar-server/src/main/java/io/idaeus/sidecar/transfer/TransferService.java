/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.github.f4b6a3.uuid.UuidCreator;
import io.idaeus.api.ProblemType;
import io.idaeus.api.claim.SourceCheck.UnusableSource;
import io.idaeus.api.operations.StagingOrphan;
import io.idaeus.api.transfer.SourceRef;
import io.idaeus.api.transfer.Transfer;
import io.idaeus.api.transfer.TransferEvent;
import io.idaeus.api.transfer.TransferPlan;
import io.idaeus.api.transfer.TransferRequest;
import io.idaeus.api.transfer.TransferSamples;
import io.idaeus.api.transfer.TransferSstable;
import io.idaeus.api.transfer.TransferState;
import io.idaeus.api.transfer.TransferWait;
import io.idaeus.sidecar.cassandra.schema.KeyspacePolicy;
import io.idaeus.sidecar.checksum.Sha256;
import io.idaeus.sidecar.job.Broadcast;
import io.idaeus.sidecar.job.JobHistory;
import io.idaeus.sidecar.job.JobWorkers;
import io.idaeus.sidecar.job.Jobs;
import io.idaeus.sidecar.problem.BoundedNumber;
import io.idaeus.sidecar.problem.Listed;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.problem.Quota;
import io.idaeus.sidecar.selection.slice.PartialOverlap;
import io.idaeus.sidecar.store.StateJson;
import io.idaeus.sidecar.transfer.job.ClaimTerms;
import io.idaeus.sidecar.transfer.job.StoredTransfer;
import io.idaeus.sidecar.transfer.job.TransferJournal;
import io.idaeus.sidecar.transfer.job.TransferRecord;
import io.idaeus.sidecar.transfer.job.TransferRegistry;
import io.idaeus.sidecar.transfer.job.TransferRun;
import io.idaeus.sidecar.transfer.source.SourceChecks;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The transfers to this node. An accepted one is on disk before {@link #create} returns, and continues after a restart.
 * Thread-safe.
 */
public final class TransferService implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TransferService.class);
    private static final Duration RETRY_AFTER = Duration.ofSeconds(30);
    private static final int MAX_ORPHANS = 1000;
    private static final int NAMED_IN_LOG = 10;

    private final TransferJournal journal;
    private final TransferRegistry transfers;
    private final JobWorkers<TransferRun> workers;
    private final Jobs<TransferRecord, TransferRun> jobs;
    private final DryRuns dryRuns;
    private final SourceChecks sourceChecks;
    private final ClaimWork claimWork;
    private final StagedImports stagedImports;
    private final TransferUpkeep upkeep;
    private final TransferKeeper keeper;
    private final JobHistory<TransferRun> history;
    private final Broadcast<TransferEvent> changes = new Broadcast<>();
    private final int mostUnfinished;
    private final KeyspacePolicy keyspaces;
    private final Clock clock;
    private final ObjectMapper json = StateJson.mapper();

    TransferService(
            TransferJournal journal,
            TransferRegistry transfers,
            JobWorkers<TransferRun> workers,
            DryRuns dryRuns,
            SourceChecks sourceChecks,
            ClaimWork claimWork,
            StagedImports stagedImports,
            TransferUpkeep upkeep,
            TransferQuotas quotas,
            KeyspacePolicy keyspaces,
            Clock clock) {
        this.journal = journal;
        this.transfers = transfers;
        this.workers = workers;
        this.jobs = new Jobs<>(journal, transfers, workers);
        this.dryRuns = dryRuns;
        this.sourceChecks = sourceChecks;
        this.claimWork = claimWork;
        this.stagedImports = stagedImports;
        this.upkeep = upkeep;
        this.keeper = new TransferKeeper(upkeep);
        this.history = new JobHistory<>(transfers, journal, quotas.ofEnded(), keeper, changes::deleted, clock);
        this.mostUnfinished = quotas.unfinished();
        this.keyspaces = keyspaces;
        this.clock = clock;
    }

    /** Reads what is on disk. Call it once, before others use this. */
    void load() {
        transfers.load(journal, this::run);
    }

    private TransferRun run(TransferRecord record) {
        StoredTransfer stored = new StoredTransfer(journal, record, clock);
        stored.onChange(change -> {
            upkeep.changed(stored);
            changes.changed(change);
        });
        return new TransferRun(stored, clock);
    }

    /** Drives every transfer that has not ended. */
    public void start() {
        jobs.start();
        upkeep.start(workers.aside(), history::prune);
    }

    /** A transfer of nobody in particular. */
    public Transfer create(TransferRequest request, @Nullable String idempotencyKey) {
        return create(request, idempotencyKey, null);
    }

    /**
     * @param idempotencyKey the same key with the same request returns the first transfer
     * @param by requester; null without authentication
     * @throws ProblemException INVALID_REQUEST, INVALID_RANGE, INVALID_TAG, KEYSPACE_NOT_ALLOWED,
     *     IDEMPOTENCY_KEY_REUSED, QUOTA_EXCEEDED
     */
    public Transfer create(TransferRequest request, @Nullable String idempotencyKey, @Nullable String by) {
        RequestCheck.check(request, idempotencyKey);
        return accept(request, null, by, idempotencyKey).stored().view();
    }

    /**
     * A transfer of a plan.
     *
     * @param key the same key returns the first transfer, where the plan asked for the same ranges in the same phases; its
     *     rate, sources and tables may differ
     * @param by requester; null without authentication
     * @throws ProblemException INVALID_REQUEST, INVALID_RANGE, INVALID_TAG, KEYSPACE_NOT_ALLOWED,
     *     IDEMPOTENCY_KEY_REUSED; UNKNOWN_TRANSFER or ILLEGAL_STATE where an earlier transfer is none that has ended, of
     *     the plan
     */
    public Transfer create(TransferRequest request, ClaimTerms terms, String key, @Nullable String by) {
        check(request, terms, key);
        claimWork.requireEnded(terms);
        return accept(PartialOverlap.ofPlan(request), terms, by, "plan/" + terms.plan() + "/" + key)
                .stored()
                .view();
    }

    /**
     * Checks the request for a transfer of a plan, without Cassandra and the sources.
     *
     * @throws ProblemException INVALID_REQUEST, INVALID_RANGE, INVALID_TAG, UNPROCESSABLE
     */
    public static void check(TransferRequest request, ClaimTerms terms, String key) {
        ClaimRequestCheck.check(request, terms, key);
    }

    /**
     * Checks how sources are named, without Cassandra and the sources.
     *
     * @throws ProblemException INVALID_REQUEST, INVALID_RANGE, INVALID_TAG, UNPROCESSABLE
     */
    public static void checkSources(List<SourceRef> sources) {
        RequestCheck.checkSources(sources);
    }

    /** The sources that this node cannot pull from now. */
    public List<UnusableSource> unusable(List<SourceRef> sources) {
        return sourceChecks.unusable(sources);
    }

    public ClaimWork claimWork() {
        return claimWork;
    }

    public StagedImports stagedImports() {
        return stagedImports;
    }

    private synchronized TransferRun accept(
            TransferRequest request, @Nullable ClaimTerms terms, @Nullable String by, @Nullable String idempotencyKey) {
        requireAllowed(request);
        String digest = digest(request, terms);
        Optional<TransferRun> same = transfers.withKey(idempotencyKey);
        if (same.isPresent()) {
            return isSameWork(same.get(), terms) ? same.get() : repeated(same.get(), digest);
        }
        requireRoom();
        String id = UuidCreator.getTimeOrderedEpoch().toString();
        TransferRecord record =
                TransferRecord.accepted(id, idempotencyKey, digest, request, terms, by, clock.instant());
        jobs.store(record);
        TransferRun run = run(record);
        transfers.add(run);
        run.stored().announce();
        LOG.info(
                "{} accepted{}: {} from {}",
                id,
                terms == null ? "" : " for plan " + terms.plan(),
                listed(request.tables().stream().map(table -> table.keyspace() + "." + table.table())),
                listed(request.sources().stream().map(SourceRef::uri)));
        workers.submit(run);
        return run;
    }

    private static String listed(Stream<String> all) {
        return Listed.of(all.toList(), NAMED_IN_LOG);
    }

    private void requireRoom() {
        int unfinished = transfers.active().size();
        if (unfinished >= mostUnfinished) {
            throw Quota.TRANSFERS.exceeded(
                    RETRY_AFTER,
                    unfinished + " transfers have not ended (expected: fewer than " + mostUnfinished
                            + ", quotas.unfinishedTransfers); wait for some, or cancel them.");
        }
    }

    // Cassandra's own keyspaces are the finding SYSTEM_KEYSPACE.
    private void requireAllowed(TransferRequest request) {
        request.tables().forEach(table -> keyspaces.requireListed(table.keyspace()));
    }

    // Rates, sources and tables may have changed since the plan asked, and lost the answer.
    private static boolean isSameWork(TransferRun first, @Nullable ClaimTerms terms) {
        ClaimTerms known = first.stored().record().terms();
        return terms != null && known != null && known.isSameWork(terms);
    }

    private static TransferRun repeated(TransferRun first, String digest) {
        if (!first.stored().record().requestDigest().equals(digest)) {
            throw new ProblemException(
                    ProblemType.IDEMPOTENCY_KEY_REUSED,
                    "the Idempotency-Key belongs to transfer " + first.id()
                            + ", whose request had another body (expected: the same body, or another key)");
        }
        return first;
    }

    /**
     * A dry run.
     *
     * @param unwanted whether nobody waits for the answer any more; asked often
     * @throws ProblemException TIME_LIMIT
     */
    public TransferPlan plan(TransferRequest request, @Nullable String idempotencyKey, BooleanSupplier unwanted) {
        RequestCheck.check(request, idempotencyKey);
        requireAllowed(request);
        return dryRuns.plan(request, unwanted);
    }

    /** Newest first; those with ids below {@code before}, or all. */
    public List<Transfer> list(@Nullable TransferState state, @Nullable String before, int limit) {
        return transfers.newestFirst().stream()
                .filter(run -> state == null || run.state() == state)
                .filter(run -> before == null || run.id().compareTo(before) < 0)
                .limit(limit)
                .map(run -> run.stored().view())
                .toList();
    }

    /** Ids of transfers whose records this version does not understand. */
    public List<String> unreadable() {
        return transfers.unreadable();
    }

    /** @throws ProblemException where there is no such transfer */
    public TransferSamples samples(String id) {
        get(id);
        return upkeep.samples(id);
    }

    /** The entries of staging that belong to no transfer, by path; at most 1,000. */
    public List<StagingOrphan> orphans() {
        return upkeep.orphans().stream()
                .sorted()
                .limit(MAX_ORPHANS)
                .map(path -> new StagingOrphan(
                        path.toString(), Instant.ofEpochMilli(path.toFile().lastModified())))
                .toList();
    }

    public Transfer get(String id) {
        return transfers.get(id).stored().view();
    }

    /** Excluded ones last; empty before there is a selection. */
    public List<TransferSstable> sstables(String id) {
        return transfers.get(id).stored().sstables();
    }

    /**
     * Takes a transfer off the record, and deletes what it left in staging.
     *
     * @throws ProblemException UNKNOWN_TRANSFER; ILLEGAL_STATE unless it has ended, and its plan needs it no more
     */
    public void delete(String id) {
        history.delete(id);
    }

    /** Deletes the records that the quotas leave no room for, as the upkeep does now and then. */
    void prune() {
        history.prune();
    }

    /** Keeps the transfers of such plans on record, however old. */
    public void keepPlans(Predicate<String> running) {
        keeper.keepPlans(running);
    }

    /** Idempotent. A transfer that no worker drives ends now, however busy the workers are. */
    public Transfer cancel(String id) {
        return jobs.cancel(id).stored().view();
    }

    /**
     * Frees the worker until a resume, also over a restart. Idempotent.
     *
     * @throws ProblemException ILLEGAL_STATE where it has ended or is being cancelled
     */
    public Transfer pause(String id) {
        return jobs.pause(id).stored().view();
    }

    /**
     * Continues when a worker is free. Idempotent.
     *
     * @throws ProblemException as {@link #pause}
     */
    public Transfer resume(String id) {
        return jobs.resume(id).stored().view();
    }

    /**
     * Applies at once and for good.
     *
     * @param maxRate bytes a second; null for none
     * @throws ProblemException INVALID_REQUEST, or as {@link #pause}
     */
    public Transfer limit(String id, @Nullable Long maxRate) {
        BoundedNumber.requireRate("maxRate", maxRate);
        TransferRun run = transfers.get(id);
        Jobs.onDisk(() -> run.limit(maxRate));
        LOG.info("{} rate limit: {}", id, maxRate == null ? "the node's" : maxRate + " bytes/s");
        return run.stored().view();
    }

    /** Lowers the rates of a plan's transfers to a quarter of what they were given, where they were given one. */
    public void fallToFloor(String plan) {
        transfers.ofPlan(plan).stream()
                .filter(TransferRun::fallToFloor)
                .forEach(run -> LOG.warn(
                        "{} rate limit: {} bytes/s, until the coordinator of plan {} is back",
                        run.id(),
                        run.stored().record().maxRate(),
                        plan));
    }

    /**
     * Sends an event at once, at every change, and every second. The watcher must not block.
     *
     * @return closed by the caller, at the latest after an event in a final state
     */
    public AutoCloseable watch(String id, Consumer<TransferEvent> watcher) {
        return transfers.get(id).stored().watch(watcher);
    }

    /**
     * Sends an event for each transfer that has not ended, at once, then one at every change of any transfer. Call it once,
     * before {@link #start}. The listeners must not block.
     *
     * @param deleted is told the ids of transfers that are taken off the record
     */
    public void watchAll(Consumer<TransferEvent> changed, Consumer<String> deleted) {
        changes.listen(changed, deleted);
        transfers.active().forEach(run -> run.stored().announce());
    }

    Stream<TransferRecord> records() {
        return transfers.all().stream().map(run -> run.stored().record());
    }

    /** The waits of transfers that have not ended. */
    Stream<TransferWait> waits() {
        return transfers.active().stream()
                .map(run -> run.stored().view().waiting())
                .filter(Objects::nonNull);
    }

    public Map<TransferState, Long> counts() {
        return transfers.all().stream().collect(Collectors.groupingBy(TransferRun::state, Collectors.counting()));
    }

    /** Cancels what a plan still does here, and forgets what it learned. */
    public void end(String plan) {
        transfers.ofPlan(plan).stream().filter(run -> !run.hasEnded()).forEach(run -> cancel(run.id()));
        claimWork.forget(plan);
    }

    private String digest(TransferRequest request, @Nullable ClaimTerms terms) {
        try {
            String body = json.writeValueAsString(request) + (terms == null ? "" : json.writeValueAsString(terms));
            return Sha256.of(body);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a request that was read cannot be written", e);
        }
    }

    /** Transfers continue at the next start. */
    @Override
    public void close() {
        upkeep.close();
        jobs.close();
    }
}
