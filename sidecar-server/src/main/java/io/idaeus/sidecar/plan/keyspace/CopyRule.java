/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.keyspace;

import io.idaeus.sidecar.plan.facts.Replication;
import io.idaeus.sidecar.plan.facts.WriteLevel;

/**
 * How many replicas a new one must merge, so that every quorum that found a write before finds it afterwards.
 *
 * <p>Where {@code W} of {@code RF} replicas acknowledged each write, the dead one may have been among them. At least
 * {@code W - 1} of the {@code RF - 1} others have the write then, so {@code RF - W + 1} of these include one that does.
 *
 * @param copies {@code RF - W + 1}
 * @param others the replicas that count, without the dead one: {@code RF - 1}
 * @param local whether only replicas of the node's own data centre count
 */
record CopyRule(int copies, int others, boolean local) {
    static CopyRule of(Replication replication, String datacenter, WriteLevel writes) {
        boolean local = writes.isLocal() && replication.knowsDatacenters();
        int replicas = local ? replication.replicas(datacenter) : replication.replicas();
        return new CopyRule(replicas - writes.acknowledged(replicas) + 1, replicas - 1, local);
    }

    /** Whether enough live replicas can hold every acknowledged write. */
    boolean canBeKept() {
        return copies <= others;
    }
}
