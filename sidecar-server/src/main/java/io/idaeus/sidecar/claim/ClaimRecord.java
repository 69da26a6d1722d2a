/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.claim;

import static java.util.Objects.requireNonNull;

import io.idaeus.api.Claim;
import io.idaeus.api.ClaimRequest;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A claim on disk. A released one stays, so that a coordinator of the past cannot claim the node again.
 *
 * @param record the coordinator's
 * @param releasedAt null while the plan has the node
 */
record ClaimRecord(
        String plan,
        String digest,
        long fence,
        String coordinator,
        Instant since,
        @Nullable String record,
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

    ClaimRecord renewed(ClaimRequest request, Instant now) {
        return new ClaimRecord(
                plan, digest, request.fence(), request.coordinator(), isHeld() ? since : now, request.record(), null);
    }

    ClaimRecord released(long by, Instant now) {
        return new ClaimRecord(plan, digest, by, coordinator, since, null, now);
    }

    Claim view(boolean draftKept) {
        return new Claim(plan, digest, fence, coordinator, since, record, draftKept);
    }

    // Listed without the coordinator's record, which can be large.
    Claim listed(boolean draftKept) {
        return new Claim(plan, digest, fence, coordinator, since, null, draftKept);
    }
}
