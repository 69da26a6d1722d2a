/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.kind;

import io.idaeus.api.cluster.Cluster;
import io.idaeus.api.node.CassandraProcess;
import io.idaeus.sidecar.plan.facts.ClusterFacts;
import io.idaeus.sidecar.plan.facts.HostFacts;
import io.idaeus.sidecar.plan.facts.MemberFacts;
import io.idaeus.sidecar.plan.finding.PlanFindingCode;
import io.idaeus.sidecar.plan.finding.PlanFindings;
import io.idaeus.sidecar.plan.way.JoinWay;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Checks a dead node and its replacement. */
final class ReplacementChecks {
    private final ClusterFacts facts;
    private final MemberFacts dead;
    private final HostFacts replacement;
    private final JoinWay way;
    private final PlanFindings findings;

    ReplacementChecks(ClusterFacts facts, MemberFacts dead, HostFacts replacement, JoinWay way, PlanFindings findings) {
        this.facts = facts;
        this.dead = dead;
        this.replacement = replacement;
        this.way = way;
        this.findings = findings;
    }

    void run() {
        down();
        seeds();
        address();
        new NewNodeChecks(facts, replacement, way, findings)
                .run(dead.node().datacenter(), dead.node().rack(), PlanFindingCode.REPLACEMENT_IS_SEED);
    }

    private void down() {
        Set<String> seenBy = new TreeSet<>();
        if (dead.isUp()) {
            facts.members().stream()
                    .map(MemberFacts::node)
                    .filter(node -> node.hostId().equals(facts.view().hostId()))
                    .forEach(node -> seenBy.add(node.address()));
        }
        for (MemberFacts member : facts.members()) {
            Cluster view = member.view();
            if (view != null && seesUp(view)) {
                seenBy.add(member.node().address());
            }
        }
        if (!seenBy.isEmpty()) {
            findings.add(
                    PlanFindingCode.DEAD_NODE_UP,
                    dead.node().address(),
                    "it is UP, as " + String.join(", ", seenBy) + " see it");
        }
    }

    private boolean seesUp(Cluster view) {
        return view.nodes().stream()
                .anyMatch(node -> node.hostId().equals(dead.node().hostId())
                        && node.liveness().equals("UP"));
    }

    /** Gossip leaves out a node that is its own seed; a dead node has no say. */
    private void seeds() {
        List<String> naming = facts.members().stream()
                .filter(member -> member.seeds().contains(dead.node().address()))
                .map(member -> member.node().address())
                .sorted()
                .toList();
        if (!naming.isEmpty()) {
            findings.add(
                    PlanFindingCode.SEEDS_NAME_DEAD,
                    dead.node().address(),
                    String.join(", ", naming) + " name it as a seed (expected: no node does)");
        }
        CassandraProcess running = replacement.host().cassandra();
        if (running != null && running.seeds().contains(dead.node().address())) {
            findings.add(PlanFindingCode.SEEDS_NAME_DEAD, replacement.sidecar(), "its seeds are " + running.seeds());
        }
    }

    private void address() {
        CassandraProcess running = replacement.host().cassandra();
        String here = running == null ? null : running.address();
        String there = dead.node().address();
        if (replacement.isAt(there)
                || (here != null && HostFacts.canonical(here).equals(HostFacts.canonical(there)))) {
            findings.add(
                    PlanFindingCode.SAME_ADDRESS,
                    replacement.sidecar(),
                    "the replacement has the address of the dead node, "
                            + dead.node().address());
        }
    }
}
