/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.keyspace;

import io.idaeus.api.cluster.Cluster;
import io.idaeus.api.cluster.ClusterNode;
import io.idaeus.api.cluster.RingTokens;
import io.idaeus.api.keyspace.KeyspaceInfo;
import io.idaeus.api.node.NodeTokens;
import io.idaeus.api.plan.PlanDestination;
import io.idaeus.sidecar.placement.PlacedRing;
import io.idaeus.sidecar.placement.Placement;
import io.idaeus.sidecar.placement.RingNode;
import io.idaeus.sidecar.placement.Takeover;
import io.idaeus.sidecar.placement.TokenRing;
import io.idaeus.sidecar.plan.facts.Replication;
import io.idaeus.sidecar.release.ReleaseVersion;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The ranges that a new node takes over of the ring as it is now, which may not be the one that it was planned for. */
public final class TakenOver {
    private final TokenRing before;
    private final TokenRing after;
    private final RingNode newcomer;
    private final boolean cutAtLowest;

    private TakenOver(TokenRing before, TokenRing after, RingNode newcomer, boolean cutAtLowest) {
        this.before = before;
        this.after = after;
        this.newcomer = newcomer;
        this.cutAtLowest = cutAtLowest;
    }

    /**
     * @param view of the ring: nodes that are on their way into it do not count
     * @param tokens of all nodes
     * @param version of the cluster
     * @throws IllegalArgumentException where a token of the new node is another's
     */
    public static TakenOver of(PlanDestination planned, Cluster view, RingTokens tokens, String version) {
        Map<String, List<Long>> known = tokens.nodes().stream()
                .collect(Collectors.toMap(
                        NodeTokens::hostId,
                        node -> node.tokens().stream().map(Long::valueOf).toList(),
                        (one, other) -> one));
        TokenRing before = KeyspaceGrowths.ring(
                view.nodes().stream().filter(TakenOver::isMember).toList(),
                hostId -> known.getOrDefault(hostId, List.of()));
        RingNode newcomer = new RingNode(planned.sidecar(), planned.datacenter(), planned.rack());
        List<String> own = planned.tokens() == null ? List.of() : planned.tokens();
        return new TakenOver(
                before,
                before.with(newcomer, own.stream().map(Long::valueOf).toList()),
                newcomer,
                KeyspaceGrowths.cutsAtLowest(ReleaseVersion.parse(version)));
    }

    private static boolean isMember(ClusterNode node) {
        return node.movement().equals("NORMAL");
    }

    /** Ranges of a keyspace, each with the host ids of the nodes that lose it. */
    public Map<String, List<String>> of(KeyspaceInfo keyspace) {
        Placement placement = Replication.of(keyspace.replication()).placement();
        Map<String, List<String>> found = new TreeMap<>();
        for (Takeover takeover :
                Takeover.of(PlacedRing.of(before, placement), PlacedRing.of(after, placement), newcomer)) {
            List<String> losers = takeover.losers().stream().map(RingNode::id).toList();
            KeyspaceGrowths.asTheRingCuts(takeover.range(), cutAtLowest)
                    .forEach(range -> found.put(range.toString(), losers));
        }
        return found;
    }
}
