/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.compare.cluster;

import io.idaeus.api.ProblemType;
import io.idaeus.client.RowsClient;
import io.idaeus.sidecar.plan.cluster.KnownSidecar;
import io.idaeus.sidecar.problem.ProblemException;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Asks the sidecar next to some rows, or another one where it does not answer. Thread-safe. */
record SidecarQuestions(NearestSidecars nearest, SidecarsAside aside, Runnable goOn) {
    // What another sidecar may answer differently.
    private static final Set<ProblemType> OF_ONE_SIDECAR = Set.of(
            ProblemType.PEER_UNREACHABLE,
            ProblemType.PEER_FAILED,
            ProblemType.PEER_NOT_ALLOWED,
            ProblemType.CASSANDRA_UNAVAILABLE,
            ProblemType.FORBIDDEN,
            ProblemType.ILLEGAL_STATE);

    /**
     * @param left the rows are behind this token
     * @throws ProblemException what the first of them answered, where none does better
     */
    <T> T ask(long left, Function<RowsClient, T> question) {
        @Nullable ProblemException first = null;
        for (KnownSidecar sidecar : aside.last(nearest.after(left))) {
            goOn.run();
            try {
                return RowCalls.translated(() -> question.apply(sidecar.client().rows()));
            } catch (ProblemException e) {
                if (!OF_ONE_SIDECAR.contains(e.type())) {
                    throw e;
                }
                aside.put(sidecar);
                first = first == null ? e : first;
            }
        }
        if (first == null) {
            throw new IllegalStateException("there is always one sidecar to ask");
        }
        throw first;
    }
}
