/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.keyspace;

import io.idaeus.api.plan.PlanKeyspace;
import io.idaeus.sidecar.plan.facts.ClusterFacts;
import io.idaeus.sidecar.plan.facts.HeldBytes;
import io.idaeus.sidecar.plan.facts.MemberFacts;
import io.idaeus.sidecar.plan.finding.PlanFindingCode;
import io.idaeus.sidecar.plan.finding.PlanFindings;
import io.idaeus.sidecar.plan.way.JoinWay;
import java.util.List;
import java.util.stream.Stream;

/** Which tables lightweight transactions are used with, whose state an import does not bring. */
public final class UsedTransactions {
    private final ClusterFacts facts;

    public UsedTransactions(ClusterFacts facts) {
        this.facts = facts;
    }

    /** Tables of a keyspace, as far as nodes tell. */
    public List<String> tables(String keyspace) {
        return facts.members().stream()
                .flatMap(member -> Stream.ofNullable(member.sizes().get(keyspace)))
                .flatMap(sizes -> sizes.tables().stream())
                .filter(HeldBytes.Table::lightweightTransactions)
                .map(HeldBytes.Table::name)
                .distinct()
                .sorted()
                .toList();
    }

    /** Addresses of nodes that do not tell. */
    public List<String> untold(String keyspace) {
        return facts.members().stream()
                .filter(MemberFacts::canServe)
                .filter(member -> {
                    HeldBytes held = member.sizes().get(keyspace);
                    return held != null && !held.transactionsRead();
                })
                .map(member -> member.node().address())
                .toList();
    }

    /** Says of which keyspaces Cassandra does not repair the state: it does when a node bootstraps, from 4.1 on. */
    public void tell(JoinWay way, List<PlanKeyspace> keyspaces, PlanFindings findings) {
        if (way.bootstraps() && facts.version().isAtLeast(4, 1)) {
            return;
        }
        for (PlanKeyspace keyspace : keyspaces) {
            List<String> tables = tables(keyspace.keyspace());
            if (!tables.isEmpty()) {
                findings.add(
                        PlanFindingCode.LIGHTWEIGHT_TRANSACTIONS,
                        keyspace.keyspace(),
                        "lightweight transactions are used with " + String.join(", ", tables)
                                + ", and Cassandra does not repair their state while the node joins");
            }
        }
    }
}
