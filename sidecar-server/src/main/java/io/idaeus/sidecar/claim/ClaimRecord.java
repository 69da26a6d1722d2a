/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.claim;

import static java.util.Objects.requireNonNull;

import io.idaeus.api.Claim;
import io.idaeus.api.ClaimApproval;
import io.idaeus.api.ClaimRequest;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A claim on disk. A released one stays, so that a coordinator of the past cannot claim the node again.
 *
 * @param record the coordinator's
 * @param holder who claimed the node; null without authentication
 * @param approval that let it; null without authentication
 * @param releasedAt null while the plan has the node
 */
record ClaimRecord(
        String plan,
        String digest,
        long fence,
        String coordinator,
        Instant since,
        @Nullable String record,
        @Nullable String holder,
        @Nullable ClaimApproval approval,
        @Nullable Instant releasedAt) {
    ClaimRecord {
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
        return new ClaimRecord(
                plan,
                digest,
                request.fence(),
                request.coordinator(),
                isHeld() ? since : now,
                request.record(),
                by,
                approved == null ? approval : approved,
                null);
    }

    ClaimRecord released(long by, Instant now) {
        return new ClaimRecord(plan, digest, by, coordinator, since, null, holder, approval, now);
    }

    Claim view(boolean draftKept, @Nullable List<String> destinations) {
        return new Claim(
                plan, digest, fence, coordinator, since, record, draftKept, holder, approvedBy(), destinations);
    }

    // Listed without the coordinator's record, which can be large.
    Claim listed(boolean draftKept) {
        return new Claim(plan, digest, fence, coordinator, since, null, draftKept, holder, approvedBy(), null);
    }

    private @Nullable String approvedBy() {
        return approval == null ? null : approval.by();
    }
}
