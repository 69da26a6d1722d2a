/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.kind;

import io.idaeus.api.node.Replica;
import io.idaeus.sidecar.plan.facts.KeyspaceFacts;
import io.idaeus.sidecar.plan.facts.Replication;
import io.idaeus.sidecar.plan.facts.WriteLevel;
import io.idaeus.sidecar.plan.keyspace.CommonRanges;
import io.idaeus.sidecar.plan.keyspace.Slicing;
import java.util.Collection;

/**
 * A keyspace of which tables are cloned.
 *
 * @param there in the other cluster, with these tables alone
 * @param here in this cluster; as it is going to be where that lacks it
 * @param datacenter of the other cluster, whose replicas count alone; empty where all count
 * @param copies how many of them each range is merged from
 */
record ClonedKeyspace(KeyspaceFacts there, KeyspaceFacts here, WriteLevel writes, String datacenter, int copies) {
    String name() {
        return there.name();
    }

    /** Whether a replica of the other cluster counts. */
    boolean counts(Replica source) {
        return datacenter.isEmpty() || source.datacenter().equals(datacenter);
    }

    /** @param nodes of this cluster, by host id */
    boolean isReplicatedByAll(Collection<String> nodes) {
        return here.ranges().stream().allMatch(range -> Slicing.areReplicas(nodes, range));
    }

    /**
     * Whether each replica here can take a copy of its own: then the set of copies stays the same, and so does what every
     * level finds.
     */
    boolean isBijection() {
        Replication sources = Replication.of(there.info().replication());
        int there = datacenter.isEmpty() ? sources.replicas() : sources.replicas(datacenter);
        // Reads at a local level depend on the replicas of one data centre.
        long datacenters = here.ranges().stream()
                .flatMap(range -> range.replicas().stream())
                .map(Replica::datacenter)
                .distinct()
                .count();
        return there == Replication.of(here.info().replication()).replicas()
                && datacenters == 1
                && CommonRanges.areEqual(this.there.ranges(), here.ranges());
    }
}
