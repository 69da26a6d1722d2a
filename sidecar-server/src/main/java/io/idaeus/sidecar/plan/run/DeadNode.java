/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.run;

import io.idaeus.api.cluster.Cluster;
import io.idaeus.api.plan.PlanKeyspace;
import io.idaeus.api.plan.PlanNode;
import io.idaeus.sidecar.plan.cluster.PeerCalls;
import io.idaeus.sidecar.plan.cluster.SidecarDirectory;
import io.idaeus.sidecar.plan.kind.PlanType;
import io.idaeus.sidecar.plan.record.PlanRecord;
import io.idaeus.sidecar.plan.way.JoinWay;
import io.idaeus.sidecar.plan.way.StepAction;
import java.util.List;
import java.util.Optional;

/** Looks whether the node that a plan replaces answers again. */
final class DeadNode {
    private DeadNode() {}

    /** How the node was seen alive; empty while it is down, or once another node has taken its place. */
    static Optional<String> answers(PlanRecord plan, SidecarDirectory directory) {
        PlanNode dead = plan.draft().dead();
        return dead == null || plan.hasReached(step -> step.action() == StepAction.AWAIT_NORMAL)
                ? Optional.empty()
                : answers(plan, dead, directory);
    }

    private static Optional<String> answers(PlanRecord plan, PlanNode dead, SidecarDirectory directory) {
        Cluster view = PeerCalls.translated(() -> directory.self().client().cluster());
        Optional<String> risen = answers(dead, view).or(() -> asReplica(plan, dead, directory, view));
        boolean joins = plan.current()
                .map(index -> plan.draft().steps().get(index).action() == StepAction.JOIN)
                .orElse(false);
        if (risen.isPresent() || !joins) {
            return risen;
        }
        // The last moment to notice: everybody is asked.
        return directory.views(view.name(), view.nodes(), List.of()).complete().values().stream()
                .map(seen -> answers(dead, seen.view()))
                .flatMap(Optional::stream)
                .findFirst();
    }

    // While the new node is pending, the dead one's tokens count as its: the dead node is no member, but still a
    // replica.
    private static Optional<String> asReplica(
            PlanRecord plan, PlanNode dead, SidecarDirectory directory, Cluster view) {
        boolean bootstraps = PlanType.of(plan.draft().request())
                .way()
                .map(JoinWay::bootstraps)
                .orElse(false);
        boolean pending = bootstraps && plan.hasReached(step -> step.action().announces());
        if (!pending) {
            return Optional.empty();
        }
        return plan.draft().keyspaces().stream()
                .map(PlanKeyspace::keyspace)
                .filter(keyspace -> plan.draft().owned().values().stream().anyMatch(of -> of.containsKey(keyspace)))
                .findFirst()
                .flatMap(keyspace ->
                        PeerCalls.translated(() -> directory.self().client().ring(keyspace)).ranges().stream()
                                .flatMap(range -> range.replicas().stream())
                                .filter(replica -> replica.hostId().equals(dead.hostId()) && replica.lives())
                                .findFirst()
                                .map(replica -> found(replica.address(), view)));
    }

    private static Optional<String> answers(PlanNode dead, Cluster view) {
        return view.nodes().stream()
                .filter(node ->
                        node.hostId().equals(dead.hostId()) && node.liveness().equals("UP"))
                .findFirst()
                .map(node -> found(node.address(), view));
    }

    private static String found(String address, Cluster view) {
        return "the dead node " + address + " answers again, as node " + view.hostId() + " sees it";
    }
}
