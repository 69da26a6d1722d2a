/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.kind;

import io.idaeus.api.plan.PlanShare;
import io.idaeus.sidecar.placement.Growth;
import io.idaeus.sidecar.placement.Imbalance;
import io.idaeus.sidecar.placement.PlacedRing;
import io.idaeus.sidecar.placement.RingNode;
import io.idaeus.sidecar.plan.facts.ClusterFacts;
import io.idaeus.sidecar.plan.finding.PlanFindingCode;
import io.idaeus.sidecar.plan.finding.PlanFindings;
import io.idaeus.sidecar.plan.keyspace.Newcomer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** How the nodes of a data centre share the ring before and after new ones join. */
final class RingShares {
    /** How much worse than the best tokens given ones may share the ring. */
    private static final double TOLERATED = 1.1;

    private final ClusterFacts facts;
    private final PlanFindings findings;
    private final String datacenter;
    private final List<Newcomer> newcomers;
    private final Growth growth;
    private final Growth even;

    /** @param even with the tokens that the plan would choose */
    RingShares(
            ClusterFacts facts,
            PlanFindings findings,
            String datacenter,
            List<Newcomer> newcomers,
            Growth growth,
            Growth even) {
        this.facts = facts;
        this.findings = findings;
        this.datacenter = datacenter;
        this.newcomers = newcomers;
        this.growth = growth;
        this.even = even;
    }

    /** The shares of the data centre's nodes, the new ones last. Finds those that are too unequal. */
    List<PlanShare> all() {
        Map<RingNode, Double> before = within(growth.before());
        Map<RingNode, Double> after = within(growth.after());
        uneven(after);
        newRacks(before, after);
        Map<String, String> addresses = facts.members().stream()
                .collect(Collectors.toMap(
                        member -> member.node().hostId(),
                        member -> member.node().address(),
                        (one, other) -> one));
        return after.entrySet().stream()
                .map(entry -> new PlanShare(
                        addresses.getOrDefault(
                                entry.getKey().id(), entry.getKey().id()),
                        entry.getKey().rack(),
                        before.get(entry.getKey()),
                        entry.getValue()))
                .toList();
    }

    // The new nodes come last, as they do in the ring.
    private Map<RingNode, Double> within(PlacedRing ring) {
        Map<RingNode, Double> shares = new LinkedHashMap<>();
        ring.shares().forEach((node, share) -> {
            if (node.datacenter().equals(datacenter)) {
                shares.put(node, share);
            }
        });
        return shares;
    }

    private void uneven(Map<RingNode, Double> after) {
        double found = Imbalance.of(after);
        double expected = Imbalance.of(within(even.after()));
        if (found > expected * TOLERATED) {
            findings.add(
                    PlanFindingCode.IMBALANCE,
                    datacenter,
                    "with these tokens the fullest node of a rack has %s of the mean of its rack (expected: %s, as with tokens that the plan chooses)"
                            .formatted(percent(found), percent(expected)));
        }
    }

    private void newRacks(Map<RingNode, Double> before, Map<RingNode, Double> after) {
        Set<String> racks = before.keySet().stream().map(RingNode::rack).collect(Collectors.toSet());
        double mean = after.values().stream()
                .mapToDouble(Double::doubleValue)
                .average()
                .orElse(0);
        newcomers.stream()
                .map(Newcomer::node)
                .filter(node -> !racks.contains(node.rack()))
                .filter(node -> after.getOrDefault(node, 0.0) > mean * TOLERATED)
                .forEach(node -> findings.add(
                        PlanFindingCode.NEW_RACK,
                        node.id(),
                        "no node of " + datacenter + " is in rack " + node.rack() + " yet: it would replicate "
                                + percent(after.getOrDefault(node, 0.0)) + " of the ring, where nodes replicate "
                                + percent(mean) + " on average"));
    }

    private static String percent(double share) {
        return Math.round(share * 100) + " %";
    }
}
