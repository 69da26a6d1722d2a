/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.step;

import io.idaeus.api.node.CassandraProcess;
import io.idaeus.api.plan.PlanWait.Cause;
import io.idaeus.sidecar.plan.attempt.StepContext;
import io.idaeus.sidecar.plan.cluster.ClusterSeen;
import io.idaeus.sidecar.plan.record.StepOutcome;
import io.idaeus.sidecar.problem.Listed;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Work of Cassandra that a step waits for. */
final class Busy {
    /** A new node with more to compact would answer its first reads slowly. */
    private static final int MAX_PENDING_COMPACTIONS = 100;

    private Busy() {}

    /** A repair fails when the ring changes, and marks SSTables while they are copied. */
    static Optional<StepOutcome.Waiting> withRepairs(StepContext context) {
        return withRepairs(context.askViews().seen().values().stream());
    }

    /** @param views of the members. A node outside the ring, or one that is starting, has no repairs */
    static Optional<StepOutcome.Waiting> withRepairs(Stream<ClusterSeen> views) {
        List<String> busy = views.filter(seen -> seen.view().repairs() > 0)
                .map(seen -> seen.by().uri() + " (" + seen.view().repairs() + ")")
                .sorted()
                .toList();
        return busy.isEmpty()
                ? Optional.empty()
                : Optional.of(StepOutcome.waiting(
                        Cause.BUSY,
                        "repairs run on the nodes of " + Listed.of(busy),
                        "wait until they end; a repair whose coordinator died is forgotten when the node restarts"));
    }

    static Optional<StepOutcome.Waiting> withCompactions(StepContext context) {
        CassandraProcess running = context.askHost().cassandra();
        if (running == null || running.pendingCompactions() <= MAX_PENDING_COMPACTIONS) {
            return Optional.empty();
        }
        return Optional.of(StepOutcome.waiting(
                Cause.BUSY,
                running.pendingCompactions() + " compactions are pending on the new node (expected: at most "
                        + MAX_PENDING_COMPACTIONS + ")",
                "wait, or let it compact faster: nodetool setcompactionthroughput 0 on the new node"));
    }
}
