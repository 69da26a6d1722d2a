/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.balance;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jgrapht.alg.flow.PushRelabelMFImpl;
import org.jgrapht.graph.DefaultWeightedEdge;
import org.jgrapht.graph.SimpleDirectedWeightedGraph;

/**
 * The rule of Cassandra's {@code RangeFetchMapCalculator}: for each destination and keyspace on its own, max flow in
 * which every range counts one and every source may send as many ranges, as few as suffice. Here it may ask for several
 * copies.
 */
final class FetchMapRule {
    private FetchMapRule() {}

    static List<SourceChoice> choose(BalanceRequest request) {
        List<SourceChoice> choices = new ArrayList<>();
        for (DestinationNode destination : request.destinations()) {
            List<Demand> wanted = request.demands().stream()
                    .filter(demand -> demand.destinations().contains(destination.name()))
                    .toList();
            int total = wanted.stream().mapToInt(FetchMapRule::copies).sum();
            int each = Math.max(1, total / request.sources().size());
            while (!choose(wanted, total, each, destination.name(), choices)) {
                each++;
            }
        }
        return choices;
    }

    private static int copies(Demand demand) {
        return Math.min(demand.copies(), demand.candidates().size());
    }

    private static boolean choose(
            List<Demand> wanted, int total, int each, String destination, List<SourceChoice> choices) {
        SimpleDirectedWeightedGraph<Object, DefaultWeightedEdge> graph =
                new SimpleDirectedWeightedGraph<>(DefaultWeightedEdge.class);
        graph.addVertex("from");
        graph.addVertex("to");
        for (Demand demand : wanted) {
            graph.addVertex(demand);
            graph.setEdgeWeight(graph.addEdge("from", demand), copies(demand));
            for (Candidate candidate : demand.candidates()) {
                if (graph.addVertex(candidate.source())) {
                    graph.setEdgeWeight(graph.addEdge(candidate.source(), "to"), each);
                }
                graph.setEdgeWeight(graph.addEdge(demand, candidate.source()), 1);
            }
        }
        PushRelabelMFImpl<Object, DefaultWeightedEdge> flow = new PushRelabelMFImpl<>(graph);
        if (flow.calculateMaximumFlow("from", "to") < total - 0.5) {
            return false;
        }
        Map<DefaultWeightedEdge, Double> sent = flow.getFlowMap();
        for (Demand demand : wanted) {
            for (Candidate candidate : demand.candidates()) {
                if (sent.get(graph.getEdge(demand, candidate.source())) > 0.5) {
                    choices.add(new SourceChoice(
                            demand.group(),
                            demand.range(),
                            destination,
                            candidate.source(),
                            candidate.bytes(),
                            ChoiceReason.BYTES));
                }
            }
        }
        return true;
    }
}
