/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.github.f4b6a3.uuid.UuidCreator;
import io.idaeus.api.DataPlane;
import io.idaeus.api.ProblemType;
import io.idaeus.api.Transfer;
import io.idaeus.api.TransferEvent;
import io.idaeus.api.TransferPlan;
import io.idaeus.api.TransferRequest;
import io.idaeus.api.TransferSstable;
import io.idaeus.api.TransferState;
import io.idaeus.client.SidecarClient;
import io.idaeus.sidecar.cassandra.CassandraDoor;
import io.idaeus.sidecar.fetch.FileFetcher;
import io.idaeus.sidecar.importing.ImportService;
import io.idaeus.sidecar.planning.Plan;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.security.PeerPolicy;
import io.idaeus.sidecar.store.StateJson;
import io.idaeus.sidecar.throttle.Throttle;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The transfers to this node. An accepted transfer is on disk before {@link #create} returns, and goes on by itself after
 * a restart.
 *
 * <p>Life cycle: {@link #start} once, {@link #close} once. Threading: any thread may call; {@code transfer-<n>} threads
 * drive the transfers, {@code transfer-aside-<n>} threads renew leases and end what was cancelled before a worker began
 * it, and one {@code transfer-clock} thread sweeps staging and tells watchers.
 */
public final class TransferService implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TransferService.class);
    private static final Duration TICK = Duration.ofSeconds(1);
    private static final Duration LOOK = Duration.ofSeconds(3);
    private static final Duration RELEASES = Duration.ofSeconds(10);
    private static final Duration SWEEP = Duration.ofMinutes(10);

    private final TransferJournal journal;
    private final TransferRegistry runs;
    private final Workers workers;
    private final PlanPhase planning;
    private final SourceLeases leases;
    private final LeaseRenewals renewals;
    private final Staging staging;
    private final TransferSettings settings;
    private final Clock clock;
    private final ObjectMapper json = StateJson.mapper();
    private final ScheduledExecutorService ticker;

    private TransferService(
            TransferJournal journal,
            TransferRegistry runs,
            Workers workers,
            PlanPhase planning,
            SourceLeases leases,
            Staging staging,
            TransferSettings settings,
            Clock clock) {
        this.journal = journal;
        this.runs = runs;
        this.workers = workers;
        this.planning = planning;
        this.staging = staging;
        this.settings = settings;
        this.clock = clock;
        this.leases = leases;
        this.renewals = new LeaseRenewals(leases::renew, workers.aside());
        this.ticker = Executors.newSingleThreadScheduledExecutor(NamedThreads.named("transfer-clock"));
    }

    /**
     * Puts the parts together and reads what is on disk. The caller owns those it gives; they must outlive the service.
     *
     * @param receiving what all transfers together may receive
     */
    public static TransferService of(
            Path stateDirectory,
            CassandraDoor door,
            ImportService imports,
            CleanupMarks marks,
            FileFetcher fetcher,
            Throttle receiving,
            Supplier<SidecarClient> client,
            PeerPolicy policy,
            DataPlane self,
            TransferSettings settings,
            Clock clock) {
        TransferRegistry runs = new TransferRegistry();
        Staging staging = new Staging(settings.stagingRoots());
        Peers peers = new Peers(client, policy);
        SourceLeases leases = new SourceLeases(peers, settings);
        DestinationFacts facts = new DestinationFacts(door, staging, settings.stagingHeadroom(), runs::reserved);
        PlanPhase planning = new PlanPhase(peers, facts, self, settings, clock);
        WaitLoop waits = new WaitLoop(LOOK);
        NodeGate node = new NodeGate(door.node()::operationMode, door.schemas()::requireAnswer);
        LocalDisks disks = new LocalDisks(stateDirectory, settings.stagingRoots(), settings.stagingHeadroom());
        ImportPhase importing = new ImportPhase(
                imports,
                facts,
                marks,
                node,
                table -> new ImportGate(
                        node, imports::turn, door.node()::pendingCompactions, settings.maxPendingCompactions(), table),
                disks::gate,
                waits,
                clock);
        Worker worker = new Worker(
                peers,
                planning,
                importing,
                fetcher,
                receiving,
                leases,
                staging,
                disks,
                node,
                waits,
                settings,
                clock,
                new SecureRandom());
        TransferService service = new TransferService(
                TransferJournal.open(stateDirectory),
                runs,
                new Workers(worker::work, settings.concurrent()),
                planning,
                leases,
                staging,
                settings,
                clock);
        service.load();
        return service;
    }

    private void load() {
        journal.all(runs::addUnreadable).forEach(record -> runs.add(new TransferRun(journal, record, clock)));
    }

    /** Takes up every transfer that has not ended. Those that came before this call go on as well, once each. */
    public void start() {
        runs.active().forEach(run -> {
            LOG.info("{} {} in {}", run.id(), run.wantsWorker() ? "goes on" : "stays paused", run.phase());
            workers.submit(run);
        });
        every(TICK, () -> runs.all().stream().filter(TransferRun::isWatched).forEach(TransferRun::notifyWatchers));
        every(settings.leaseRenewal(), () -> renewals.renew(runs.active()));
        every(RELEASES, () -> workers.aside().execute(leases::releaseAgain));
        every(SWEEP, this::sweep);
    }

    /**
     * Accepts a transfer.
     *
     * @param idempotencyKey the same key with the same request answers with the first transfer
     * @throws ProblemException INVALID_REQUEST, INVALID_RANGE, INVALID_TAG, IDEMPOTENCY_KEY_REUSED
     */
    public Transfer create(TransferRequest request, @Nullable String idempotencyKey) {
        RequestCheck.check(request);
        String digest = digest(request);
        if (idempotencyKey != null) {
            RequestCheck.checkKey(idempotencyKey);
        }
        TransferRun run = accept(request, idempotencyKey, digest);
        return run.view();
    }

    private synchronized TransferRun accept(TransferRequest request, @Nullable String idempotencyKey, String digest) {
        Optional<TransferRun> same = runs.withKey(idempotencyKey);
        if (same.isPresent()) {
            return repeated(same.get(), digest);
        }
        String id = UuidCreator.getTimeOrderedEpoch().toString();
        TransferRecord record = TransferRecord.accepted(id, idempotencyKey, digest, request, clock.instant());
        keep(record);
        TransferRun run = new TransferRun(journal, record, clock);
        runs.add(run);
        LOG.info("{} accepted: {} from {}", id, request.tables(), request.sources());
        workers.submit(run);
        return run;
    }

    private void keep(TransferRecord record) {
        try {
            journal.write(record);
        } catch (LocalDiskException e) {
            try {
                // It may be there all the same: the rename came before what failed.
                journal.forget(record.id());
            } catch (LocalDiskException again) {
                e.addSuppressed(again);
            }
            throw e.problem();
        }
    }

    /** What an operator asks for is on disk before he is told so, or is told that it cannot be. */
    private static void onDisk(Runnable change) {
        try {
            change.run();
        } catch (LocalDiskException e) {
            throw e.problem();
        }
    }

    private static TransferRun repeated(TransferRun first, String digest) {
        if (!first.record().requestDigest().equals(digest)) {
            throw new ProblemException(
                    ProblemType.IDEMPOTENCY_KEY_REUSED,
                    "the Idempotency-Key belongs to transfer " + first.id()
                            + ", which was asked for with another body (expected: the same body, or another key)");
        }
        return first;
    }

    /** What a transfer would do; nothing moves and nothing is kept. */
    public TransferPlan plan(TransferRequest request) {
        RequestCheck.check(request);
        Plan plan = rehearsed(request);
        List<TransferSstable> sstables = new SstableOutcomes(plan).view();
        return new TransferPlan(
                plan.refused(),
                plan.findings(),
                sstables,
                plan.bytes(),
                plan.files(),
                plan.bytesRequired(),
                plan.bytesFree());
    }

    private Plan rehearsed(TransferRequest request) {
        try {
            return planning.rehearse("plan", request);
        } catch (LocalDiskException e) {
            throw e.problem();
        }
    }

    /** Newest first. */
    public List<Transfer> list(@Nullable TransferState state, int limit) {
        return runs.newestFirst().stream()
                .filter(run -> state == null || run.state() == state)
                .limit(limit)
                .map(TransferRun::view)
                .toList();
    }

    /** The ids of transfers whose records are on disk and not understood. */
    public List<String> unreadable() {
        return runs.unreadable();
    }

    public Transfer get(String id) {
        return runs.get(id).view();
    }

    /** In the plan's order, what was excluded last; empty before there is a plan. */
    public List<TransferSstable> sstables(String id) {
        return runs.get(id).sstables();
    }

    /** Asks for the end; idempotent. One that no worker has begun ends now, however busy they are. */
    public Transfer cancel(String id) {
        TransferRun run = runs.get(id);
        onDisk(run::cancel);
        if (!run.state().isFinal()) {
            workers.submitAside(run);
        }
        return run.view();
    }

    /**
     * Leaves a transfer where it is until it is resumed, also after a restart; idempotent. It gives its place to others.
     *
     * @throws ProblemException ILLEGAL_STATE where it has ended or is being cancelled
     */
    public Transfer pause(String id) {
        TransferRun run = runs.get(id);
        onDisk(run::pause);
        return run.view();
    }

    /**
     * Lets a paused transfer go on, as soon as there is a place; idempotent.
     *
     * @throws ProblemException ILLEGAL_STATE where it has ended or is being cancelled
     */
    public Transfer resume(String id) {
        TransferRun run = runs.get(id);
        onDisk(run::resume);
        workers.submit(run);
        return run.view();
    }

    /**
     * Changes what one transfer may receive, at once and for good.
     *
     * @param maxRate bytes a second; null for no limit of its own
     * @throws ProblemException INVALID_REQUEST; ILLEGAL_STATE where it has ended or is being cancelled
     */
    public Transfer limit(String id, @Nullable Long maxRate) {
        RequestCheck.checkRate("maxRate", maxRate);
        TransferRun run = runs.get(id);
        onDisk(() -> run.limit(maxRate));
        LOG.info("{} may receive {}", id, maxRate == null ? "as much as the node" : maxRate + " bytes/s");
        return run.view();
    }

    /**
     * Hands the watcher an event at once, one at every change, and one a second in between. The watcher must not block.
     *
     * @return closed by the caller, at the latest after an event in a final state
     */
    public AutoCloseable watch(String id, Consumer<TransferEvent> watcher) {
        return runs.get(id).watch(watcher);
    }

    /** How many transfers are in each state. */
    public Map<TransferState, Long> counts() {
        return runs.all().stream().collect(Collectors.groupingBy(TransferRun::state, Collectors.counting()));
    }

    /** Deletes what ended transfers left in staging, once its time is over. Names that are no transfer's stay. */
    private void sweep() {
        Instant old = clock.instant().minus(settings.stagingRetention());
        staging.sweep(name -> {
            return runs.find(name)
                    .map(run -> run.record().finishedAt())
                    .filter(finished -> finished.isBefore(old))
                    .isPresent();
        });
    }

    private void every(Duration period, Runnable task) {
        ScheduledFuture<?> unused = ticker.scheduleWithFixedDelay(
                () -> {
                    try {
                        task.run();
                    } catch (RuntimeException e) {
                        LOG.error("a periodic task of transfers failed; it runs again in {}", period, e);
                    }
                },
                period.toMillis(),
                period.toMillis(),
                TimeUnit.MILLISECONDS);
    }

    private String digest(TransferRequest request) {
        try {
            byte[] body = json.writeValueAsString(request).getBytes(StandardCharsets.UTF_8);
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(body));
        } catch (JsonProcessingException | NoSuchAlgorithmException e) {
            throw new IllegalStateException("a request that was read cannot be written", e);
        }
    }

    /** Stops the workers where they are; their transfers go on at the next start. */
    @Override
    public void close() {
        ticker.shutdownNow();
        runs.active().forEach(TransferRun::stop);
        workers.close();
    }
}
