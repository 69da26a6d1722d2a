/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.source;

import io.idaeus.api.cluster.Cluster;
import io.idaeus.api.cluster.ClusterNode;
import io.idaeus.api.node.CassandraProcess;
import io.idaeus.api.plan.PlanDestination;
import io.idaeus.api.plan.PlanKeyspace;
import io.idaeus.api.plan.PlanNode;
import io.idaeus.api.plan.PlanSource;
import io.idaeus.sidecar.plan.attempt.StepContext;
import io.idaeus.sidecar.problem.Listed;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The missing replicas of a destination's ranges. The node that the plan replaces does not count.
 *
 * @param down addresses of replicas that are down, by host id
 * @param silent addresses of planned sources that are up and whose sidecars do not answer, by host id
 * @param sidecars where the sidecars of the other planned sources answer, by host id
 */
public record Replicas(Map<String, String> down, Map<String, String> silent, Map<String, String> sidecars) {
    public static Replicas of(StepContext context) {
        Cluster view = context.askCluster();
        Map<String, String> liveness = view.nodes().stream()
                .collect(Collectors.toMap(ClusterNode::hostId, ClusterNode::liveness, (one, other) -> one));
        Map<String, String> down = new TreeMap<>();
        touched(context, view).forEach((hostId, address) -> {
            if (!"UP".equals(liveness.get(hostId))) {
                down.put(hostId, address);
            }
        });
        SourceSidecars found =
                new SourceSidecars(context.directory(), context.plan().draft(), view);
        List<PlanNode> asked = context.planned().sources().stream()
                .map(PlanSource::node)
                .filter(node -> context.plan().draft().source() != null || !down.containsKey(node.hostId()))
                .toList();
        Map<String, String> sidecars = found.of(asked);
        Map<String, String> silent = new TreeMap<>();
        asked.stream()
                .filter(node -> !sidecars.containsKey(node.hostId()))
                .forEach(node -> silent.put(node.hostId(), node.address()));
        return new Replicas(down, silent, sidecars);
    }

    /** Host ids that cannot serve. */
    Set<String> missing() {
        Set<String> missing = new HashSet<>(down.keySet());
        missing.addAll(silent.keySet());
        missing.removeAll(sidecars.keySet());
        return missing;
    }

    public String describe() {
        List<String> parts = new ArrayList<>();
        if (!down.isEmpty()) {
            parts.add("down: " + Listed.of(down.values()));
        }
        if (!silent.isEmpty()) {
            parts.add("their sidecars do not answer: " + Listed.of(silent.values()));
        }
        return String.join("; ", parts);
    }

    private static Map<String, String> touched(StepContext context, Cluster view) {
        CassandraProcess destination = context.askHost().cassandra();
        Map<String, String> touched = new LinkedHashMap<>();
        for (PlanKeyspace keyspace : context.filled()) {
            String name = keyspace.keyspace();
            touched.putAll(context.looks()
                    .replicas(
                            view,
                            name,
                            String.valueOf(context.step().destination()),
                            context.owned(name),
                            context::askRing));
        }
        context.dead().map(PlanNode::hostId).ifPresent(touched::remove);
        if (destination != null) {
            touched.remove(destination.hostId());
        }
        // Nobody reads the nodes that are filled at the same time.
        context.plan().draft().destinations().stream()
                .map(PlanDestination::hostId)
                .filter(Objects::nonNull)
                .forEach(touched::remove);
        return touched;
    }
}
