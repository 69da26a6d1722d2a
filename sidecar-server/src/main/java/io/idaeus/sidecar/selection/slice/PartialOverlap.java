/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.selection.slice;

import io.idaeus.api.transfer.TransferRequest;
import io.idaeus.api.transfer.TransferRequest.PartialOverlapPolicy;

/**
 * The treatment of SSTables that span unwanted tokens: not requested, or not owned by the destination. Callers ask
 * here, and not the request.
 */
public enum PartialOverlap {
    /** They are cut, and their wanted rows move. The sidecar reads every key; Cassandra need not. */
    SLICE,
    /** They stay behind. Cassandra looks at the import whether its node owns every token. */
    EXCLUDE,
    /** They move whole. Cassandra checks no tokens at the import. */
    INCLUDE;

    public static PartialOverlap of(TransferRequest request) {
        PartialOverlapPolicy asked = request.onPartialOverlap();
        return switch (asked == null ? PartialOverlapPolicy.SLICE : asked) {
            case SLICE -> SLICE;
            case EXCLUDE -> EXCLUDE;
            case INCLUDE -> INCLUDE;
        };
    }

    /** @param slices whether the source describes slices; from one that does not, SSTables move whole or not at all */
    public static PartialOverlap of(TransferRequest request, boolean slices) {
        PartialOverlap wanted = of(request);
        return wanted == SLICE && !slices ? EXCLUDE : wanted;
    }

    /**
     * The request as a transfer of a plan carries it out: a plan brings all rows of its ranges, with their tombstones. Earlier
     * coordinators say nothing where SSTables move whole.
     */
    public static TransferRequest ofPlan(TransferRequest request) {
        return ofPlan(request, request.onPartialOverlap() == PartialOverlapPolicy.SLICE);
    }

    /** @param slices whether SSTables are cut to the ranges */
    public static TransferRequest ofPlan(TransferRequest request, boolean slices) {
        return request.toBuilder()
                .onPartialOverlap(slices ? PartialOverlapPolicy.SLICE : PartialOverlapPolicy.INCLUDE)
                .build();
    }

    /** Whether a plan cannot carry this request out. */
    public static boolean contradictsPlan(TransferRequest request) {
        return request.onPartialOverlap() == PartialOverlapPolicy.EXCLUDE;
    }

    /** Whether Cassandra checks, at the import, that its node owns every token. */
    public boolean leavesTokenCheckToCassandra() {
        return this != INCLUDE;
    }
}
