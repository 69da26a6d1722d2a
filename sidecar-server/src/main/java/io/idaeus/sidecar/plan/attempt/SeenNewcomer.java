/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.attempt;

import io.idaeus.api.cluster.Cluster;
import io.idaeus.api.cluster.ClusterNode;
import io.idaeus.api.node.CassandraProcess;
import io.idaeus.api.plan.PlanDestination;
import io.idaeus.api.plan.PlanKeyspace;
import io.idaeus.api.plan.PlanNode;
import io.idaeus.sidecar.plan.cluster.PeerCalls;
import io.idaeus.sidecar.plan.cluster.SidecarDirectory;
import io.idaeus.sidecar.plan.record.PlanRecord;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.release.ReleaseVersion;
import java.net.URI;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A new node as the coordinator's node sees it, whether the new one answers or not.
 *
 * @param address of its Cassandra; of its sidecar where nobody knows better
 * @param pending it gets writes, and nobody reads it; or it began to join as an additional node
 * @param member others read it
 * @param up false too where the node does not know it
 */
public record SeenNewcomer(String address, boolean pending, boolean member, boolean up) {
    /** @throws ProblemException where the coordinator's node does not answer */
    public static SeenNewcomer ask(PlanRecord plan, PlanDestination planned, SidecarDirectory directory) {
        return PeerCalls.translated(() -> {
            Cluster view = directory.self().client().cluster();
            List<String> pending = pending(plan, directory);
            String address = ownAddress(planned, directory)
                    .or(() -> Optional.ofNullable(planned.address()))
                    .orElseGet(() -> isTheOnly(planned, plan) && pending.size() == 1 ? pending.get(0) : host(planned));
            ClusterNode node = view.nodes().stream()
                    .filter(each -> each.address().equals(address))
                    .filter(each -> !isDead(each, plan))
                    .findFirst()
                    .orElse(null);
            boolean joins = pending.contains(address) || isMoving(node);
            return new SeenNewcomer(
                    address, joins, node != null && !joins && isReplica(plan, directory, node), isUp(node));
        });
    }

    private static boolean isTheOnly(PlanDestination newcomer, PlanRecord plan) {
        return plan.draft().newcomers().equals(List.of(newcomer));
    }

    private static boolean isDead(ClusterNode node, PlanRecord plan) {
        PlanNode dead = plan.draft().dead();
        return dead != null && node.hostId().equals(dead.hostId());
    }

    private static boolean isMoving(@Nullable ClusterNode node) {
        return node != null && !node.movement().equals("NORMAL");
    }

    // From 6.0 on a node that has registered its tokens looks like a member before it joins.
    private static boolean isReplica(PlanRecord plan, SidecarDirectory directory, ClusterNode node) {
        return plan.draft().cluster().epoch() == null
                || plan.draft().keyspaces().stream()
                        .map(PlanKeyspace::keyspace)
                        .flatMap(keyspace -> directory.self().client().ring(keyspace).ranges().stream())
                        .flatMap(range -> range.replicas().stream())
                        .anyMatch(replica -> replica.hostId().equals(node.hostId()));
    }

    private static boolean isUp(@Nullable ClusterNode node) {
        return node != null && node.liveness().equals("UP");
    }

    private static List<String> pending(PlanRecord plan, SidecarDirectory directory) {
        return plan.draft().keyspaces().stream()
                .map(PlanKeyspace::keyspace)
                .flatMap(keyspace -> directory.self().client().pendingRanges(keyspace).ranges().stream())
                .flatMap(range -> range.addresses().stream())
                .distinct()
                .toList();
    }

    private static Optional<String> ownAddress(PlanDestination planned, SidecarDirectory directory) {
        try {
            CassandraProcess running = PeerCalls.translated(
                            () -> directory.at(planned.sidecar()).client().host())
                    .cassandra();
            return Optional.ofNullable(running).map(CassandraProcess::address);
        } catch (ProblemException e) {
            return Optional.empty();
        }
    }

    private static String host(PlanDestination planned) {
        return Objects.requireNonNullElse(URI.create(planned.sidecar()).getHost(), planned.sidecar());
    }

    /** The command that removes the node while it is pending and down. */
    public String removal(PlanRecord plan) {
        return removal(plan, address);
    }

    /** For one of which nobody tells: with the address that the plan knows, or that of its sidecar. */
    public static String likelyRemoval(PlanRecord plan, PlanDestination planned) {
        return removal(plan, Objects.requireNonNullElseGet(planned.address(), () -> host(planned)));
    }

    private static String removal(PlanRecord plan, String address) {
        boolean metadata =
                ReleaseVersion.parse(plan.draft().cluster().cassandraVersion()).isAtLeast(6, 0);
        return (metadata ? "nodetool abortbootstrap --ip " : "nodetool assassinate ") + address;
    }
}
