/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.step;

import io.idaeus.api.cluster.ClusterNode;
import io.idaeus.api.node.CassandraProcess;
import io.idaeus.api.plan.PlanNode;
import io.idaeus.api.plan.PlanWait.Cause;
import io.idaeus.sidecar.plan.attempt.StepContext;
import io.idaeus.sidecar.plan.cluster.ClusterSeen;
import io.idaeus.sidecar.plan.cluster.ClusterViews;
import io.idaeus.sidecar.plan.record.StepOutcome;
import io.idaeus.sidecar.problem.Listed;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The nodes of the ring that live, without the new one and without the dead one.
 *
 * @param seen what each sees, of those whose sidecars answer
 * @param unheard addresses of the others, and why where it is known
 */
record Members(Map<ClusterNode, ClusterSeen> seen, List<String> unheard) {
    /** Whether the new one runs or not. */
    static Members of(StepContext context) {
        CassandraProcess running = context.askHost().cassandra();
        if (running != null) {
            return of(context, running);
        }
        // Others may call it UP for a while after it was stopped.
        String fresh = context.askAboutNewcomer().address();
        return of(context, node -> node.address().equals(fresh));
    }

    static Members of(StepContext context, CassandraProcess fresh) {
        return of(context, node -> node.hostId().equals(fresh.hostId()));
    }

    private static Members of(StepContext context, Predicate<ClusterNode> fresh) {
        Optional<String> dead = context.dead().map(PlanNode::hostId);
        ClusterViews views = context.askViews();
        Map<ClusterNode, ClusterSeen> seen = new LinkedHashMap<>();
        List<String> unheard = new ArrayList<>();
        for (ClusterNode node : context.askCluster().nodes()) {
            boolean other = !fresh.test(node) && !dead.equals(Optional.of(node.hostId()));
            if (!other || !node.liveness().equals("UP")) {
                continue;
            }
            ClusterSeen view = views.seen().get(node.hostId());
            if (view == null) {
                String why = views.failed().get(node.hostId());
                unheard.add(node.address() + (why == null ? "" : " (" + why + ")"));
            } else {
                seen.put(node, view);
            }
        }
        return new Members(seen, unheard);
    }

    /** Empty where all sidecars answer. */
    Optional<StepOutcome.Waiting> silent() {
        return unheard.isEmpty()
                ? Optional.empty()
                : Optional.of(StepOutcome.waiting(
                        Cause.NODE_DOWN,
                        "nobody tells how these nodes see the ring: " + Listed.of(unheard),
                        "start their sidecars where they do not run; otherwise see why they do not answer"));
    }
}
