/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.facts;

import io.idaeus.api.cluster.Cluster;
import io.idaeus.api.cluster.ClusterNode;
import io.idaeus.api.keyspace.KeyspaceRules;
import io.idaeus.api.plan.PlanNode;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A member of the ring.
 *
 * @param node as the coordinator's node sees it
 * @param sidecar address of its sidecar; null where none answers
 * @param failure why its sidecar cannot tell what it holds; null where it can, or where none answers
 * @param view the cluster as it sees it; null where its sidecar or its Cassandra does not answer
 * @param sendRate its send limit in bytes per second; null where it has none, or where no sidecar answers
 * @param seeds addresses of its seeds but its own; empty where its sidecar does not tell
 * @param sizes what it holds, by keyspace
 * @param keyspaces whose SSTables it moves; null for all, or where it does not tell
 * @param slices whether its sidecar lets SSTables be cut
 * @param rows whether its sidecar reads rows for comparisons
 */
@RecordBuilder
public record MemberFacts(
        ClusterNode node,
        @Nullable String sidecar,
        @Nullable String failure,
        @Nullable Cluster view,
        @Nullable Long sendRate,
        List<String> seeds,
        Map<String, HeldBytes> sizes,
        @Nullable KeyspaceRules keyspaces,
        boolean slices,
        boolean rows)
        implements MemberFactsBuilder.With {
    public MemberFacts {
        seeds = List.copyOf(seeds);
        sizes = Map.copyOf(sizes);
    }

    /** One that is not known but for what others say. */
    public static MemberFacts silent(ClusterNode node, @Nullable String sidecar, @Nullable String failure) {
        return MemberFactsBuilder.builder()
                .node(node)
                .sidecar(sidecar)
                .failure(failure)
                .view(null)
                .sendRate(null)
                .seeds(List.of())
                .sizes(Map.of())
                .keyspaces(null)
                .slices(false)
                .rows(false)
                .build();
    }

    /**
     * The same, as if it held only some tables.
     *
     * @param tables by keyspace
     */
    MemberFacts only(Map<String, Set<String>> tables) {
        Map<String, HeldBytes> held = new HashMap<>();
        sizes.forEach((keyspace, all) -> {
            Set<String> wanted = tables.get(keyspace);
            if (wanted != null) {
                held.put(keyspace, all.only(wanted));
            }
        });
        return with().sizes(held).build();
    }

    /** Whether it moves the SSTables of a keyspace that is not Cassandra's own. */
    public boolean moves(String keyspace) {
        return keyspaces == null || keyspaces.allows(keyspace);
    }

    public boolean isUp() {
        return node.liveness().equals("UP");
    }

    /** Whether SSTables can be pulled from it now. */
    public boolean canServe() {
        return isUp() && sidecar != null && view != null;
    }

    /** A clause for messages. */
    public String whyItCannotServe() {
        if (!isUp()) {
            return "it is " + node.liveness();
        }
        if (sidecar == null) {
            return "no sidecar beside it answers";
        }
        return failure == null
                ? "its sidecar or its Cassandra does not answer"
                : "its sidecar cannot tell what it holds: " + failure;
    }

    public PlanNode asPlanNode() {
        return new PlanNode(node.hostId(), node.address(), node.datacenter(), node.rack(), sidecar);
    }
}
