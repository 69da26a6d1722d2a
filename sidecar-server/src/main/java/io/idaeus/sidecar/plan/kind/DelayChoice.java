/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.kind;

import io.idaeus.api.cluster.Cluster;
import io.idaeus.api.plan.JoinDelays;
import io.idaeus.api.plan.PlanKeyspace;
import io.idaeus.api.plan.PlanKeyspace.Treatment;
import io.idaeus.api.plan.PlanRequest;
import io.idaeus.sidecar.plan.facts.ClusterFacts;
import io.idaeus.sidecar.plan.facts.HeldBytes;
import io.idaeus.sidecar.plan.facts.MemberFacts;
import io.idaeus.sidecar.plan.finding.PlanFindingCode;
import io.idaeus.sidecar.plan.finding.PlanFindings;
import io.idaeus.sidecar.plan.keyspace.UsedTransactions;
import io.idaeus.sidecar.plan.way.JoinWay;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Decides for how long Cassandra waits by its clocks while a node takes the place of a dead one. It waits to see whether the
 * dead node is heard of, and then for the other nodes to write to the new one. A plan asks every node for both instead.
 * Cassandra's own streams do not wait for the plan, and may miss writes. The repair that the plan names finds them, but no
 * repair finds what a lightweight transaction has promised.
 */
final class DelayChoice {
    private final ClusterFacts facts;
    private final MemberFacts dead;
    private final PlanFindings findings;

    DelayChoice(ClusterFacts facts, MemberFacts dead, PlanFindings findings) {
        this.facts = facts;
        this.dead = dead;
        this.findings = findings;
    }

    JoinDelays of(PlanRequest request, JoinWay way, List<PlanKeyspace> keyspaces) {
        if (request.joinDelays() == JoinDelays.CASSANDRA || !way.provesWrites()) {
            return JoinDelays.CASSANDRA;
        }
        Optional<String> obstacle = facts.members().stream()
                .filter(member -> member.isUp() && !isDead(member))
                .flatMap(member -> silent(member).stream())
                .findFirst()
                .or(() -> keyspaces.stream()
                        .filter(keyspace -> keyspace.treatment() == Treatment.STREAM)
                        .flatMap(keyspace -> transactions(keyspace).stream())
                        .findFirst());
        obstacle.ifPresent(
                why -> findings.add(PlanFindingCode.LONG_DELAYS, dead.node().address(), why));
        return obstacle.isPresent() ? JoinDelays.CASSANDRA : JoinDelays.SHORT;
    }

    /**
     * The delays of nodes that join a ring that nobody leaves: Cassandra's own, unless the request names the short ones.
     * Those would also let Cassandra repair the state of Paxos before every node knows of the new one.
     */
    static JoinDelays ofExpansion(
            PlanRequest request, ClusterFacts facts, List<PlanKeyspace> keyspaces, PlanFindings findings) {
        if (request.joinDelays() != JoinDelays.SHORT) {
            return JoinDelays.CASSANDRA;
        }
        UsedTransactions used = new UsedTransactions(facts);
        Optional<String> obstacle = keyspaces.stream()
                .filter(keyspace -> !keyspace.tables().isEmpty())
                .map(PlanKeyspace::keyspace)
                .flatMap(keyspace -> Stream.concat(
                        used.tables(keyspace).stream()
                                .map(table -> "lightweight transactions are used with " + keyspace + "." + table),
                        used.untold(keyspace).stream()
                                .map(address -> "it is not known at " + address
                                        + " whether lightweight transactions are used with " + keyspace)))
                .findFirst();
        obstacle.ifPresent(why -> findings.add(PlanFindingCode.LONG_DELAYS, "cluster", why));
        return obstacle.isPresent() ? JoinDelays.CASSANDRA : JoinDelays.SHORT;
    }

    private boolean isDead(MemberFacts member) {
        return member.node().hostId().equals(dead.node().hostId());
    }

    private Optional<String> silent(MemberFacts member) {
        Cluster view = member.view();
        if (view == null) {
            return Optional.of("nobody tells since when " + member.node().address() + " sees the dead node down");
        }
        boolean tells = view.nodes().stream()
                .anyMatch(node -> node.hostId().equals(dead.node().hostId()) && node.downMillis() != null);
        return tells
                ? Optional.empty()
                : Optional.of("the sidecar of " + member.node().address()
                        + " does not tell since when it sees the dead node down");
    }

    private Optional<String> transactions(PlanKeyspace keyspace) {
        return facts.members().stream()
                .filter(MemberFacts::canServe)
                .flatMap(member -> transactions(member, keyspace))
                .findFirst();
    }

    private static Stream<String> transactions(MemberFacts member, PlanKeyspace keyspace) {
        HeldBytes held = member.sizes().get(keyspace.keyspace());
        if (held == null || !held.transactionsRead()) {
            // Cassandra's own keyspaces have no tables in a plan, and none that clients use so.
            return keyspace.tables().isEmpty()
                    ? Stream.empty()
                    : Stream.of("Cassandra streams " + keyspace.keyspace() + ", and it is not known at "
                            + member.node().address() + " whether lightweight transactions are used with it");
        }
        return held.tables().stream()
                .filter(HeldBytes.Table::lightweightTransactions)
                .map(table -> "Cassandra streams " + keyspace.keyspace()
                        + ", and lightweight transactions are used with its table " + table.name());
    }
}
