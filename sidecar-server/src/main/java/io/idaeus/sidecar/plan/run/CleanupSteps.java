/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.run;

import io.idaeus.api.ClusterNode;
import io.idaeus.api.PlanKeyspace.Treatment;
import io.idaeus.api.PlanWait.Cause;
import io.idaeus.api.TableRef;
import io.idaeus.sidecar.plan.cluster.ClusterSeen;
import io.idaeus.sidecar.plan.draft.Draft;
import io.idaeus.sidecar.problem.Listed;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Members remove rows that they do not own, one table after the other. */
final class CleanupSteps {
    // Between two turns a plan can be paused and cancelled.
    private static final Duration TURN = Duration.ofSeconds(10);

    private CleanupSteps() {}

    static StepOutcome take(StepContext context) {
        Optional<StepOutcome> moving = moving(context);
        if (moving.isPresent()) {
            return moving.get();
        }
        List<TableRef> tables = tables(context.plan().draft());
        Integer before = context.record().cleaned();
        Instant end = context.clock().instant().plus(TURN);
        for (int i = before == null ? 0 : before; i < tables.size(); i++) {
            if (!context.clock().instant().isBefore(end)) {
                return StepOutcome.running(i + " of " + tables.size() + " tables are clean");
            }
            TableRef table = tables.get(i);
            JoinSteps.call(() -> context.destination()
                    .client()
                    .claims()
                    .cleanUp(context.plan().id(), context.claimedCleanup(table)));
            int clean = i + 1;
            context.change().accept(step -> step.withCleaned(clean));
        }
        return StepOutcome.done(tables.size() + " tables hold nothing that the node does not own");
    }

    // In the order of the plan, which does not change.
    private static List<TableRef> tables(Draft draft) {
        return draft.keyspaces().stream()
                .filter(keyspace -> keyspace.treatment() == Treatment.CLEAN_UP)
                .flatMap(keyspace ->
                        keyspace.tables().stream().map(table -> new TableRef(keyspace.keyspace(), table.table())))
                .toList();
    }

    // Who is about to get a range back would lose rows that others rely on. Not all versions look at it themselves.
    private static Optional<StepOutcome> moving(StepContext context) {
        TreeSet<String> moving = context.askViews().seen().values().stream()
                .map(ClusterSeen::view)
                .flatMap(view -> view.nodes().stream())
                .filter(node -> !node.movement().equals("NORMAL"))
                .map(ClusterNode::address)
                .collect(Collectors.toCollection(TreeSet::new));
        return moving.isEmpty()
                ? Optional.empty()
                : Optional.of(StepOutcome.waiting(
                        Cause.CLUSTER_CHANGING,
                        "these nodes join, leave or move: " + Listed.of(moving)
                                + "; a cleanup could remove rows of ranges that this node is about to get",
                        "let it end, or undo it"));
    }
}
