/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan;

import com.github.f4b6a3.uuid.UuidCreator;
import io.idaeus.api.Finding.Severity;
import io.idaeus.api.ProblemType;
import io.idaeus.api.plan.AcceptedFinding;
import io.idaeus.api.plan.Plan;
import io.idaeus.api.plan.PlanAcceptance;
import io.idaeus.api.plan.PlanEvent;
import io.idaeus.api.plan.PlanRange;
import io.idaeus.api.plan.PlanRequest;
import io.idaeus.api.plan.PlanState;
import io.idaeus.api.plan.PlanWait;
import io.idaeus.sidecar.audit.AuditLog;
import io.idaeus.sidecar.job.Broadcast;
import io.idaeus.sidecar.job.JobHistory;
import io.idaeus.sidecar.job.JobKind;
import io.idaeus.sidecar.job.JobQuota;
import io.idaeus.sidecar.job.JobRegistry;
import io.idaeus.sidecar.job.JobWorkers;
import io.idaeus.sidecar.job.Jobs;
import io.idaeus.sidecar.plan.attempt.PlannedComparisons;
import io.idaeus.sidecar.plan.cluster.FreshDrafts;
import io.idaeus.sidecar.plan.cluster.PeerCalls;
import io.idaeus.sidecar.plan.cluster.SidecarDirectory;
import io.idaeus.sidecar.plan.draft.Draft;
import io.idaeus.sidecar.plan.finding.DraftChange;
import io.idaeus.sidecar.plan.finding.LaterAcceptance;
import io.idaeus.sidecar.plan.finding.PlanFindingCode;
import io.idaeus.sidecar.plan.kind.PlanDrafter;
import io.idaeus.sidecar.plan.record.DraftParts;
import io.idaeus.sidecar.plan.record.PlanChange;
import io.idaeus.sidecar.plan.record.PlanRecord;
import io.idaeus.sidecar.plan.record.PlanStore;
import io.idaeus.sidecar.plan.record.StepRecord;
import io.idaeus.sidecar.plan.run.PlanRun;
import io.idaeus.sidecar.problem.BoundedText;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.selection.finding.FindingCode;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The plans that this sidecar coordinates. An approved one is on disk, and claimed at its destinations, before {@link
 * #approve} returns; it goes on after a restart. Thread-safe.
 */
public final class PlanService implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PlanService.class);

    private static final int KEPT_DRAFTS = 20;

    private final PlanStore store;
    private final SidecarDirectory directory;
    private final PlannedComparisons comparisons;
    private final FreshDrafts drafts;
    private final Clock clock;
    private final AuditLog audit;
    private final JobRegistry<PlanRun> runs =
            new JobRegistry<>(new JobKind("plan", ProblemType.UNKNOWN_PLAN, "GET /v1/plans"));
    private final JobWorkers<PlanRun> workers = JobWorkers.oneEach("plan", this::work);
    private final Jobs<PlanRecord, PlanRun> jobs;
    private final JobHistory<PlanRun> history;
    private final StepDurations durations = new StepDurations();
    private final Broadcast<PlanEvent> changes = new Broadcast<>();

    private PlanService(
            PlanStore store,
            SidecarDirectory directory,
            PlannedComparisons comparisons,
            Clock clock,
            JobQuota quota,
            AuditLog audit) {
        this.audit = audit;
        this.store = store;
        this.directory = directory;
        this.comparisons = comparisons;
        this.drafts = new FreshDrafts(directory);
        this.clock = clock;
        this.jobs = new Jobs<>(store, runs, workers);
        this.history = new JobHistory<>(runs, store, quota, new PlanKeeper(), changes::deleted, clock);
    }

    /** @param quota of plans that have ended */
    public static PlanService open(
            Path stateDirectory,
            SidecarDirectory directory,
            PlannedComparisons comparisons,
            Clock clock,
            JobQuota quota,
            AuditLog audit) {
        PlanStore store = PlanStore.open(stateDirectory);
        PlanService service = new PlanService(store, directory, comparisons, clock, quota, audit);
        service.runs.load(store, service::followed);
        return service;
    }

    private PlanRun followed(PlanRecord record) {
        return followed(newRun(record));
    }

    // Tells the state of the plan at once, and each change from now on.
    private PlanRun followed(PlanRun run) {
        AutoCloseable unused = run.watch(change -> changes.changed(PlanViews.event(change, clock.instant())));
        return run;
    }

    private PlanRun newRun(PlanRecord record) {
        PlanRun run = new PlanRun(store, directory, comparisons, clock, audit, record);
        AutoCloseable unused = run.watch(durations::changed);
        return run;
    }

    /** Drives every approved plan that has not ended. */
    public void start() {
        history.prune();
        // The process may have died before it had paused all comparisons of a plan.
        runs.active().stream()
                .filter(run -> run.record().state() == PlanState.PAUSED)
                .forEach(PlanRun::followComparisons);
        jobs.start();
    }

    private void work(PlanRun run) {
        run.drive();
        history.prune();
    }

    /**
     * A new plan, or the approved one that carries out the same request.
     *
     * @param by requester; null without authentication
     * @param unwanted whether nobody waits for the answer any more; asked often
     * @throws ProblemException INVALID_REQUEST, CASSANDRA_UNAVAILABLE, PEER_UNREACHABLE, PEER_NOT_ALLOWED, PEER_FAILED,
     *     TIME_LIMIT
     */
    public Plan create(PlanRequest request, @Nullable String by, BooleanSupplier unwanted) {
        PlanRequests.check(request);
        Optional<PlanRun> running = runs.active().stream()
                .filter(run -> run.record().isApproved()
                        && run.record().draft().request().equals(request))
                .findFirst();
        if (running.isPresent()) {
            return PlanViews.of(running.get().record());
        }
        Draft draft = drafts.draft(request, unwanted);
        String id = UuidCreator.getTimeOrderedEpoch().toString();
        PlanRecord record = PlanRecord.drafted(id, directory.self().uri(), draft, clock.instant(), by);
        jobs.store(record);
        runs.add(followed(record));
        forgetDrafts();
        LOG.info("plan {}: drafted for {}, digest {}", id, request, draft.digest());
        return PlanViews.of(record);
    }

    // A plan may be made as often as one likes: of those that nobody approved, the newest are kept.
    private void forgetDrafts() {
        runs.newestFirst().stream()
                .filter(run -> !run.record().isApproved())
                .skip(KEPT_DRAFTS)
                .toList()
                .forEach(run ->
                        history.tryToForget(run, "nobody approved it, and " + KEPT_DRAFTS + " newer ones are there"));
    }

    /**
     * Takes a plan off the record.
     *
     * @throws ProblemException UNKNOWN_PLAN; ILLEGAL_STATE unless it has ended, or nobody approved it
     */
    public void delete(String id) {
        history.delete(id);
    }

    /** Newest first. */
    public List<Plan> list() {
        return runs.newestFirst().stream()
                .map(run -> PlanViews.of(run.record()))
                .toList();
    }

    /** How many plans are in each state. */
    public Map<PlanState, Long> counts() {
        return runs.all().stream()
                .collect(Collectors.groupingBy(run -> run.record().state(), Collectors.counting()));
    }

    /** The waits of the steps of running plans. */
    Stream<PlanWait> waits() {
        return runs.all().stream()
                .map(PlanRun::record)
                .filter(plan -> plan.state() == PlanState.RUNNING)
                .flatMap(plan -> plan.turn().stream().map(plan.steps()::get).map(StepRecord::waiting))
                .filter(Objects::nonNull);
    }

    /** Whether a plan that has not ended asks for the comparison with this id. */
    public boolean wantsComparison(String id) {
        return runs.active().stream()
                .flatMap(run -> run.record().steps().stream())
                .anyMatch(step -> id.equals(step.comparison()));
    }

    StepDurations stepDurations() {
        return durations;
    }

    /** Ids of records that this version does not understand. */
    public List<String> unreadable() {
        return runs.unreadable();
    }

    /** @throws ProblemException UNKNOWN_PLAN */
    public Plan get(String id) {
        return PlanViews.of(runs.get(id).record());
    }

    public List<PlanRange> ranges(String id) {
        return runs.get(id).record().draft().ranges();
    }

    /**
     * Starts a plan.
     *
     * @param by requester; null without authentication
     * @param unwanted whether nobody waits for the answer any more; asked often until the plan is claimed
     * @throws ProblemException PLAN_CHANGED, PLAN_REFUSED, CLAIMED, ILLEGAL_STATE, TIME_LIMIT
     */
    public Plan approve(String id, String digest, @Nullable String by, BooleanSupplier unwanted) {
        PlanRun run = runs.get(id);
        synchronized (run) {
            runs.requireHere(run);
            PlanRecord plan = run.record();
            requireDigest(plan, digest);
            if (plan.isApproved()) {
                return PlanViews.of(plan);
            }
            plan.requireState(PlanState.DRAFT);
            requireUnchanged(plan, unwanted);
            PlanRecord approved = claimed(run, () -> run.change(draft -> draft.approved(clock.instant(), by)));
            LOG.info("plan {}: approved, digest {}", id, digest);
            workers.submit(run);
            return PlanViews.of(approved);
        }
    }

    /**
     * Accepts a finding that transfers of a running plan wait for. Idempotent.
     *
     * @param by requester; null without authentication
     * @throws ProblemException INVALID_REQUEST, UNKNOWN_PLAN, PLAN_CHANGED, ILLEGAL_STATE
     */
    public Plan accept(String id, PlanAcceptance asked, @Nullable String by) {
        FindingCode code = LaterAcceptance.require(asked.code());
        PlanRun run = runs.get(id);
        synchronized (run) {
            PlanRecord plan = run.record();
            requireDigest(plan, asked.digest());
            if (plan.accepts(asked.code())) {
                return PlanViews.of(plan);
            }
            plan.requireState(PlanState.RUNNING, PlanState.PAUSED);
            AcceptedFinding accepted = new AcceptedFinding(asked.code(), by, clock.instant());
            LOG.info("plan {}: {} is accepted from now on", id, code);
            Jobs.onDisk(() -> run.change(now -> now.accepting(accepted)));
            return PlanViews.of(run.record());
        }
    }

    private static void requireDigest(PlanRecord plan, String digest) {
        if (!plan.draft().digest().equals(digest)) {
            throw new ProblemException(
                    ProblemType.PLAN_CHANGED,
                    "plan " + plan.id() + " has another digest (found: " + digest
                            + "); read the plan again, and name the digest that it shows");
        }
    }

    // A plan that nobody approved holds no node.
    private static PlanRecord claimed(PlanRun run, Runnable approval) {
        try {
            run.claim();
            Jobs.onDisk(approval);
            return run.record();
        } catch (ProblemException e) {
            run.release();
            throw e;
        }
    }

    private void requireUnchanged(PlanRecord plan, BooleanSupplier unwanted) {
        Draft draft = plan.draft();
        if (draft.refused()) {
            String why = draft.findings().stream()
                    .filter(finding -> finding.severity() == Severity.REFUSE
                            || finding.severity() == Severity.REFUSE_UNLESS_ACCEPTED)
                    .map(finding -> finding.code() + " " + finding.subject() + ": " + finding.detail())
                    .collect(Collectors.joining("; "));
            throw new ProblemException(ProblemType.PLAN_REFUSED, why);
        }
        List<String> changes = changesSince(draft, unwanted);
        if (!changes.isEmpty()) {
            throw new ProblemException(ProblemType.PLAN_CHANGED, String.join("; ", changes) + ". Make a new plan");
        }
    }

    private List<String> changesSince(Draft draft, BooleanSupplier unwanted) {
        try {
            return PlanDrafter.changes(draft, drafts.draft(draft.request(), unwanted)).stream()
                    // Perhaps by this plan itself, in an attempt whose answer was lost. Another plan's claim is refused
                    // by the node.
                    .filter(change -> !change.isOf(PlanFindingCode.NODE_CLAIMED))
                    .map(DraftChange::text)
                    .toList();
        } catch (ProblemException e) {
            // The request was right when the plan was made: what it names is not in the ring any more.
            if (e.type() == ProblemType.UNPROCESSABLE) {
                throw new ProblemException(ProblemType.PLAN_CHANGED, e.getMessage() + ". Make a new plan", e);
            }
            throw e;
        }
    }

    /** Idempotent. */
    public Plan pause(String id) {
        return PlanViews.of(jobs.pause(id).record());
    }

    /** Idempotent. Also has Cassandra started again, where {@code cassandra.lifecycle} started it in vain. */
    public Plan resume(String id) {
        return PlanViews.of(jobs.resume(id).record());
    }

    /**
     * Cancels a plan before its JOIN. Idempotent.
     *
     * @throws ProblemException ILLEGAL_STATE afterwards
     */
    public Plan cancel(String id) {
        return PlanViews.of(jobs.cancel(id).record());
    }

    /**
     * Takes a plan over from a sidecar that no longer coordinates it.
     *
     * @param from address of a destination of the plan
     */
    public Plan adopt(String id, String from) {
        BoundedText.PLAN.require("id", id);
        BoundedText.ADDRESS.require("from", from);
        Optional<PlanRun> known = runs.find(id);
        if (known.filter(run -> run.record().state() == PlanState.RUNNING).isPresent()) {
            return PlanViews.of(known.get().record());
        }
        PlanRecord adopted = PeerCalls.translated(
                        () -> DraftParts.fetch(directory.at(from).client().claims(), id))
                .adoptedBy(directory.self().uri());
        PlanRun run = newRun(adopted);
        // First: where a destination refuses, nothing is adopted.
        run.claim();
        // Nobody deletes the one that it takes the place of meanwhile. Where it cannot be stored, that one stays.
        synchronized (known.orElse(run)) {
            Jobs.onDisk(() -> store.write(adopted));
            runs.add(followed(run));
        }
        LOG.info("plan {}: adopted, with fence {}", id, adopted.fence());
        workers.submit(run);
        return PlanViews.of(adopted);
    }

    /** Sends an event at once and at every change. The watcher must not block. */
    public AutoCloseable watch(String id, Consumer<PlanEvent> watcher) {
        return runs.get(id).watch(change -> watcher.accept(PlanViews.event(change, clock.instant())));
    }

    /**
     * Sends an event for each plan that has not ended, at once, then one at every change of any plan. Call it once, before
     * {@link #start}. The listeners must not block.
     *
     * @param deleted is told the ids of plans that are taken off the record
     */
    public void watchAll(Consumer<PlanEvent> changed, Consumer<String> deleted) {
        changes.listen(changed, deleted);
        runs.all().stream()
                .map(PlanRun::record)
                .filter(plan -> !plan.state().isFinal())
                .forEach(plan -> changed.accept(PlanViews.event(PlanChange.of(plan), clock.instant())));
    }

    /** Plans go on at the next start. */
    @Override
    public void close() {
        jobs.close();
    }
}
