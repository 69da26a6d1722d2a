/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan;

import com.github.f4b6a3.uuid.UuidCreator;
import io.idaeus.api.AcceptedFinding;
import io.idaeus.api.Finding.Severity;
import io.idaeus.api.Plan;
import io.idaeus.api.PlanAcceptance;
import io.idaeus.api.PlanEvent;
import io.idaeus.api.PlanRange;
import io.idaeus.api.PlanRequest;
import io.idaeus.api.PlanState;
import io.idaeus.api.PlanWait;
import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.audit.AuditLog;
import io.idaeus.sidecar.plan.cluster.FreshDrafts;
import io.idaeus.sidecar.plan.cluster.PeerCalls;
import io.idaeus.sidecar.plan.cluster.SidecarDirectory;
import io.idaeus.sidecar.plan.draft.Draft;
import io.idaeus.sidecar.plan.draft.DraftChange;
import io.idaeus.sidecar.plan.draft.PlanDrafter;
import io.idaeus.sidecar.plan.run.DraftParts;
import io.idaeus.sidecar.plan.run.PlanChange;
import io.idaeus.sidecar.plan.run.PlanRecord;
import io.idaeus.sidecar.plan.run.PlanRun;
import io.idaeus.sidecar.plan.run.PlanStore;
import io.idaeus.sidecar.plan.run.StepRecord;
import io.idaeus.sidecar.problem.BoundedText;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.selection.FindingCode;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * The plans that this sidecar coordinates. An approved one is on disk, and claimed at its destinations, before {@link
 * #approve} returns; it goes on after a restart. Thread-safe.
 */
public final class PlanService implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PlanService.class);

    private static final int KEPT_DRAFTS = 20;

    private final PlanStore store;
    private final SidecarDirectory directory;
    private final FreshDrafts drafts;
    private final Clock clock;
    private final AuditLog audit;
    private final int mostEnded;
    private final Duration endedFor;
    private final NavigableMap<String, PlanRun> runs = new ConcurrentSkipListMap<>();
    private final List<String> unreadable = new ArrayList<>();
    private final StepDurations durations = new StepDurations();
    private final PlanChanges changes;
    private final AtomicInteger threads = new AtomicInteger();
    private final ExecutorService workers =
            Executors.newCachedThreadPool(task -> new Thread(task, "plan-" + threads.incrementAndGet()));

    private PlanService(
            PlanStore store,
            SidecarDirectory directory,
            Clock clock,
            int mostEnded,
            Duration endedFor,
            AuditLog audit) {
        this.audit = audit;
        this.store = store;
        this.directory = directory;
        this.drafts = new FreshDrafts(directory);
        this.clock = clock;
        this.changes = new PlanChanges(clock);
        this.mostEnded = mostEnded;
        this.endedFor = endedFor;
    }

    /**
     * @param mostEnded plans that have ended: the newest are kept
     * @param endedFor how long they are kept
     */
    public static PlanService open(
            Path stateDirectory,
            SidecarDirectory directory,
            Clock clock,
            int mostEnded,
            Duration endedFor,
            AuditLog audit) {
        PlanStore store = PlanStore.open(stateDirectory);
        PlanService service = new PlanService(store, directory, clock, mostEnded, endedFor, audit);
        store.loadAll(service.unreadable::add).forEach(service::add);
        return service;
    }

    private void add(PlanRecord record) {
        keep(newRun(record));
    }

    private void keep(PlanRun run) {
        runs.put(run.record().id(), run);
        changes.follow(run);
    }

    private PlanRun newRun(PlanRecord record) {
        PlanRun run = new PlanRun(store, directory, clock, audit, record);
        AutoCloseable unused = run.watch(durations::changed);
        return run;
    }

    /** Drives every approved plan that has not ended. */
    public void start() {
        forgetEnded();
        runs.values().stream()
                .filter(run -> run.record().approvedAt() != null)
                .filter(run -> !run.record().state().isFinal())
                .forEach(this::drive);
    }

    private void drive(PlanRun run) {
        LOG.info("plan {}: goes on in {}", run.record().id(), run.record().state());
        workers.execute(() -> {
            MDC.put("plan", run.record().id());
            try {
                run.drive();
            } finally {
                MDC.remove("plan");
            }
            forgetEnded();
        });
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
        Optional<PlanRun> running = runs.values().stream()
                .filter(run -> run.record().approvedAt() != null
                        && !run.record().state().isFinal()
                        && run.record().draft().request().equals(request))
                .findFirst();
        if (running.isPresent()) {
            return PlanViews.of(running.get().record());
        }
        Draft draft = drafts.draft(request, unwanted);
        String id = UuidCreator.getTimeOrderedEpoch().toString();
        PlanRecord record = PlanRecord.drafted(id, directory.self().uri(), draft, clock.instant(), by);
        store.put(record);
        add(record);
        forgetDrafts();
        LOG.info("plan {}: drafted for {}, digest {}", id, request, draft.digest());
        return PlanViews.of(record);
    }

    // A plan may be made as often as one likes: of those that nobody approved, the newest are kept.
    private void forgetDrafts() {
        runs.descendingMap().values().stream()
                .filter(run -> run.record().approvedAt() == null)
                .skip(KEPT_DRAFTS)
                .toList()
                .forEach(this::forget);
    }

    private void forget(PlanRun run) {
        synchronized (run) {
            String id = run.record().id();
            if (run.record().approvedAt() == null && runs.remove(id, run)) {
                drop(id);
                LOG.info("plan {}: forgotten; nobody approved it, and {} newer ones are there", id, KEPT_DRAFTS);
            }
        }
    }

    private void drop(String id) {
        store.delete(id);
        changes.deleted(id);
    }

    private void forgetEnded() {
        Instant oldest = clock.instant().minus(endedFor);
        List<PlanRun> ended = runs.descendingMap().values().stream()
                .filter(run -> run.record().approvedAt() != null
                        && run.record().state().isFinal())
                .toList();
        for (int i = 0; i < ended.size(); i++) {
            PlanRecord plan = ended.get(i).record();
            boolean old = plan.finishedAt() != null && plan.finishedAt().isBefore(oldest);
            if ((i >= mostEnded || old) && runs.remove(plan.id(), ended.get(i))) {
                drop(plan.id());
                LOG.info("plan {}: forgotten: {}", plan.id(), old ? "too old" : "too many have ended since");
            }
        }
    }

    /**
     * Takes a plan off the record.
     *
     * @throws ProblemException UNKNOWN_PLAN; ILLEGAL_STATE unless it has ended, or nobody approved it
     */
    public void delete(String id) {
        PlanRun run = run(id);
        synchronized (run) {
            PlanRecord plan = run.record();
            if (plan.approvedAt() != null && !plan.state().isFinal()) {
                throw new ProblemException(
                        ProblemType.ILLEGAL_STATE,
                        "plan " + id + " is " + plan.state()
                                + " (expected: one that has ended, or that nobody approved); cancel it first, or wait for"
                                + " its end");
            }
            if (runs.remove(id, run)) {
                drop(id);
                LOG.info("plan {}: deleted from the record", id);
            }
        }
    }

    /** Newest first. */
    public List<Plan> list() {
        return runs.descendingMap().values().stream()
                .map(run -> PlanViews.of(run.record()))
                .toList();
    }

    /** How many plans are in each state. */
    public Map<PlanState, Long> counts() {
        return runs.values().stream()
                .collect(Collectors.groupingBy(run -> run.record().state(), Collectors.counting()));
    }

    /** What the steps of running plans wait for. */
    Stream<PlanWait> waits() {
        return runs.values().stream()
                .map(PlanRun::record)
                .filter(plan -> plan.state() == PlanState.RUNNING)
                .flatMap(plan -> plan.current().map(plan.steps()::get).map(StepRecord::waiting).stream());
    }

    StepDurations stepDurations() {
        return durations;
    }

    /** Ids of records that this version does not understand. */
    public List<String> unreadable() {
        return List.copyOf(unreadable);
    }

    /** @throws ProblemException UNKNOWN_PLAN */
    public Plan get(String id) {
        return PlanViews.of(run(id).record());
    }

    public List<PlanRange> ranges(String id) {
        return run(id).record().draft().ranges();
    }

    private PlanRun run(String id) {
        PlanRun run = runs.get(id);
        if (run == null) {
            throw unknown(id);
        }
        return run;
    }

    private static ProblemException unknown(String id) {
        return new ProblemException(
                ProblemType.UNKNOWN_PLAN, "this sidecar coordinates no plan " + id + "; GET /v1/plans lists them");
    }

    /**
     * Starts a plan.
     *
     * @param by requester; null without authentication
     * @throws ProblemException PLAN_CHANGED, PLAN_REFUSED, CLAIMED, ILLEGAL_STATE
     */
    public Plan approve(String id, String digest, @Nullable String by) {
        PlanRun run = run(id);
        synchronized (run) {
            PlanRecord plan = run.record();
            requireDigest(plan, digest);
            if (plan.approvedAt() != null) {
                return PlanViews.of(plan);
            }
            requireState(plan, PlanState.DRAFT);
            requireUnchanged(plan);
            if (runs.get(id) != run) {
                throw unknown(id);
            }
            claim(run);
            PlanRecord approved = run.change(draft -> draft.approved(clock.instant(), by));
            LOG.info("plan {}: approved, digest {}", id, digest);
            drive(run);
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
        FindingCode code = PlanRequests.acceptable(asked.code());
        PlanRun run = run(id);
        synchronized (run) {
            PlanRecord plan = run.record();
            requireDigest(plan, asked.digest());
            if (plan.accepts(asked.code())) {
                return PlanViews.of(plan);
            }
            requireState(plan, PlanState.RUNNING, PlanState.PAUSED);
            AcceptedFinding accepted = new AcceptedFinding(asked.code(), by, clock.instant());
            LOG.info("plan {}: {} is accepted from now on", id, code);
            return PlanViews.of(run.change(now -> now.accepting(accepted)));
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
    private static void claim(PlanRun run) {
        try {
            run.claim();
        } catch (ProblemException e) {
            run.release();
            throw e;
        }
    }

    private void requireUnchanged(PlanRecord plan) {
        Draft draft = plan.draft();
        if (draft.refused()) {
            String why = draft.findings().stream()
                    .filter(finding -> finding.severity() == Severity.REFUSE
                            || finding.severity() == Severity.REFUSE_UNLESS_ACCEPTED)
                    .map(finding -> finding.code() + " " + finding.subject() + ": " + finding.detail())
                    .collect(Collectors.joining("; "));
            throw new ProblemException(ProblemType.PLAN_REFUSED, why);
        }
        List<String> changes = changesSince(draft);
        if (!changes.isEmpty()) {
            throw new ProblemException(ProblemType.PLAN_CHANGED, String.join("; ", changes) + ". Make a new plan");
        }
    }

    private List<String> changesSince(Draft draft) {
        try {
            return PlanDrafter.changes(draft, drafts.draft(draft.request())).stream()
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

    private static void requireState(PlanRecord plan, PlanState... allowed) {
        if (!List.of(allowed).contains(plan.state())) {
            throw new ProblemException(
                    ProblemType.ILLEGAL_STATE,
                    "plan " + plan.id() + " is " + plan.state() + " (expected: " + List.of(allowed) + ")");
        }
    }

    /** Idempotent. */
    public Plan pause(String id) {
        return changed(id, PlanState.PAUSED, PlanState.RUNNING);
    }

    /** Idempotent. Also has Cassandra started again, where {@code cassandra.lifecycle} started it in vain. */
    public Plan resume(String id) {
        run(id).startAgain();
        return changed(id, PlanState.RUNNING, PlanState.PAUSED);
    }

    private Plan changed(String id, PlanState to, PlanState from) {
        PlanRun run = run(id);
        synchronized (run) {
            if (run.record().state() != to) {
                requireState(run.record(), from);
                run.change(plan -> plan.withState(to));
            }
            run.transfersFollow();
            return PlanViews.of(run.record());
        }
    }

    /**
     * Cancels a plan before its JOIN. Idempotent.
     *
     * @throws ProblemException ILLEGAL_STATE afterwards
     */
    public Plan cancel(String id) {
        PlanRun run = run(id);
        synchronized (run) {
            PlanRecord plan = run.record();
            if (plan.state() == PlanState.CANCELLED || plan.state() == PlanState.CANCELLING) {
                return PlanViews.of(plan);
            }
            requireState(plan, PlanState.DRAFT, PlanState.RUNNING, PlanState.PAUSED);
            if (plan.hasJoined()) {
                throw new ProblemException(
                        ProblemType.ILLEGAL_STATE,
                        "plan " + id + " has reached JOIN, and only goes forward (expected: a cancel before)");
            }
            PlanState next = plan.approvedAt() == null ? PlanState.CANCELLED : PlanState.CANCELLING;
            return PlanViews.of(run.change(now -> now.withState(next)));
        }
    }

    /**
     * Takes a plan over from a sidecar that no longer coordinates it.
     *
     * @param from address of a destination of the plan
     */
    public Plan adopt(String id, String from) {
        BoundedText.PLAN.require("id", id);
        BoundedText.ADDRESS.require("from", from);
        PlanRun known = runs.get(id);
        if (known != null && known.record().state() == PlanState.RUNNING) {
            return PlanViews.of(known.record());
        }
        PlanRecord adopted = PeerCalls.translated(
                        () -> DraftParts.fetch(directory.at(from).client().claims(), id))
                .adoptedBy(directory.self().uri());
        PlanRun run = newRun(adopted);
        // First: where a destination refuses, nothing is adopted.
        run.claim();
        store.put(adopted);
        keep(run);
        LOG.info("plan {}: adopted, with fence {}", id, adopted.fence());
        drive(run);
        return PlanViews.of(adopted);
    }

    /** Sends an event at once and at every change. The watcher must not block. */
    public AutoCloseable watch(String id, Consumer<PlanEvent> watcher) {
        return run(id).watch(change -> watcher.accept(PlanViews.event(change, clock.instant())));
    }

    /**
     * Sends an event for each plan that has not ended, at once, then one at every change of any plan. Call it once, before
     * {@link #start}. The listeners must not block.
     *
     * @param deleted is told the ids of plans that are taken off the record
     */
    public void watchAll(Consumer<PlanEvent> changed, Consumer<String> deleted) {
        changes.listen(changed, deleted);
        runs.values().stream()
                .map(PlanRun::record)
                .filter(plan -> !plan.state().isFinal())
                .forEach(plan -> changed.accept(PlanViews.event(PlanChange.of(plan), clock.instant())));
    }

    /** Plans go on at the next start. */
    @Override
    public void close() {
        runs.values().forEach(PlanRun::stop);
        workers.shutdownNow();
        try {
            workers.awaitTermination(5, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
