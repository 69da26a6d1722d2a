/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.keyspace;

import io.idaeus.api.ProblemType;
import io.idaeus.api.plan.PlanRequest;
import io.idaeus.sidecar.placement.Placement;
import io.idaeus.sidecar.placement.RingNode;
import io.idaeus.sidecar.placement.TokenAllocator;
import io.idaeus.sidecar.placement.TokenRing;
import io.idaeus.sidecar.plan.facts.ClusterFacts;
import io.idaeus.sidecar.plan.facts.HostFacts;
import io.idaeus.sidecar.plan.facts.MemberFacts;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.ring.TokenRange;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Where the new nodes of a request stand, and which tokens they get. */
public final class Newcomers {
    private final PlanRequest request;
    private final ClusterFacts facts;
    private final TokenRing ring;
    private final Placement placement;
    private final String datacenter;

    /**
     * @param ring that they join
     * @param placement of the keyspace that their tokens are to share evenly
     * @throws ProblemException UNPROCESSABLE where the request names another data centre
     */
    public Newcomers(PlanRequest request, ClusterFacts facts, TokenRing ring, String datacenter, Placement placement) {
        this.request = request;
        this.facts = facts;
        this.ring = ring;
        this.placement = placement;
        this.datacenter = datacenter;
    }

    /** The data centre of the new nodes. */
    public static String datacenter(PlanRequest request, ClusterFacts facts) {
        List<String> known = facts.members().stream()
                .map(member -> member.node().datacenter())
                .distinct()
                .sorted()
                .toList();
        String named = request.datacenter();
        if (named == null && known.size() == 1) {
            return known.get(0);
        }
        if (named == null || !known.contains(named)) {
            throw unprocessable("datacenter: " + named + " (expected: one of " + known
                    + "; a new data centre is filled by a plan of kind REBUILD)");
        }
        return named;
    }

    /** In the order in which they join. */
    public List<Newcomer> withTokens() {
        return withTokens(request.tokens() == null ? Map.of() : request.tokens());
    }

    /** The same, as if the request named no tokens. */
    public List<Newcomer> withBestTokens() {
        return withTokens(Map.of());
    }

    private List<Newcomer> withTokens(Map<String, List<String>> given) {
        List<Newcomer> newcomers = new ArrayList<>();
        TokenRing now = ring;
        for (HostFacts host : facts.destinations()) {
            RingNode node = new RingNode(host.sidecar(), datacenter, rack(host.sidecar()));
            List<String> named = given.get(host.sidecar());
            List<Long> tokens = named == null
                    ? TokenAllocator.allocate(now, node, count(host.sidecar()), placement)
                    : parsed(host.sidecar(), named);
            now = joined(now, node, tokens);
            newcomers.add(new Newcomer(host, node, tokens));
        }
        return List.copyOf(newcomers);
    }

    private static TokenRing joined(TokenRing ring, RingNode node, List<Long> tokens) {
        try {
            return ring.with(node, tokens);
        } catch (IllegalArgumentException e) {
            throw unprocessable("tokens of " + node.id() + ": " + e.getMessage());
        }
    }

    private String rack(String sidecar) {
        String named = request.racks() == null ? null : request.racks().get(sidecar);
        if (named != null) {
            return named;
        }
        List<String> racks = facts.members().stream()
                .filter(member -> member.node().datacenter().equals(datacenter))
                .map(member -> member.node().rack())
                .distinct()
                .sorted()
                .toList();
        if (racks.size() != 1) {
            throw unprocessable("racks: none for " + sidecar + ", and " + datacenter + " has " + racks
                    + " (expected: the rack of each new node)");
        }
        return racks.get(0);
    }

    // As many as the request gives it; otherwise as most nodes of the data centre have.
    private int count(String sidecar) {
        List<String> given = request.tokens() == null ? null : request.tokens().get(sidecar);
        if (given != null) {
            return given.size();
        }
        return facts.members().stream()
                .map(MemberFacts::node)
                .filter(node -> node.datacenter().equals(datacenter) && node.tokens() > 0)
                .collect(Collectors.groupingBy(node -> node.tokens(), Collectors.counting()))
                .entrySet()
                .stream()
                .max(Map.Entry.<Integer, Long>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
                .map(Map.Entry::getKey)
                .orElseThrow(() -> unprocessable("datacenter: " + datacenter + " has no node with tokens"));
    }

    private static List<Long> parsed(String sidecar, List<String> tokens) {
        try {
            return tokens.stream()
                    .map(token -> TokenRange.parse(token + ":" + token).right())
                    .sorted(Comparator.naturalOrder())
                    .toList();
        } catch (IllegalArgumentException e) {
            throw unprocessable("tokens of " + sidecar + ": " + e.getMessage());
        }
    }

    /** Their tokens, in the order in which they join. */
    static Map<RingNode, List<Long>> joining(List<Newcomer> newcomers) {
        return newcomers.stream()
                .collect(Collectors.toMap(Newcomer::node, Newcomer::tokens, (one, other) -> one, LinkedHashMap::new));
    }

    private static ProblemException unprocessable(String message) {
        return new ProblemException(ProblemType.UNPROCESSABLE, message);
    }
}
