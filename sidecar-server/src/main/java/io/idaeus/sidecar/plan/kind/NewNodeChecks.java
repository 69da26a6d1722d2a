/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.kind;

import io.idaeus.api.node.CassandraProcess;
import io.idaeus.sidecar.plan.facts.ClusterFacts;
import io.idaeus.sidecar.plan.facts.HostFacts;
import io.idaeus.sidecar.plan.finding.PlanFindingCode;
import io.idaeus.sidecar.plan.finding.PlanFindings;
import io.idaeus.sidecar.plan.keyspace.ClusterChecks;
import io.idaeus.sidecar.plan.way.JoinWay;
import io.idaeus.sidecar.release.ReleaseVersion;

/** Checks a node that is to join the ring, whatever its place. */
final class NewNodeChecks {
    private final ClusterFacts facts;
    private final HostFacts host;
    private final JoinWay way;
    private final PlanFindings findings;

    NewNodeChecks(ClusterFacts facts, HostFacts host, JoinWay way, PlanFindings findings) {
        this.facts = facts;
        this.host = host;
        this.way = way;
        this.findings = findings;
    }

    /** @param isSeed what to say of a node that is its own seed */
    void run(String datacenter, String rack, PlanFindingCode isSeed) {
        if (way.movesSstables() && host.host().staging().isEmpty()) {
            findings.add(PlanFindingCode.NO_STAGING, host.sidecar(), "its sidecar has no staging root");
        }
        ClusterChecks.free(host, findings);
        CassandraProcess running = host.host().cassandra();
        if (running != null) {
            running(running, datacenter, rack, isSeed);
        }
    }

    private void running(CassandraProcess running, String datacenter, String rack, PlanFindingCode isSeed) {
        String name = host.sidecar();
        if (running.phase() == CassandraProcess.Phase.NORMAL || running.phase() == CassandraProcess.Phase.SURVEY) {
            findings.add(PlanFindingCode.ALREADY_JOINED, name, "its Cassandra is " + running.mode());
        }
        if (!running.datacenter().equals(datacenter) || !running.rack().equals(rack)) {
            findings.add(
                    PlanFindingCode.OTHER_PLACE,
                    name,
                    "it is in " + running.datacenter() + ", " + running.rack() + " (expected: " + datacenter + ", "
                            + rack + ")");
        }
        if (running.address() != null && running.seeds().contains(running.address())) {
            findings.add(isSeed, name, "its seeds are " + running.seeds());
        }
        if (!ReleaseVersion.parse(running.version()).hasMajorOf(facts.version())) {
            findings.add(
                    PlanFindingCode.MIXED_VERSIONS,
                    name,
                    "it runs " + running.version() + ", the cluster "
                            + facts.view().cassandraVersion());
        }
    }
}
