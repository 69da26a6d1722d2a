/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.draft;

import io.idaeus.api.KeyspaceSizes;
import io.idaeus.api.RingRange;
import io.idaeus.sidecar.balance.Balance;
import io.idaeus.sidecar.balance.BalanceRequest;
import io.idaeus.sidecar.balance.Candidate;
import io.idaeus.sidecar.balance.Demand;
import io.idaeus.sidecar.balance.DestinationNode;
import io.idaeus.sidecar.balance.Locality;
import io.idaeus.sidecar.balance.Sharing;
import io.idaeus.sidecar.balance.SourceBalancer;
import io.idaeus.sidecar.balance.SourceNode;
import io.idaeus.sidecar.ring.TokenRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The sources of the ranges of destinations, balanced by bytes. */
final class RangeSources {
    // Whole SSTables move: a range that two sources share would move twice.
    private static final long NO_CUTS = Long.MAX_VALUE;

    private final ClusterFacts facts;
    private final List<DestinationNode> destinations;
    private final List<Demand> demands = new ArrayList<>();

    RangeSources(ClusterFacts facts, List<DestinationNode> destinations) {
        this.facts = facts;
        this.destinations = List.copyOf(destinations);
    }

    void demand(
            KeyspaceFacts keyspace,
            RingRange range,
            List<String> to,
            List<MemberFacts> candidates,
            int copies,
            Sharing sharing) {
        List<Candidate> offered = candidates.stream()
                .map(member -> new Candidate(member.node().hostId(), bytes(member, keyspace, range.range())))
                .toList();
        demands.add(new Demand(keyspace.name(), TokenRange.parse(range.range()), to, offered, copies, sharing));
    }

    Balance balance() {
        List<SourceNode> sources = facts.members().stream()
                .filter(MemberFacts::canServe)
                .map(member -> new SourceNode(
                        member.node().hostId(),
                        new Locality(member.node().datacenter(), member.node().rack()),
                        1,
                        Map.of()))
                .toList();
        return SourceBalancer.balance(new BalanceRequest(sources, destinations, demands, NO_CUTS));
    }

    /** What a member holds of a keyspace within a range; 0 where it did not tell. */
    static long bytes(MemberFacts member, KeyspaceFacts keyspace, String range) {
        KeyspaceSizes sizes = member.sizes().get(keyspace.name());
        if (sizes == null || !sizes.ranges().contains(range)) {
            return 0;
        }
        int at = sizes.ranges().indexOf(range);
        return sizes.tables().stream().mapToLong(table -> table.bytes().get(at)).sum();
    }
}
