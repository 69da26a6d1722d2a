/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.compare.cluster;

import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.plan.cluster.PeerCalls;
import java.util.Set;
import java.util.function.Supplier;

/** Calls to the sidecars of both clusters. */
final class RowCalls {
    // The problems that a comparison handles in a way of its own.
    private static final Set<ProblemType> KEPT = Set.of(
            ProblemType.CASSANDRA_REFUSED,
            ProblemType.CASSANDRA_UNAVAILABLE,
            ProblemType.FORBIDDEN,
            ProblemType.ILLEGAL_STATE,
            ProblemType.TIME_LIMIT,
            ProblemType.UNKNOWN_KEYSPACE,
            ProblemType.UNKNOWN_TABLE,
            ProblemType.UNPROCESSABLE);

    private RowCalls() {}

    /** @throws io.idaeus.sidecar.problem.ProblemException of these types; PEER_UNREACHABLE where trying again may help; else PEER_FAILED */
    static <T> T translated(Supplier<T> call) {
        return PeerCalls.translated(call, KEPT);
    }
}
