/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.balance;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Chooses sources so that the busiest one sends as few bytes as possible for its weight; among equals it prefers the
 * destination's rack, then its data center. The same request gives the same balance.
 */
public final class SourceBalancer {
    private final Map<String, SourceNode> sources = new HashMap<>();
    private final Map<String, DestinationNode> destinations = new HashMap<>();
    private final Map<String, Long> sent = new HashMap<>();
    private final Set<List<String>> wholeFiles = new HashSet<>();
    private final List<SourceChoice> choices = new ArrayList<>();
    private final List<Shortfall> shortfalls = new ArrayList<>();

    private SourceBalancer(BalanceRequest request) {
        request.sources().forEach(source -> sources.put(source.name(), source));
        request.destinations().forEach(destination -> destinations.put(destination.name(), destination));
    }

    /**
     * Too few candidates for a range are no error but a {@link Shortfall}.
     *
     * @throws IllegalArgumentException for a demand that names an unknown source or destination, or a source twice
     */
    public static Balance balance(BalanceRequest request) {
        SourceBalancer balancer = new SourceBalancer(request);
        request.demands().forEach(balancer::serve);
        List<SourceLoad> loads = request.sources().stream().map(balancer::load).toList();
        double busiest = loads.stream().mapToDouble(SourceLoad::time).max().orElse(0);
        double total = loads.stream().mapToDouble(SourceLoad::bytes).sum();
        double mean = total
                / request.sources().stream().mapToDouble(SourceNode::weight).sum();
        return new Balance(balancer.choices, loads, balancer.shortfalls, new Makespan(busiest, mean, mean));
    }

    private SourceLoad load(SourceNode source) {
        long bytes = sent.getOrDefault(source.name(), 0L);
        return new SourceLoad(source.name(), bytes, bytes / source.weight());
    }

    // Every range at the candidate that would be done first: a beginning.
    private void serve(Demand demand) {
        boolean distinct = demand.sharing() == Sharing.DISTINCT_ACROSS_REPLICAS;
        int needed = demand.copies() * (distinct ? demand.destinations().size() : 1);
        if (demand.candidates().size() < needed) {
            shortfalls.add(new Shortfall(
                    demand.group(), demand.range(), demand.candidates().size(), needed));
        }
        List<Candidate> left = new ArrayList<>(demand.candidates());
        for (String name : demand.destinations()) {
            Locality at = known(destinations, name).locality();
            left = distinct ? left : new ArrayList<>(demand.candidates());
            for (int copy = 0; copy < demand.copies() && !left.isEmpty(); copy++) {
                Candidate best = left.stream()
                        .min(Comparator.comparingDouble((Candidate each) -> time(each, demand.group(), name))
                                .thenComparing(each ->
                                        known(sources, each.source()).locality().to(at))
                                .thenComparing(Candidate::source))
                        .orElseThrow();
                left.remove(best);
                take(demand, name, best);
            }
        }
    }

    private double time(Candidate candidate, String group, String destination) {
        SourceNode source = known(sources, candidate.source());
        long whole = wholeFiles.contains(List.of(group, source.name(), destination)) ? 0 : source.wholeFileBytes(group);
        return (sent.getOrDefault(source.name(), 0L) + candidate.bytes() + whole) / source.weight();
    }

    private void take(Demand demand, String destination, Candidate candidate) {
        String source = candidate.source();
        boolean first = wholeFiles.add(List.of(demand.group(), source, destination));
        long whole = first ? known(sources, source).wholeFileBytes(demand.group()) : 0;
        sent.merge(source, candidate.bytes() + whole, Long::sum);
        ChoiceReason reason =
                demand.candidates().size() <= demand.copies() ? ChoiceReason.NO_OTHER_CANDIDATE : ChoiceReason.BYTES;
        choices.add(new SourceChoice(demand.group(), demand.range(), destination, source, candidate.bytes(), reason));
    }

    private static <T> T known(Map<String, T> nodes, String name) {
        T node = nodes.get(name);
        if (node == null) {
            throw new IllegalArgumentException("node: " + name + " (expected: a node of the request)");
        }
        return node;
    }
}
