/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.claim;

import io.idaeus.api.ProblemType;
import io.idaeus.api.TableRef;
import io.idaeus.api.claim.Claim;
import io.idaeus.api.claim.ClaimApproval;
import io.idaeus.api.claim.ClaimApprovalRequest;
import io.idaeus.api.claim.ClaimRequest;
import io.idaeus.api.claim.ClaimedCleanup;
import io.idaeus.api.claim.ClaimedRestart;
import io.idaeus.api.claim.ClaimedSources;
import io.idaeus.api.claim.ClaimedStatements;
import io.idaeus.api.claim.ClaimedStep;
import io.idaeus.api.claim.ClaimedTables;
import io.idaeus.api.claim.ClaimedTransfer;
import io.idaeus.api.claim.Declaration;
import io.idaeus.api.claim.HeldTables;
import io.idaeus.api.claim.SourceCheck;
import io.idaeus.api.contract.Permission;
import io.idaeus.api.plan.DraftPart;
import io.idaeus.api.plan.PlanAcceptance;
import io.idaeus.api.transfer.Transfer;
import io.idaeus.sidecar.access.Caller;
import io.idaeus.sidecar.cassandra.Lifecycle;
import io.idaeus.sidecar.durable.CrashPoint;
import io.idaeus.sidecar.plan.draft.DigestForm;
import io.idaeus.sidecar.plan.way.StepAction;
import io.idaeus.sidecar.problem.BoundedNumber;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.ring.TokenRange;
import io.idaeus.sidecar.thread.DaemonThreads;
import io.idaeus.sidecar.transfer.TransferService;
import io.idaeus.sidecar.transfer.job.ClaimTerms;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The steps that the coordinator of a plan asks of this node. Digest and fence are checked with each step, and no fence
 * is raised while a step runs; so no step of a coordinator that another has followed begins or goes on. Thread-safe.
 */
public final class ClaimService implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ClaimService.class);
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration CLEANUP_PATIENCE = Duration.ofSeconds(20);

    /** For how long a plan's shares of its rate hold. Its coordinator claims anew three times in between. */
    private static final Duration RATE_LEASE = Duration.ofSeconds(60);

    private static final Duration RATE_CHECKS = Duration.ofSeconds(5);

    /** For how long compactions wait for a coordinator that is silent: SSTables pile up meanwhile. */
    private static final Duration HOLD_LEASE = Duration.ofHours(1);

    private static final Duration HOLD_CHECKS = Duration.ofSeconds(15);

    private final ClaimTable claims;
    private final Approvals approvals;
    private final TransferService transfers;
    private final RingSteps ring;
    private final CloneSteps clones;
    private final Lifecycle lifecycle;

    // Held while a step runs.
    private final ReentrantLock step = new ReentrantLock();

    // A cleanup takes hours and does no harm: it does not keep a fence from being raised.
    private final ReentrantLock cleanup = new ReentrantLock();
    private final Cleanups cleanups = new Cleanups(CLEANUP_PATIENCE);

    private final ScheduledExecutorService ticker =
            Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("claim-clock"));

    private ClaimService(
            ClaimTable claims,
            Approvals approvals,
            TransferService transfers,
            RingSteps ring,
            CloneSteps clones,
            Lifecycle lifecycle) {
        this.clones = clones;
        this.claims = claims;
        this.approvals = approvals;
        this.transfers = transfers;
        this.ring = ring;
        this.lifecycle = lifecycle;
    }

    public static ClaimService open(
            Path stateDirectory,
            TransferService transfers,
            RingSteps ring,
            CloneSteps clones,
            Lifecycle lifecycle,
            InstantSource clock) {
        return new ClaimService(
                ClaimTable.open(stateDirectory, clock, System::nanoTime),
                Approvals.open(stateDirectory, clock),
                transfers,
                ring,
                clones,
                lifecycle);
    }

    /** Begins to look whether coordinators are there still. */
    public void start() {
        every(RATE_CHECKS, this::letRatesFall);
        every(HOLD_CHECKS, this::keepHolds);
    }

    private void every(Duration period, Runnable task) {
        ScheduledFuture<?> unused =
                ticker.scheduleWithFixedDelay(task, period.toMillis(), period.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void keepHolds() {
        try {
            clones.keepHolds(claims.silentFor(HOLD_LEASE).orElse(null));
        } catch (RuntimeException e) {
            LOG.warn("Cassandra is not told which compactions wait; the next attempt is in {}", HOLD_CHECKS, e);
        }
    }

    // Nobody splits the rate of a plan anew whose coordinator is gone. It does so when it is back.
    private void letRatesFall() {
        try {
            claims.silentFor(RATE_LEASE).ifPresent(transfers::fallToFloor);
        } catch (RuntimeException e) {
            LOG.error("the rates of a plan's transfers are not lowered; the next attempt is in {}", RATE_CHECKS, e);
        }
    }

    @Override
    public void close() {
        ticker.shutdownNow();
        cleanups.close();
    }

    /**
     * Lets a plan run on this node. Idempotent.
     *
     * @throws ProblemException INVALID_REQUEST
     */
    public ClaimApproval approve(String plan, ClaimApprovalRequest request, Caller caller) {
        ClaimCheck.plan(plan);
        ClaimCheck.approval(request);
        String by = name(caller);
        LOG.info("plan {}: approved at this node by {}, digest {}", plan, caller.shown(), request.digest());
        return approvals.approve(plan, request, by);
    }

    /**
     * Idempotent. Raising the fence waits a while for a step that runs.
     *
     * @throws ProblemException INVALID_REQUEST, CLAIMED, CLAIM_SUPERSEDED; ILLEGAL_STATE while a step runs; FORBIDDEN where it authenticated, and no operator approved the plan at this node
     */
    public Claim claim(String plan, ClaimRequest request, Caller caller) {
        ClaimCheck.plan(plan);
        ClaimCheck.request(request);
        String holder = name(caller);
        // It is for one coordinator: another one needs another approval.
        ClaimApproval approval =
                holder == null ? null : approvals.take(plan, request.digest()).orElse(null);
        if (holder != null && approval == null && !claims.isClaimedBy(holder, plan, request.digest())) {
            throw Approvals.missing(plan, request.digest());
        }
        try {
            return claims.raises(plan, request)
                    ? alone(step, () -> raised(plan, request, holder, approval))
                    : claims.claim(plan, request, holder, approval);
        } catch (ProblemException e) {
            if (approval != null) {
                approvals.giveBack(approval);
            }
            throw e;
        }
    }

    /**
     * Lets the plan's transfers accept a finding. Idempotent.
     *
     * @throws ProblemException INVALID_REQUEST, UNKNOWN_CLAIM, CLAIM_SUPERSEDED
     */
    public Claim accept(String plan, PlanAcceptance asked, Caller caller) {
        ClaimCheck.plan(plan);
        ClaimCheck.acceptance(asked);
        LOG.info("plan {}: {} accepts {} at this node", plan, caller.shown(), asked.code());
        return claims.accept(plan, asked.digest(), asked.code(), name(caller));
    }

    private Claim raised(String plan, ClaimRequest request, @Nullable String holder, @Nullable ClaimApproval approval) {
        Claim claim = claims.claim(plan, request, holder, approval);
        LOG.info("plan {}: fence {} of {}", plan, claim.fence(), claim.coordinator());
        return claim;
    }

    private static @Nullable String name(Caller caller) {
        return caller.identity() == null ? null : caller.shown();
    }

    /** @throws ProblemException UNKNOWN_CLAIM */
    public Claim get(String plan) {
        return claims.get(plan);
    }

    /** @throws ProblemException INVALID_REQUEST, UNKNOWN_CLAIM, CLAIM_SUPERSEDED */
    public void storeDraft(String plan, int part, DraftPart draft, Caller caller) {
        ClaimCheck.plan(plan);
        ClaimCheck.draft(plan, part, draft);
        claims.requireHolder(plan, name(caller));
        claims.storeDraft(plan, part, draft);
    }

    /** @throws ProblemException UNKNOWN_CLAIM */
    public DraftPart draft(String plan, int part) {
        return claims.draft(plan, part);
    }

    /** Without their coordinators' records. */
    public List<Claim> list() {
        return claims.all();
    }

    /** The forms of a plan's digest that this sidecar verifies, besides the one without a name. */
    public List<String> digestForms() {
        return DigestForm.names();
    }

    /** Whether a plan has this node now. */
    public boolean holds(String plan) {
        return claims.all().stream().anyMatch(claim -> claim.plan().equals(plan));
    }

    public boolean mayRestart() {
        return lifecycle.isConfigured();
    }

    /**
     * Also cancels the plan's transfers. Idempotent. Its coordinator may, and every operator.
     *
     * @throws ProblemException CLAIM_SUPERSEDED; FORBIDDEN; ILLEGAL_STATE while a step runs
     */
    public void release(String plan, long fence, Caller caller) {
        ClaimCheck.plan(plan);
        ClaimCheck.fence(fence);
        if (claims.isHeld(plan, fence) && !caller.mayEverywhere(Permission.OPERATE)) {
            claims.requireHolder(plan, name(caller));
        }
        alone(step, () -> {
            // First: after a crash in between, the coordinator releases again.
            if (claims.isHeld(plan, fence)) {
                transfers.end(plan);
                clones.release(plan);
                claims.release(plan, fence);
                approvals.forget(plan);
                LOG.info("plan {}: has released this node", plan);
            }
            return true;
        });
    }

    /**
     * For whoever approved the plan at this node.
     *
     * @throws ProblemException as {@link TransferService#create(io.idaeus.api.transfer.TransferRequest, ClaimTerms, String, String)}
     */
    public Transfer transfer(String plan, ClaimedTransfer asked, Caller caller) {
        ClaimCheck.step(plan, asked.digest(), asked.fence());
        ClaimTerms terms = new ClaimTerms(plan, asked.owned(), asked.phases(), asked.since());
        TransferService.check(asked.transfer(), terms, asked.key());
        return perform(
                new Step(plan, asked.digest(), asked.fence(), caller),
                approved -> approved.checkTransfer(asked, claims.accepted(plan)),
                () -> transfers.create(asked.transfer(), terms, asked.key(), requestedBy(plan, caller)));
    }

    private @Nullable String requestedBy(String plan, Caller caller) {
        String approvedBy = claims.get(plan).approvedBy();
        return approvedBy == null ? name(caller) : approvedBy;
    }

    /** @throws ProblemException UNKNOWN_TRANSFER for one that is not of the plan */
    public Transfer transfer(String plan, String id) {
        Transfer transfer = transfers.get(id);
        if (!plan.equals(transfer.plan())) {
            throw new ProblemException(
                    ProblemType.UNKNOWN_TRANSFER,
                    "plan " + ClaimCheck.shown(plan) + " has no transfer " + transfer.id());
        }
        return transfer;
    }

    /** Which of these sources of the plan this node cannot pull from now. */
    public SourceCheck checkSources(String plan, ClaimedSources asked, Caller caller) {
        ClaimCheck.step(plan, asked.digest(), asked.fence());
        TransferService.checkSources(asked.sources());
        Step of = new Step(plan, asked.digest(), asked.fence(), caller);
        // It changes nothing: no other step waits for it.
        perform(of, approved -> approved.checkSources(asked.sources()), () -> true);
        return new SourceCheck(transfers.unusable(asked.sources()));
    }

    /** Idempotent. */
    public Transfer cancelTransfer(String plan, String id, Caller caller) {
        return transfers.cancel(transferOf(caller, plan, id).id());
    }

    /** Idempotent. */
    public Transfer pauseTransfer(String plan, String id, Caller caller) {
        return transfers.pause(transferOf(caller, plan, id).id());
    }

    /** Idempotent. */
    public Transfer resumeTransfer(String plan, String id, Caller caller) {
        return transfers.resume(transferOf(caller, plan, id).id());
    }

    /** @param maxRate in bytes a second */
    public Transfer limitTransfer(String plan, String id, @Nullable Long maxRate, Caller caller) {
        BoundedNumber.requireRate("maxRate", maxRate);
        Transfer transfer = transferOf(caller, plan, id);
        if (name(caller) != null) {
            claims.approved(plan).checkRate(maxRate);
        }
        return transfers.limit(transfer.id(), maxRate);
    }

    private Transfer transferOf(Caller caller, String plan, String id) {
        claims.requireHolder(plan, name(caller));
        return transfer(plan, id);
    }

    /** @throws ProblemException ILLEGAL_STATE where it is not proven that everything is here */
    public void declare(String plan, Declaration asked, Caller caller) {
        ClaimCheck.step(plan, asked.digest(), asked.fence());
        List<TokenRange> ranges = ClaimCheck.declaration(asked);
        Step of = new Step(plan, asked.digest(), asked.fence(), caller);
        perform(of, approved -> approved.checkDeclaration(asked), () -> {
            CrashPoint.BEGINS.of("declarations");
            ring.declare(plan, asked, ranges);
            CrashPoint.DONE.of("declarations");
            LOG.info(
                    "plan {}: {} ranges of {} declared, each of {} sources, brought by {}",
                    plan,
                    ranges.size(),
                    asked.keyspace(),
                    asked.copies(),
                    asked.transfers());
            return true;
        });
    }

    /** @throws ProblemException ILLEGAL_STATE unless the node is in write survey, or was started to enter it when told */
    public void enterSurvey(String plan, ClaimedStep asked, Caller caller) {
        ClaimCheck.step(plan, asked.digest(), asked.fence());
        Step of = new Step(plan, asked.digest(), asked.fence(), caller);
        perform(of, approved -> approved.requireOneOf(StepAction.ENTER_SURVEY), () -> {
            CrashPoint.BEGINS.of("surveys");
            ring.enterSurvey();
            CrashPoint.DONE.of("surveys");
            LOG.info("plan {}: the node enters write survey", plan);
            return true;
        });
    }

    /** @throws ProblemException ILLEGAL_STATE unless the node has joined, or is in write survey */
    public void join(String plan, ClaimedStep asked, Caller caller) {
        ClaimCheck.step(plan, asked.digest(), asked.fence());
        Step of = new Step(plan, asked.digest(), asked.fence(), caller);
        perform(of, approved -> approved.requireOneOf(StepAction.JOIN), () -> {
            CrashPoint.BEGINS.of("joins");
            if (ring.join()) {
                LOG.info("plan {}: the node has joined the ring", plan);
            }
            CrashPoint.DONE.of("joins");
            return true;
        });
    }

    /** @throws ProblemException ILLEGAL_STATE without {@code cassandra.lifecycle}; CASSANDRA_REFUSED where it fails */
    public void restart(String plan, ClaimedRestart asked, Caller caller) {
        ClaimCheck.step(plan, asked.digest(), asked.fence());
        ClaimCheck.options(asked.options());
        Step of = new Step(plan, asked.digest(), asked.fence(), caller);
        perform(of, approved -> approved.checkRestart(asked.options()), () -> {
            CrashPoint.BEGINS.of("restarts");
            LOG.info("plan {}: restarts Cassandra with {}", plan, asked.options());
            lifecycle.restart(asked.options());
            CrashPoint.DONE.of("restarts");
            return true;
        });
    }

    /** @throws ProblemException FORBIDDEN without {@code cassandra.clones.accept}; CASSANDRA_REFUSED */
    public void makeSchema(String plan, ClaimedStatements asked, Caller caller) {
        ClaimCheck.statements(plan, asked);
        Step of = new Step(plan, asked.digest(), asked.fence(), caller);
        perform(of, approved -> approved.checkStatements(asked.statements()), () -> {
            CrashPoint.BEGINS.of("schemas");
            clones.makeSchema(asked.statements());
            CrashPoint.DONE.of("schemas");
            return true;
        });
    }

    /** @throws ProblemException FORBIDDEN without {@code cassandra.clones.accept}; CASSANDRA_REFUSED */
    public void truncateTables(String plan, ClaimedTables asked, Caller caller) {
        ClaimCheck.tables(plan, asked);
        Step of = new Step(plan, asked.digest(), asked.fence(), caller);
        perform(of, approved -> approved.checkTables(asked.tables(), StepAction.TRUNCATE), () -> {
            CrashPoint.BEGINS.of("truncations");
            LOG.info("plan {}: truncates {}", plan, asked.tables());
            clones.truncate(plan, asked.tables());
            CrashPoint.DONE.of("truncations");
            return true;
        });
    }

    /** Has Cassandra compact none of these tables until the plan lets go. Idempotent. */
    public HeldTables holdCompactions(String plan, ClaimedTables asked, Caller caller) {
        ClaimCheck.tables(plan, asked);
        Step of = new Step(plan, asked.digest(), asked.fence(), caller);
        return perform(of, approved -> approved.checkTables(asked.tables(), StepAction.FILL), () -> {
            CrashPoint.BEGINS.of("holds");
            HeldTables held = clones.hold(plan, asked.tables());
            CrashPoint.DONE.of("holds");
            return held;
        });
    }

    /** Idempotent. */
    public void releaseCompactions(String plan, ClaimedStep asked, Caller caller) {
        ClaimCheck.step(plan, asked.digest(), asked.fence());
        perform(new Step(plan, asked.digest(), asked.fence(), caller), approved -> {}, () -> {
            clones.release(plan);
            return true;
        });
    }

    /**
     * Returns false where a table takes longer than a call: ask again.
     *
     * @throws ProblemException ILLEGAL_STATE unless the node has joined, or while another cleanup runs
     */
    public boolean cleanUp(String plan, ClaimedCleanup asked, Caller caller) {
        ClaimCheck.cleanup(plan, asked);
        Step of = new Step(plan, asked.digest(), asked.fence(), caller);
        TableRef table = asked.table();
        if (table != null) {
            perform(of, approved -> approved.checkCleanup(table), () -> true);
            return cleanups.hasEnded(plan, table, () -> ring.cleanUp(table));
        }
        return alone(cleanup, () -> {
            perform(of, approved -> approved.checkCleanup(null), () -> true);
            CrashPoint.BEGINS.of("cleanups");
            ring.cleanUp(plan);
            CrashPoint.DONE.of("cleanups");
            return true;
        });
    }

    // A request in the name of a plan.
    private record Step(String plan, String digest, long fence, Caller caller) {}

    /** @param check whether it was approved; asked with authentication */
    private <T> T perform(Step asked, Consumer<ApprovedPlan> check, Supplier<T> action) {
        String caller = name(asked.caller);
        // Also before: others must not wait for a step that runs.
        claims.requireHolder(asked.plan, caller);
        return alone(step, () -> {
            claims.requireHolder(asked.plan, caller);
            claims.check(asked.plan, asked.digest, asked.fence);
            if (caller != null) {
                check.accept(claims.approved(asked.plan));
            }
            return action.get();
        });
    }

    private <T> T alone(ReentrantLock lock, Supplier<T> action) {
        try {
            if (!lock.tryLock(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                throw busy();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw busy();
        }
        try {
            return action.get();
        } finally {
            lock.unlock();
        }
    }

    private static ProblemException busy() {
        return new ProblemException(
                ProblemType.ILLEGAL_STATE,
                "another step of the plan is running on this node; try again when it has ended");
    }
}
