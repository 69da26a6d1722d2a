/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.operation;

import io.idaeus.api.rows.RowDigestRequest;
import io.idaeus.api.value.Bounds;
import io.idaeus.sidecar.problem.BoundedNumber;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.ring.TokenRange;
import io.idaeus.sidecar.rows.ScanCursor;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How rows are cut into blocks: in one of three ways.
 *
 * @param ends empty unless the blocks end at these tokens
 */
record RowCut(
        @Nullable Integer rowsPerBlock,
        List<Long> ends,
        @Nullable Integer buckets) {
    /** @throws ProblemException INVALID_REQUEST, UNPROCESSABLE */
    static RowCut of(RowDigestRequest request) {
        if (request.rowsPerBlock() != null) {
            BoundedNumber.requireWithin("rowsPerBlock", request.rowsPerBlock(), 1, Bounds.MAX_BLOCK_ROWS);
        }
        if (request.buckets() != null) {
            BoundedNumber.requireWithin("buckets", request.buckets(), 1, Bounds.MAX_BUCKETS);
        }
        List<Long> ends = request.ends() == null ? List.of() : tokens(request.ends());
        long ways = Stream.of(request.rowsPerBlock(), request.ends(), request.buckets())
                .filter(Objects::nonNull)
                .count();
        if (ways != 1) {
            throw RowRequests.unprocessable("rowsPerBlock, ends, buckets: " + ways + " of them (expected: one)");
        }
        return new RowCut(request.rowsPerBlock(), ends, request.buckets());
    }

    private static List<Long> tokens(List<String> ends) {
        BoundedNumber.requireCount("ends", ends.size(), Bounds.MAX_BLOCKS);
        return ends.stream().map(end -> RowRequests.token("ends", end)).toList();
    }

    /**
     * Checks the ends against the rest of the request.
     *
     * @throws ProblemException UNPROCESSABLE
     */
    void requireWithin(TokenRange range, ScanCursor from) {
        if (ends.isEmpty()) {
            return;
        }
        if (from.open().index() >= ends.size()) {
            throw RowRequests.unprocessable(
                    "after: of another request (expected: the same ends as on the page before)");
        }
        long before = range.left();
        for (long token : ends) {
            if (token <= before) {
                throw RowRequests.unprocessable(
                        "ends: " + token + " after " + before + " (expected: ascending tokens of the range)");
            }
            before = token;
        }
        if (before != range.right()) {
            throw RowRequests.unprocessable(
                    "ends: the last is " + before + " (expected: the end of the range, " + range.right() + ")");
        }
    }
}
