/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.compare.cluster;

import io.idaeus.api.ProblemType;
import io.idaeus.client.RowsClient;
import io.idaeus.sidecar.plan.cluster.KnownSidecar;
import io.idaeus.sidecar.problem.ProblemException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** Asks the sidecar next to some rows, or another one where it does not answer. Thread-safe. */
record SidecarQuestions(NearestSidecars nearest, SidecarsAside aside, Runnable goOn) {
    // The problems that another sidecar may not have.
    private static final Set<ProblemType> OF_ONE_SIDECAR = Set.of(
            ProblemType.PEER_UNREACHABLE,
            ProblemType.PEER_FAILED,
            ProblemType.PEER_NOT_ALLOWED,
            ProblemType.CASSANDRA_UNAVAILABLE,
            ProblemType.FORBIDDEN,
            ProblemType.ILLEGAL_STATE,
            ProblemType.TIME_LIMIT);

    // With what Cassandra refuses first, which is narrowed down.
    private static final Set<ProblemType> PASSING = Set.of(
            ProblemType.CASSANDRA_REFUSED,
            ProblemType.PEER_UNREACHABLE,
            ProblemType.CASSANDRA_UNAVAILABLE,
            ProblemType.TIME_LIMIT);

    private static boolean isIn(List<ProblemException> failed, ProblemType type) {
        return failed.stream().anyMatch(each -> each.type() == type);
    }

    /**
     * @param left the rows are behind this token
     * @throws ProblemException where none of them can tell: what passes by itself first
     */
    <T> T ask(long left, Function<RowsClient, T> question) {
        List<ProblemException> failed = new ArrayList<>();
        for (KnownSidecar sidecar : aside.last(nearest.after(left))) {
            goOn.run();
            try {
                return RowCalls.translated(() -> question.apply(sidecar.client().rows()));
            } catch (ProblemException e) {
                boolean refused = e.type() == ProblemType.CASSANDRA_REFUSED;
                // Another replica may be able to read these rows. Where the next one is not either, they are the
                // reason.
                if (refused ? isIn(failed, ProblemType.CASSANDRA_REFUSED) : !OF_ONE_SIDECAR.contains(e.type())) {
                    throw e;
                }
                if (!refused) {
                    aside.put(sidecar);
                }
                failed.add(e);
            }
        }
        // Problems that pass by themselves come first: the caller waits for them.
        throw failed.stream()
                .filter(each -> PASSING.contains(each.type()))
                .findFirst()
                .orElseGet(() -> failed.get(0));
    }
}
