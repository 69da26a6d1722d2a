/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.claim;

import io.idaeus.api.ProblemType;
import io.idaeus.api.claim.Claim;
import io.idaeus.api.claim.ClaimApproval;
import io.idaeus.api.claim.ClaimRequest;
import io.idaeus.api.plan.AcceptedFinding;
import io.idaeus.api.plan.DraftPart;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.store.JsonStore;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The claims, on disk: one plan at a time has the node. It obeys one digest of the plan, and the highest fence that it has
 * seen. A change is durable before it counts. Thread-safe.
 */
final class ClaimTable {
    private final JsonStore<ClaimRecord> store;
    private final KeptDrafts drafts;
    private final InstantSource clock;
    private final LongSupplier nanos;
    private final Map<String, ClaimRecord> claims = new TreeMap<>();
    private long heardAt;
    private @Nullable Approved approved;

    private ClaimTable(JsonStore<ClaimRecord> store, KeptDrafts drafts, InstantSource clock, LongSupplier nanos) {
        this.store = store;
        this.drafts = drafts;
        this.clock = clock;
        this.nanos = nanos;
        this.heardAt = nanos.getAsLong();
        claims.putAll(store.loadAll());
    }

    /** @param nanos a clock that does not jump */
    static ClaimTable open(Path stateDirectory, InstantSource clock, LongSupplier nanos) {
        return new ClaimTable(
                JsonStore.open(stateDirectory.resolve("claims"), ClaimRecord.class),
                KeptDrafts.open(stateDirectory),
                clock,
                nanos);
    }

    /** Whether a plan with this digest has the node, by this coordinator. */
    synchronized boolean isClaimedBy(String holder, String plan, String digest) {
        return held().filter(
                        claim -> claim.plan().equals(plan) && claim.digest().equals(digest))
                .filter(claim -> holder.equals(claim.holder()) && claim.approval() != null)
                .isPresent();
    }

    /** Whether the request raises the fence of a plan that has the node. */
    synchronized boolean raises(String plan, ClaimRequest request) {
        return held().filter(claim -> claim.plan().equals(plan) && request.fence() > claim.fence())
                .isPresent();
    }

    /**
     * @param holder who claims; null without authentication
     * @param approval null where none is needed, or the one before still holds
     * @throws ProblemException CLAIMED, CLAIM_SUPERSEDED
     */
    synchronized Claim claim(
            String plan, ClaimRequest request, @Nullable String holder, @Nullable ClaimApproval approval) {
        held().filter(claim -> !claim.plan().equals(plan)).ifPresent(other -> {
            throw new ProblemException(
                    ProblemType.CLAIMED,
                    "plan " + other.plan() + " of " + other.coordinator() + " has this node since " + other.since()
                            + "; end that plan first, or release the node: DELETE /v1/claims/" + other.plan()
                            + "?fence="
                            + other.fence());
        });
        ClaimRecord known = claims.get(plan);
        if (known == null) {
            known = ClaimRecordBuilder.builder()
                    .plan(plan)
                    .digest(request.digest())
                    .fence(request.fence())
                    .coordinator(request.coordinator())
                    .since(clock.instant())
                    .record(request.record())
                    .holder(holder)
                    .approval(approval)
                    .accepted(List.of())
                    .releasedAt(null)
                    .build();
        } else {
            requireCurrent(known, request.digest(), request.fence());
            requireSameCoordinator(known, request);
            known = known.renewed(request, clock.instant(), holder, approval);
        }
        put(known);
        heardAt = nanos.getAsLong();
        return view(known);
    }

    /** @throws ProblemException UNKNOWN_CLAIM, CLAIM_SUPERSEDED */
    synchronized Claim accept(String plan, String digest, String code, @Nullable String by) {
        ClaimRecord claim = require(plan);
        requireCurrent(claim, digest, claim.fence());
        if (!claim.accepts(code, by != null)) {
            claim = claim.accepting(new AcceptedFinding(code, by, clock.instant()));
            put(claim);
        }
        return view(claim);
    }

    /** Codes that somebody known has accepted at this node while the plan ran: as with an approval, nobody's do not count. */
    synchronized Set<String> accepted(String plan) {
        return require(plan).accepted().stream()
                .filter(accepted -> accepted.by() != null)
                .map(AcceptedFinding::code)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** @throws ProblemException UNKNOWN_CLAIM; FORBIDDEN for somebody else than claimed the node */
    synchronized void requireHolder(String plan, @Nullable String caller) {
        String holder = require(plan).holder();
        if (caller != null && !caller.equals(holder)) {
            throw new ProblemException(
                    ProblemType.FORBIDDEN,
                    "plan " + plan + " is coordinated by " + (holder == null ? "somebody unknown" : holder)
                            + " (found: " + caller
                            + "); adopt the plan first: idaeus plan adopt");
        }
    }

    /** The plan that has this node, where its coordinator has neither claimed nor checked for that long. */
    synchronized Optional<String> silentFor(Duration time) {
        return nanos.getAsLong() - heardAt < time.toNanos() ? Optional.empty() : held().map(ClaimRecord::plan);
    }

    /** @throws ProblemException UNKNOWN_CLAIM */
    synchronized Claim get(String plan) {
        return view(require(plan));
    }

    private Claim view(ClaimRecord claim) {
        return claim.view(
                drafts.isComplete(claim.plan()),
                approved(claim).map(ApprovedPlan::destinations).orElse(null));
    }

    /**
     * The plan as it was approved at this node.
     *
     * @throws ProblemException UNKNOWN_CLAIM; FORBIDDEN where nobody approved it, or the coordinator has not sent it
     */
    synchronized ApprovedPlan approved(String plan) {
        return approved(require(plan))
                .orElseThrow(() -> new ProblemException(
                        ProblemType.FORBIDDEN,
                        "this node does not keep what was approved of plan " + plan
                                + "; its coordinator sends it with the claim"));
    }

    private Optional<ApprovedPlan> approved(ClaimRecord claim) {
        ClaimApproval approval = claim.approval();
        if (approval == null) {
            return Optional.empty();
        }
        Approved known = approved;
        if (known == null || !known.approval.equals(approval)) {
            List<DraftPart> parts = drafts.all(claim.plan());
            known = parts.isEmpty()
                    ? null
                    : new Approved(approval, ApprovedPlan.read(parts, approval.digest(), approval.destination()));
            approved = known;
        }
        return Optional.ofNullable(known).map(Approved::plan);
    }

    // The plan that has the node, once all of it was read.
    private record Approved(ClaimApproval approval, ApprovedPlan plan) {}

    synchronized List<Claim> all() {
        return held().map(claim -> claim.listed(drafts.isComplete(claim.plan()))).stream()
                .toList();
    }

    /** @throws ProblemException UNKNOWN_CLAIM, CLAIM_SUPERSEDED; FORBIDDEN where the whole is not what was approved */
    synchronized void storeDraft(String plan, int part, DraftPart draft) {
        check(plan, draft.digest(), draft.fence());
        drafts.put(plan, part, draft);
        approved = null;
        try {
            approved(require(plan));
        } catch (RuntimeException e) {
            drafts.remove(plan);
            throw e;
        }
    }

    /** @throws ProblemException UNKNOWN_CLAIM */
    synchronized DraftPart draft(String plan, int part) {
        require(plan);
        return drafts.get(plan, part);
    }

    /** @throws ProblemException UNKNOWN_CLAIM, CLAIM_SUPERSEDED */
    synchronized void check(String plan, String digest, long fence) {
        ClaimRecord claim = require(plan);
        requireCurrent(claim, digest, fence);
        if (fence > claim.fence()) {
            throw superseded("fence " + fence + " has not claimed this node (expected: " + claim.fence() + " of "
                    + claim.coordinator() + ", or a claim first)");
        }
        heardAt = nanos.getAsLong();
    }

    /** @throws ProblemException CLAIM_SUPERSEDED where a higher fence claimed or released the node */
    synchronized boolean isHeld(String plan, long fence) {
        ClaimRecord claim = claims.get(plan);
        if (claim == null) {
            return false;
        }
        requireCurrent(claim, claim.digest(), fence);
        return claim.isHeld();
    }

    /** @throws ProblemException UNKNOWN_CLAIM, CLAIM_SUPERSEDED */
    synchronized void release(String plan, long fence) {
        ClaimRecord claim = require(plan);
        requireCurrent(claim, claim.digest(), fence);
        drafts.remove(plan);
        put(claim.released(fence, clock.instant()));
    }

    private void put(ClaimRecord claim) {
        store.put(claim.plan(), claim);
        claims.put(claim.plan(), claim);
    }

    private Optional<ClaimRecord> held() {
        return claims.values().stream().filter(ClaimRecord::isHeld).findFirst();
    }

    private ClaimRecord require(String plan) {
        ClaimRecord claim = claims.get(plan);
        if (claim == null || !claim.isHeld()) {
            throw new ProblemException(
                    ProblemType.UNKNOWN_CLAIM,
                    "plan \"" + plan + "\" has no claim on this node; GET /v1/host lists the plans that have");
        }
        return claim;
    }

    private static void requireCurrent(ClaimRecord claim, String digest, long fence) {
        if (!claim.digest().equals(digest)) {
            throw superseded("the digest is " + digest + " (expected: " + claim.digest() + ", which was approved)");
        }
        if (fence < claim.fence()) {
            throw superseded("fence " + fence + " is over (expected: at least " + claim.fence() + " of "
                    + claim.coordinator() + "); another sidecar has adopted the plan");
        }
    }

    private static void requireSameCoordinator(ClaimRecord claim, ClaimRequest request) {
        if (request.fence() == claim.fence() && !request.coordinator().equals(claim.coordinator())) {
            throw superseded("fence " + claim.fence() + " belongs to " + claim.coordinator()
                    + " (expected: a higher one of " + request.coordinator() + ")");
        }
    }

    private static ProblemException superseded(String message) {
        return new ProblemException(ProblemType.CLAIM_SUPERSEDED, message);
    }
}
