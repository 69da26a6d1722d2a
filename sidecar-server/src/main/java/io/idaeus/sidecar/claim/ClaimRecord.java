/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.claim;

import static java.util.Objects.requireNonNull;

import io.idaeus.api.claim.Claim;
import io.idaeus.api.claim.ClaimApproval;
import io.idaeus.api.claim.ClaimBuilder;
import io.idaeus.api.claim.ClaimRequest;
import io.idaeus.api.plan.AcceptedFinding;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A claim on disk. A released one stays, so that a coordinator of the past cannot claim the node again.
 *
 * @param record the coordinator's
 * @param holder who claimed the node; null without authentication
 * @param approval that let it; null without authentication
 * @param accepted findings that an operator accepted since
 * @param releasedAt null while the plan has the node
 */
@RecordBuilder
record ClaimRecord(
        String plan,
        String digest,
        long fence,
        String coordinator,
        Instant since,
        @Nullable String record,
        @Nullable String holder,
        @Nullable ClaimApproval approval,
        List<AcceptedFinding> accepted,
        @Nullable Instant releasedAt)
        implements ClaimRecordBuilder.With {
    ClaimRecord {
        accepted = accepted == null ? List.of() : List.copyOf(accepted);
        requireNonNull(plan, "plan");
        requireNonNull(digest, "digest");
        requireNonNull(coordinator, "coordinator");
        requireNonNull(since, "since");
    }

    boolean isHeld() {
        return releasedAt == null;
    }

    /** @param approved null where the one before still holds */
    ClaimRecord renewed(ClaimRequest request, Instant now, @Nullable String by, @Nullable ClaimApproval approved) {
        return with(claim -> claim.fence(request.fence())
                .coordinator(request.coordinator())
                .since(isHeld() ? since : now)
                .record(request.record())
                .holder(by)
                .approval(approved == null ? approval : approved)
                .releasedAt(null));
    }

    ClaimRecord released(long by, Instant now) {
        return with(claim -> claim.fence(by).record(null).releasedAt(now));
    }

    /** @param known whether only what somebody known has accepted counts */
    boolean accepts(String code, boolean known) {
        return accepted.stream().anyMatch(each -> each.code().equals(code) && (!known || each.by() != null));
    }

    ClaimRecord accepting(AcceptedFinding finding) {
        return withAccepted(Stream.concat(accepted.stream(), Stream.of(finding)).toList());
    }

    Claim view(boolean draftKept, @Nullable List<String> destinations) {
        return ClaimBuilder.builder()
                .plan(plan)
                .digest(digest)
                .fence(fence)
                .coordinator(coordinator)
                .since(since)
                .record(record)
                .draftKept(draftKept)
                .holder(holder)
                .approvedBy(approvedBy())
                .accepted(accepted.isEmpty() ? null : accepted)
                .destinations(destinations)
                .build();
    }

    // Listed without the coordinator's record, which can be large.
    Claim listed(boolean draftKept) {
        return withRecord(null).view(draftKept, null);
    }

    private @Nullable String approvedBy() {
        return approval == null ? null : approval.by();
    }
}
