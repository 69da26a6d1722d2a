/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.keyspace;

import io.idaeus.sidecar.balance.Balance;
import io.idaeus.sidecar.balance.BalanceRequest;
import io.idaeus.sidecar.balance.Candidate;
import io.idaeus.sidecar.balance.Demand;
import io.idaeus.sidecar.balance.DestinationNode;
import io.idaeus.sidecar.balance.Locality;
import io.idaeus.sidecar.balance.Sharing;
import io.idaeus.sidecar.balance.SourceBalancer;
import io.idaeus.sidecar.balance.SourceNode;
import io.idaeus.sidecar.plan.facts.ClusterFacts;
import io.idaeus.sidecar.plan.facts.HeldBytes;
import io.idaeus.sidecar.plan.facts.KeyspaceFacts;
import io.idaeus.sidecar.plan.facts.MemberFacts;
import io.idaeus.sidecar.problem.TimeLimit;
import io.idaeus.sidecar.ring.TokenRange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The sources of the ranges of destinations, balanced by bytes. */
public final class RangeSources {
    private final ClusterFacts facts;
    private final List<DestinationNode> destinations;
    private final Slicing slicing;
    private final TimeLimit time;
    private final List<Demand> demands = new ArrayList<>();

    public RangeSources(ClusterFacts facts, List<DestinationNode> destinations, Slicing slicing, TimeLimit time) {
        this.facts = facts;
        this.slicing = slicing;
        this.time = time;
        this.destinations = List.copyOf(destinations);
    }

    public void demand(
            KeyspaceFacts keyspace,
            TokenRange range,
            List<String> to,
            List<MemberFacts> candidates,
            int copies,
            Sharing sharing) {
        time.check();
        List<Candidate> offered = candidates.stream()
                .map(member -> new Candidate(member.node().hostId(), bytes(member, keyspace, range)))
                .toList();
        demands.add(new Demand(keyspace.name(), range, to, offered, copies, sharing));
    }

    public Balance balance() {
        List<SourceNode> sources = facts.members().stream()
                .filter(MemberFacts::canServe)
                .map(this::source)
                .toList();
        time.at("choosing the sources of %d ranges".formatted(demands.size()));
        return SourceBalancer.balance(new BalanceRequest(sources, destinations, demands), time::check);
    }

    private SourceNode source(MemberFacts member) {
        Map<String, Long> whole = new HashMap<>();
        for (KeyspaceFacts keyspace : facts.keyspaces()) {
            HeldBytes held = slicing.offered(member, keyspace);
            if (held != null) {
                whole.put(keyspace.name(), held.wholeBytes());
            }
        }
        return new SourceNode(
                member.node().hostId(),
                new Locality(member.node().datacenter(), member.node().rack()),
                // Without a limit, or with one that it does not reach, the disk and the network decide.
                member.sendRate() == null ? Estimates.FAST : Math.min(Estimates.FAST, member.sendRate()),
                whole);
    }

    private long bytes(MemberFacts member, KeyspaceFacts keyspace, TokenRange range) {
        HeldBytes held = slicing.offered(member, keyspace);
        return held == null ? 0 : held.bytes(range);
    }
}
