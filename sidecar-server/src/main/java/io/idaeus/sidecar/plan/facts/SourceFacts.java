/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.facts;

import io.idaeus.api.keyspace.KeyspaceStatements;
import java.util.Map;
import java.util.Set;

/**
 * The facts of a cluster that is cloned into another one.
 *
 * @param sidecar address of the one that the request names
 * @param datacenter of its node
 * @param cluster with the destinations that are in the other cluster
 * @param statements by keyspace; none where the sidecar is too old to tell
 */
public record SourceFacts(
        String sidecar, String datacenter, ClusterFacts cluster, Map<String, KeyspaceStatements> statements) {
    public SourceFacts {
        statements = Map.copyOf(statements);
    }

    /** @param tables that are cloned, by keyspace */
    public SourceFacts only(Map<String, Set<String>> tables) {
        return new SourceFacts(sidecar, datacenter, cluster.only(tables), statements);
    }

    SourceFacts without(Set<String> hostIds) {
        return new SourceFacts(sidecar, datacenter, cluster.withoutMembers(hostIds), statements);
    }
}
