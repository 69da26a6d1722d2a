/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.step;

import io.idaeus.api.TableRef;
import io.idaeus.api.cluster.ClusterNode;
import io.idaeus.api.keyspace.KeyspaceInfo;
import io.idaeus.api.plan.PlanKeyspace;
import io.idaeus.api.plan.PlanKeyspace.Treatment;
import io.idaeus.api.plan.PlanWait.Cause;
import io.idaeus.sidecar.plan.attempt.StepContext;
import io.idaeus.sidecar.plan.attempt.Waits;
import io.idaeus.sidecar.plan.cluster.ClusterSeen;
import io.idaeus.sidecar.plan.cluster.PeerCalls;
import io.idaeus.sidecar.plan.kind.CleanupDrafter;
import io.idaeus.sidecar.plan.record.StepOutcome;
import io.idaeus.sidecar.problem.Listed;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Members remove rows that they do not own, one table after the other. */
final class CleanupSteps {
    // The cluster is looked at again between two turns.
    private static final Duration TURN = Duration.ofSeconds(10);

    private CleanupSteps() {}

    static StepOutcome take(StepContext context) {
        Optional<StepOutcome> notNow = new Waits()
                .look(() -> moving(context))
                .look(() -> down(context))
                .look(() -> altered(context))
                .asOne();
        if (notNow.isPresent()) {
            return notNow.get();
        }
        List<TableRef> tables = tables(context);
        Integer before = context.record().cleaned();
        Instant end = context.clock().instant().plus(TURN);
        for (int i = before == null ? 0 : before; i < tables.size(); i++) {
            String far = i + " of " + tables.size() + " tables are clean";
            if (!context.isWanted() || !context.clock().instant().isBefore(end)) {
                return StepOutcome.running(far);
            }
            TableRef table = tables.get(i);
            if (!isClean(context, table)) {
                return StepOutcome.running(far + "; Cassandra cleans up " + table.keyspace() + "." + table.table());
            }
            int clean = i + 1;
            context.change().accept(step -> step.withCleaned(clean));
        }
        return StepOutcome.done("Cassandra has removed what the node does not own from " + tables.size() + " tables");
    }

    private static boolean isClean(StepContext context, TableRef table) {
        return PeerCalls.translated(() ->
                context.destination().client().claims().cleanUp(context.plan().id(), context.claimedCleanup(table)));
    }

    // In the order of the plan, which does not change.
    private static List<TableRef> tables(StepContext context) {
        return planned(context)
                .flatMap(keyspace ->
                        keyspace.tables().stream().map(table -> new TableRef(keyspace.keyspace(), table.table())))
                .toList();
    }

    private static Stream<PlanKeyspace> planned(StepContext context) {
        String datacenter = context.planned().datacenter();
        return context.plan().draft().keyspaces().stream()
                .filter(keyspace -> keyspace.treatment() == Treatment.CLEAN_UP
                        && CleanupDrafter.isReplicated(keyspace.replication(), datacenter));
    }

    // A node that is about to get a range back would lose rows that others rely on. Not all versions look at it
    // themselves.
    private static Optional<StepOutcome.Waiting> moving(StepContext context) {
        List<String> moving = seen(context, node -> !node.movement().equals("NORMAL"));
        return moving.isEmpty()
                ? Optional.empty()
                : Optional.of(StepOutcome.waiting(
                        Cause.CLUSTER_CHANGING,
                        "these nodes join, leave or move: " + Listed.of(moving)
                                + "; a cleanup could remove rows of ranges that this node is about to get",
                        "let it end, or undo it"));
    }

    // The rows that are removed may be the only ones left of a node that is lost.
    private static Optional<StepOutcome.Waiting> down(StepContext context) {
        List<String> down = seen(context, node -> !node.liveness().equals("UP"));
        return down.isEmpty()
                ? Optional.empty()
                : Optional.of(StepOutcome.waiting(
                        Cause.NODE_DOWN,
                        "these nodes are down as others see them: " + Listed.of(down)
                                + "; until they are back, what a cleanup removes may be needed",
                        "start them, or replace them"));
    }

    private static List<String> seen(StepContext context, Predicate<ClusterNode> which) {
        return context.askViews().seen().values().stream()
                .map(ClusterSeen::view)
                .flatMap(view -> view.nodes().stream())
                .filter(which)
                .map(ClusterNode::address)
                .distinct()
                .sorted()
                .toList();
    }

    // With fewer replicas than planned, a cleanup would remove more than an operator has approved.
    private static Optional<StepOutcome.Waiting> altered(StepContext context) {
        Map<String, Map<String, String>> now = context
                .askKeyspaces(context.directory().self())
                .stream()
                .collect(Collectors.toMap(KeyspaceInfo::name, KeyspaceInfo::replication));
        List<String> altered = planned(context)
                .filter(keyspace ->
                        !keyspace.replication().equals(now.getOrDefault(keyspace.keyspace(), keyspace.replication())))
                .map(keyspace -> keyspace.keyspace() + ": " + now.get(keyspace.keyspace()) + " (expected: "
                        + keyspace.replication() + ")")
                .toList();
        return altered.isEmpty()
                ? Optional.empty()
                : Optional.of(StepOutcome.waiting(
                        Cause.CLUSTER_CHANGING,
                        "the replication has changed since the plan was made: " + Listed.clauses(altered, Waits.NAMED),
                        "cancel the plan, and make a new one"));
    }
}
