/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.compare.job;

import com.github.f4b6a3.uuid.UuidCreator;
import io.idaeus.api.ProblemType;
import io.idaeus.api.comparison.Comparison;
import io.idaeus.api.comparison.ComparisonRequest;
import io.idaeus.api.comparison.ComparisonState;
import io.idaeus.api.comparison.DifferingRow;
import io.idaeus.api.value.Bounds;
import io.idaeus.sidecar.audit.AuditLog;
import io.idaeus.sidecar.cassandra.schema.KeyspacePolicy;
import io.idaeus.sidecar.cassandra.schema.TableName;
import io.idaeus.sidecar.compare.cluster.ClusterPair;
import io.idaeus.sidecar.compare.cluster.ClusterPairs;
import io.idaeus.sidecar.compare.cluster.ComparedCluster;
import io.idaeus.sidecar.job.JobHistory;
import io.idaeus.sidecar.job.JobKind;
import io.idaeus.sidecar.job.JobQuota;
import io.idaeus.sidecar.job.JobRegistry;
import io.idaeus.sidecar.job.JobStore;
import io.idaeus.sidecar.job.JobWorkers;
import io.idaeus.sidecar.job.Jobs;
import io.idaeus.sidecar.job.JsonJobStore;
import io.idaeus.sidecar.problem.BoundedNumber;
import io.idaeus.sidecar.problem.BoundedText;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.problem.Quota;
import io.idaeus.sidecar.ring.TokenRange;
import io.idaeus.sidecar.store.JsonStore;
import io.idaeus.sidecar.thread.DaemonThreads;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The comparisons that this sidecar coordinates. They go on after a restart. Thread-safe. */
public final class ComparisonService implements AutoCloseable {
    private static final int AT_ONCE = 2;
    private static final int MOST_UNFINISHED = 100;
    private static final Duration RETRY_AFTER = Duration.ofMinutes(1);

    private final JobStore<ComparisonRecord> store;
    private final ClusterPairs pairs;
    private final KeyspacePolicy keyspaces;
    private final Clock clock;
    private final AuditLog audit;
    private final ExecutorService threads = Executors.newCachedThreadPool(DaemonThreads.numbered("comparison-part"));
    private final JobRegistry<ComparisonRun> runs =
            new JobRegistry<>(new JobKind("comparison", ProblemType.UNKNOWN_COMPARISON, "GET /v1/comparisons"));
    private final JobWorkers<ComparisonRun> workers = JobWorkers.atMost(AT_ONCE, "comparison", this::work);
    private final Jobs<ComparisonRecord, ComparisonRun> jobs;
    private final JobHistory<ComparisonRun> history;
    private final ComparisonKeeper keeper = new ComparisonKeeper();

    private ComparisonService(
            JobStore<ComparisonRecord> store,
            ClusterPairs pairs,
            KeyspacePolicy keyspaces,
            Clock clock,
            JobQuota quota,
            AuditLog audit) {
        this.store = store;
        this.pairs = pairs;
        this.keyspaces = keyspaces;
        this.clock = clock;
        this.audit = audit;
        this.jobs = new Jobs<>(store, runs, workers);
        this.history = new JobHistory<>(runs, store, quota, keeper, id -> {}, clock);
    }

    /** @param quota of comparisons that have ended */
    public static ComparisonService open(
            Path stateDirectory,
            ClusterPairs pairs,
            KeyspacePolicy keyspaces,
            Clock clock,
            JobQuota quota,
            AuditLog audit) {
        JobStore<ComparisonRecord> store = new JsonJobStore<>(
                stateDirectory, "comparisons", directory -> JsonStore.open(directory, ComparisonRecord.class));
        ComparisonService service = new ComparisonService(store, pairs, keyspaces, clock, quota, audit);
        service.runs.load(store, service::run);
        return service;
    }

    /**
     * Keeps comparisons on record for plans.
     *
     * @param wanted whether a plan that has not ended asks for the comparison with this id. Asked often
     */
    public void keepForPlans(Predicate<String> wanted) {
        keeper.keepForPlans(wanted);
    }

    private ComparisonRun run(ComparisonRecord record) {
        return new ComparisonRun(store, pairs, clock, audit, threads, record);
    }

    /** Drives every comparison that has not ended and is not paused. */
    public void start() {
        history.prune();
        jobs.start();
    }

    private void work(ComparisonRun run) {
        run.drive();
        history.prune();
    }

    /**
     * A new comparison, on disk.
     *
     * @param allowed throws for a keyspace that the caller may not compare
     * @param by requester; null without authentication
     * @param unwanted whether nobody waits for the answer any more; asked often
     * @throws ProblemException INVALID_REQUEST, INVALID_RANGE, UNPROCESSABLE, QUOTA_EXCEEDED, PEER_NOT_ALLOWED,
     *     PEER_UNREACHABLE, PEER_FAILED, ILLEGAL_STATE, UNSUPPORTED_PARTITIONER, KEYSPACE_NOT_ALLOWED
     */
    public Comparison create(
            ComparisonRequest request, Consumer<String> allowed, @Nullable String by, BooleanSupplier unwanted) {
        List<TokenRange> ranges = check(request);
        ClusterPair pair = pairs.find(request, unwanted);
        Collection<TableName> tables = new TableChoice(
                        Stream.concat(pair.here().keyspaces().stream(), pair.there().keyspaces().stream())
                                .toList(),
                        keyspaces)
                .of(request.tables());
        Set<String> compared = tables.stream().map(TableName::keyspace).collect(Collectors.toSet());
        compared.forEach(allowed);
        LevelCheck.require(request.level(), compared, pair.here());
        LevelCheck.require(request.level(), compared, pair.there());
        Map<TableName, Long> bytes = bytes(pair.here(), tables);
        ComparisonRecord record = ComparisonRecordBuilder.builder()
                .id(UuidCreator.getTimeOrderedEpoch().toString())
                .request(request)
                .state(ComparisonState.QUEUED)
                .requestedBy(by)
                .here(pair.here().name())
                .there(pair.there().name())
                .createdAt(clock.instant())
                .finishedAt(null)
                .waiting(null)
                .error(null)
                .tables(tables.stream()
                        .map(table -> TableRecord.of(table, bytes.getOrDefault(table, 0L), ranges))
                        .toList())
                .build();
        jobs.store(record);
        ComparisonRun run = run(record);
        runs.add(run);
        workers.submit(run);
        return record.view(null, true);
    }

    /** The newest that was made for this request since a moment, and did not fail. */
    Optional<Comparison> find(ComparisonRequest request, Instant since) {
        return runs.newestFirst().stream()
                .filter(run -> run.record().request().equals(request)
                        && !run.record().createdAt().isBefore(since)
                        && run.record().state() != ComparisonState.FAILED)
                .findFirst()
                .map(ComparisonService::view);
    }

    Optional<Comparison> find(String id) {
        return runs.find(id).map(ComparisonService::view);
    }

    private List<TokenRange> check(ComparisonRequest request) {
        BoundedText.ADDRESS.require("with", request.with());
        BoundedNumber.requireCount("tables", request.tables().size(), Bounds.MAX_TABLES);
        BoundedText.TABLE_PATTERN.requireAll("tables", request.tables());
        BoundedNumber.requireRate("maxRate", request.maxRate());
        List<TokenRange> ranges = ranges(request.range());
        requirePast(request.asOf());
        if (runs.active().size() >= MOST_UNFINISHED) {
            throw Quota.COMPARISONS.exceeded(
                    RETRY_AFTER,
                    MOST_UNFINISHED
                            + " comparisons have not ended (expected: fewer); wait for one to end, or cancel one");
        }
        return ranges;
    }

    private void requirePast(@Nullable String asOf) {
        if (asOf == null) {
            return;
        }
        BoundedText.MOMENT.require("asOf", asOf);
        boolean past;
        try {
            past = !Instant.parse(asOf).isAfter(clock.instant());
        } catch (DateTimeParseException e) {
            past = false;
        }
        if (!past) {
            throw new ProblemException(
                    ProblemType.UNPROCESSABLE,
                    "asOf: " + asOf + " (expected: a time that has passed; it is " + clock.instant() + ")");
        }
    }

    // None of them wraps.
    private static List<TokenRange> ranges(@Nullable String text) {
        if (text == null) {
            return List.of(new TokenRange(Long.MIN_VALUE, Long.MAX_VALUE));
        }
        TokenRange range;
        try {
            range = TokenRange.parse(text);
        } catch (IllegalArgumentException e) {
            throw new ProblemException(ProblemType.INVALID_RANGE, "range: " + e.getMessage(), e);
        }
        if (!range.wraps()) {
            return List.of(range);
        }
        List<TokenRange> parts = Stream.of(
                        new TokenRange(Long.MIN_VALUE, range.right()), new TokenRange(range.left(), Long.MAX_VALUE))
                .filter(part -> part.left() < part.right())
                .toList();
        if (parts.isEmpty()) {
            throw new ProblemException(
                    ProblemType.INVALID_RANGE, "range: " + text + " has no token (expected: left:right with some)");
        }
        return parts;
    }

    private static Map<TableName, Long> bytes(ComparedCluster cluster, Collection<TableName> tables) {
        Map<TableName, Long> bytes = new HashMap<>();
        tables.stream().map(TableName::keyspace).distinct().forEach(keyspace -> {
            try {
                cluster.bytes(keyspace).forEach((table, each) -> bytes.put(new TableName(keyspace, table), each));
            } catch (ProblemException e) {
                // They only say how long it takes. The keyspace may be in the other cluster alone.
                if (e.type() == ProblemType.PEER_UNREACHABLE) {
                    throw e;
                }
            }
        });
        return bytes;
    }

    /** Newest first, without their tables. */
    public List<Comparison> list() {
        return runs.newestFirst().stream()
                .map(run -> run.record().view(run.timeLeft(), false))
                .toList();
    }

    /** Ids of records that this version does not understand. */
    public List<String> unreadable() {
        return runs.unreadable();
    }

    /** @throws ProblemException UNKNOWN_COMPARISON */
    public Comparison get(String id) {
        return view(runs.get(id));
    }

    private static Comparison view(ComparisonRun run) {
        return run.record().view(run.timeLeft(), true);
    }

    /** The keyspaces of a comparison. */
    public List<String> keyspaces(String id) {
        return runs.get(id).record().tables().stream()
                .map(TableRecord::keyspace)
                .distinct()
                .toList();
    }

    /** Rows that differ, in the order in which they were found. @throws ProblemException UNKNOWN_TABLE */
    public List<DifferingRow> rows(String id, TableName table) {
        return runs.get(id).record().tables().stream()
                .filter(each -> each.name().equals(table))
                .findFirst()
                .orElseThrow(() -> new ProblemException(
                        ProblemType.UNKNOWN_TABLE,
                        "comparison " + id + " has no table " + table + "; GET /v1/comparisons/" + id + " lists them"))
                .found()
                .rows();
    }

    /** Idempotent. */
    public Comparison pause(String id) {
        return view(jobs.pause(id));
    }

    /** Idempotent. */
    public Comparison resume(String id) {
        return view(jobs.resume(id));
    }

    /** Idempotent. */
    public Comparison cancel(String id) {
        return view(jobs.cancel(id));
    }

    /** @throws ProblemException UNKNOWN_COMPARISON; ILLEGAL_STATE unless it has ended */
    public void delete(String id) {
        history.delete(id);
    }

    /** How many comparisons are in each state. */
    Map<ComparisonState, Long> counts() {
        return runs.all().stream()
                .collect(Collectors.groupingBy(run -> run.record().state(), Collectors.counting()));
    }

    /** Comparisons go on at the next start. */
    @Override
    public void close() {
        jobs.close();
        threads.shutdownNow();
    }
}
