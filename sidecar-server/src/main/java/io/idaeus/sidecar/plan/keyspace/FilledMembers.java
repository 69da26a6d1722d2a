/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.keyspace;

import io.idaeus.api.plan.PlanDestination;
import io.idaeus.sidecar.plan.facts.ClusterFacts;
import io.idaeus.sidecar.plan.facts.HostFacts;
import io.idaeus.sidecar.plan.facts.MemberFacts;
import io.idaeus.sidecar.plan.finding.PlanFindingCode;
import io.idaeus.sidecar.plan.finding.PlanFindings;
import java.util.List;
import java.util.Objects;

/** Members of the ring that a plan fills. */
public final class FilledMembers {
    private final ClusterFacts facts;
    private final PlanFindings findings;

    public FilledMembers(ClusterFacts facts, PlanFindings findings) {
        this.facts = facts;
        this.findings = findings;
    }

    /** Finds those that cannot be filled now. */
    public void requireServing(List<MemberFacts> members) {
        for (MemberFacts member : members) {
            if (!member.canServe()) {
                findings.add(
                        PlanFindingCode.TOO_FEW_SOURCES,
                        member.node().address(),
                        "the node is to be filled, and " + member.whyItCannotServe());
            }
        }
    }

    /** Describes a member as a destination, and checks that it belongs to no other plan, and has the disk space. */
    public PlanDestination destination(MemberFacts member, KeyspaceDrafts.Result filled) {
        String name = name(member);
        long bytes = filled.bytes(name);
        HostFacts host = facts.destinations().stream()
                .filter(each -> each.sidecar().equals(name))
                .findFirst()
                .orElse(null);
        PlanDestination destination = new PlanDestination(
                name,
                member.node().hostId(),
                member.node().address(),
                member.node().datacenter(),
                member.node().rack(),
                bytes,
                filled.bytesNeeded(name),
                DestinationDisk.peak(bytes),
                host == null ? 0 : DestinationDisk.free(host.host()),
                filled.sources(name),
                List.of(),
                false);
        if (host != null) {
            ClusterChecks.free(host, findings);
            DestinationDisk.check(destination, host.host(), findings);
        }
        return destination;
    }

    /** The name of a member as a destination: the address of its sidecar. */
    public static String name(MemberFacts member) {
        return Objects.requireNonNullElse(member.sidecar(), member.node().address());
    }
}
