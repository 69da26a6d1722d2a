/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.step;

import io.idaeus.api.cluster.Cluster;
import io.idaeus.api.cluster.ClusterBuilder;
import io.idaeus.api.cluster.ClusterNode;
import io.idaeus.api.keyspace.KeyspaceInfo;
import io.idaeus.api.node.CassandraProcess;
import io.idaeus.api.plan.PlanKeyspace;
import io.idaeus.api.plan.PlanNode;
import io.idaeus.api.plan.PlanRange;
import io.idaeus.api.plan.PlanWait.Cause;
import io.idaeus.sidecar.plan.attempt.StepContext;
import io.idaeus.sidecar.plan.attempt.Waits;
import io.idaeus.sidecar.plan.cluster.SidecarDirectory;
import io.idaeus.sidecar.plan.keyspace.TakenOver;
import io.idaeus.sidecar.plan.record.StepOutcome;
import io.idaeus.sidecar.plan.source.PassedRanges;
import io.idaeus.sidecar.problem.Listed;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Looks whether the ring is still the one that a new node was planned for. */
final class PlannedRing {
    private PlannedRing() {}

    /** Empty where nothing moves, and a dead node is the replica of the ranges of the plan. */
    static Optional<StepOutcome.Waiting> changed(StepContext context) {
        Cluster view = context.askCluster();
        Cluster others = withoutNewcomer(context, view);
        List<String> found = new ArrayList<>(moving(others));
        found.addAll(context.dead()
                .map(dead -> differences(context, view, dead))
                .orElseGet(() -> takenOver(context, others)));
        return found.isEmpty()
                ? Optional.empty()
                : Optional.of(StepOutcome.waiting(
                        Cause.CLUSTER_CHANGING,
                        Listed.clauses(found, Waits.NAMED),
                        "let it end, or undo it; where the ring stays another, cancel the plan and make a new one"));
    }

    private static List<String> differences(StepContext context, Cluster view, PlanNode dead) {
        List<String> found = new ArrayList<>();
        for (PlanKeyspace keyspace : context.filled()) {
            String name = keyspace.keyspace();
            difference(context.owned(name), context.looks().ranges(view, name, dead.hostId(), context::askRing))
                    .map(difference -> "the dead node's ranges of " + name + " have changed: " + difference)
                    .ifPresent(found::add);
        }
        return found;
    }

    // For a ring that the node is added to.
    private static List<String> takenOver(StepContext context, Cluster view) {
        List<String> found = new ArrayList<>();
        try {
            TakenOver now = TakenOver.of(
                    context.planned(),
                    view,
                    context.askTokens(),
                    context.plan().draft().cluster().cassandraVersion());
            Map<String, KeyspaceInfo> known = context
                    .askKeyspaces(context.directory().self())
                    .stream()
                    .collect(Collectors.toMap(KeyspaceInfo::name, Function.identity(), (one, other) -> one));
            for (PlanKeyspace keyspace : context.filled()) {
                KeyspaceInfo info = known.get(keyspace.keyspace());
                if (info != null) {
                    takenOver(context, keyspace.keyspace(), now.of(info)).ifPresent(found::add);
                }
            }
        } catch (IllegalArgumentException e) {
            found.add("the node cannot take its tokens any more: " + e.getMessage());
        }
        return found;
    }

    private static Optional<String> takenOver(StepContext context, String keyspace, Map<String, List<String>> now) {
        Optional<String> ranges = difference(context.owned(keyspace), now.keySet())
                .map(difference ->
                        "the ranges of " + keyspace + " that the node takes over have changed: " + difference);
        return ranges.isPresent()
                ? ranges
                : context.ranges(keyspace).stream()
                        .filter(range -> !losers(context, range).equals(now.get(range.range())))
                        .findFirst()
                        .map(range -> "range " + range.range() + " of " + keyspace + " passes to the node from "
                                + now.get(range.range()) + " (planned: from " + losers(context, range) + ")");
    }

    private static List<String> losers(StepContext context, PlanRange range) {
        return range.from() == null ? range.sources() : List.of(new PassedRanges(context).hostId(range));
    }

    /**
     * The same at every node, each as it sees the ring itself. Before 6.0 nothing but this keeps two nodes from joining at
     * once: one of them is refused then, and spent, or both get ranges that neither was filled for.
     */
    static Optional<StepOutcome.Waiting> movingAnywhere(StepContext context, CassandraProcess running) {
        Members members = Members.of(context, running);
        Optional<StepOutcome.Waiting> silent = members.silent();
        if (silent.isPresent()) {
            return silent;
        }
        List<String> found = new ArrayList<>();
        Set<String> down = new TreeSet<>();
        members.seen().forEach((node, seen) -> seen.view().nodes().stream()
                .filter(each -> !Objects.equals(each.hostId(), running.hostId()))
                .forEach(each -> {
                    if (!each.movement().equals("NORMAL")) {
                        found.add(node.address() + " sees that " + described(each));
                    } else if (!each.liveness().equals("UP")) {
                        down.add(each.address());
                    }
                }));
        if (found.isEmpty() && !down.isEmpty()) {
            return Optional.of(StepOutcome.waiting(
                    Cause.NODE_DOWN,
                    "these nodes are down as others see them: " + Listed.of(down)
                            + "; Cassandra would refuse to let the new node join, for good in this process",
                    "start them"));
        }
        return found.isEmpty()
                ? Optional.empty()
                : Optional.of(StepOutcome.waiting(
                        Cause.CLUSTER_CHANGING,
                        Listed.clauses(found, Waits.NAMED),
                        "let it end, or undo it; nodes join one after the other"));
    }

    private static List<String> moving(Cluster view) {
        return view.nodes().stream()
                .filter(node -> !node.movement().equals("NORMAL"))
                .map(PlannedRing::described)
                .toList();
    }

    // From 6.0 on a node outside the ring is known to the others. One that died right after it had registered its
    // tokens looks like a member, which nobody writes to.
    private static Cluster withoutNewcomer(StepContext context, Cluster view) {
        CassandraProcess running = context.askHost().cassandra();
        String own = running == null ? null : running.hostId();
        // Where the node does not answer, the host of its sidecar tells which it is.
        Set<String> beside =
                running == null ? SidecarDirectory.addresses(context.planned().sidecar()) : Set.of();
        return ClusterBuilder.from(view)
                .withNodes(view.nodes().stream()
                        .filter(node -> !node.hostId().equals(own))
                        .filter(node -> !beside.contains(node.address()))
                        .filter(node -> !Objects.equals(
                                node.address(), context.planned().address()))
                        .toList());
    }

    private static String described(ClusterNode node) {
        return "node " + node.address() + " is " + node.movement();
    }

    /** In words; empty where both are the same ranges in any order. */
    static Optional<String> difference(Collection<String> planned, Collection<String> found) {
        Set<String> gone = new HashSet<>(planned);
        found.forEach(gone::remove);
        Set<String> added = new HashSet<>(found);
        planned.forEach(added::remove);
        return gone.isEmpty() && added.isEmpty()
                ? Optional.empty()
                : Optional.of(gone.size() + " of the plan are gone and " + added.size() + " are new, for instance "
                        + (gone.isEmpty() ? added : gone)
                                .stream().sorted().limit(1).collect(Collectors.joining()));
    }
}
