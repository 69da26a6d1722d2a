/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.keyspace;

import io.idaeus.api.cluster.Cluster;
import io.idaeus.api.cluster.ClusterNode;
import io.idaeus.sidecar.plan.facts.ClusterFacts;
import io.idaeus.sidecar.plan.facts.HostFacts;
import io.idaeus.sidecar.plan.facts.MemberFacts;
import io.idaeus.sidecar.plan.facts.SchemaVersions;
import io.idaeus.sidecar.plan.finding.PlanFindingCode;
import io.idaeus.sidecar.plan.finding.PlanFindings;
import io.idaeus.sidecar.release.ReleaseVersion;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Checks the cluster before any plan. */
public final class ClusterChecks {
    private final ClusterFacts facts;
    private final PlanFindings findings;

    public ClusterChecks(ClusterFacts facts, PlanFindings findings) {
        this.facts = facts;
        this.findings = findings;
    }

    /** @param dead host id of the node that may be down; null for none */
    public void run(@Nullable String dead) {
        facts.members().stream()
                .filter(member -> !member.node().hostId().equals(dead))
                .forEach(this::live);
        facts.view().releaseVersions().forEach((version, addresses) -> version(facts.view(), version, addresses));
        atRest();
    }

    /** Whether a destination belongs to no plan. */
    public static void free(HostFacts host, PlanFindings findings) {
        host.host()
                .claims()
                .forEach(claim -> findings.add(
                        PlanFindingCode.NODE_CLAIMED,
                        host.sidecar(),
                        "plan " + claim.plan() + " of " + claim.coordinator() + " has claimed the node"));
    }

    /** Whether neither the ring nor the schema is changing: all that a cluster needs from which others copy. */
    public void atRest() {
        for (MemberFacts member : facts.members()) {
            ClusterNode node = member.node();
            if (!node.movement().equals("NORMAL")) {
                findings.add(PlanFindingCode.RING_CHANGING, node.address(), "the node is " + node.movement());
            }
        }
        schema(facts.view());
        facts.members().stream().map(MemberFacts::view).filter(Objects::nonNull).forEach(this::schema);
    }

    private void live(MemberFacts member) {
        String address = member.node().address();
        if (!member.isUp()) {
            findings.add(
                    PlanFindingCode.NODE_DOWN,
                    address,
                    "the node is " + member.node().liveness());
            return;
        }
        if (member.sidecar() == null) {
            findings.add(PlanFindingCode.NO_SIDECAR, address, "no sidecar answers for this node");
        } else if (member.view() == null) {
            findings.add(
                    PlanFindingCode.NO_SIDECAR,
                    address,
                    member.sidecar() + " cannot tell what the node holds: " + member.failure());
        }
    }

    // Every node tells its version by gossip: also one whose sidecar does not answer.
    private void version(Cluster view, String version, List<String> addresses) {
        boolean mixed = ReleaseVersion.find(version)
                .filter(found -> !found.hasMajorOf(facts.version()))
                .isPresent();
        if (mixed) {
            addresses.stream()
                    .filter(this::isUp)
                    .forEach(address -> findings.add(
                            PlanFindingCode.MIXED_VERSIONS,
                            address,
                            "runs " + version + " (expected: " + view.cassandraVersion() + ", as others)"));
        }
    }

    private boolean isUp(String address) {
        return facts.members().stream()
                .anyMatch(member -> member.isUp() && member.node().address().equals(address));
    }

    private void schema(Cluster view) {
        List<String> versions = SchemaVersions.of(view);
        if (versions.size() > 1) {
            findings.add(
                    PlanFindingCode.SCHEMA_DISAGREES, "cluster", "live nodes have the schema versions " + versions);
        }
    }
}
