/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.selection;

import io.idaeus.api.TransferRequest;
import io.idaeus.api.TransferRequest.PartialOverlapPolicy;

/**
 * What becomes of SSTables that span tokens which are not wanted: not requested, or not owned by the destination. Whoever
 * needs to know asks here, and not the request.
 */
public enum PartialOverlap {
    /** They stay behind. Cassandra looks at the import whether its node owns every token. */
    EXCLUDE,
    /** They move whole. Cassandra checks no tokens at the import. */
    INCLUDE;

    public static PartialOverlap of(TransferRequest request) {
        PartialOverlapPolicy asked = request.onPartialOverlap();
        return switch (asked == null ? PartialOverlapPolicy.EXCLUDE : asked) {
            case EXCLUDE -> EXCLUDE;
            case INCLUDE -> INCLUDE;
        };
    }

    /** The request as a transfer of a plan carries it out: a plan brings all rows of its ranges, with their tombstones. */
    public static TransferRequest ofPlan(TransferRequest request) {
        return request.toBuilder()
                .onPartialOverlap(PartialOverlapPolicy.INCLUDE)
                .build();
    }

    /** Whether a plan cannot carry this request out. */
    public static boolean contradictsPlan(TransferRequest request) {
        return request.onPartialOverlap() == PartialOverlapPolicy.EXCLUDE;
    }

    /** Whether Cassandra checks, at the import, that its node owns every token. */
    public boolean leavesTokenCheckToCassandra() {
        return this == EXCLUDE;
    }
}
