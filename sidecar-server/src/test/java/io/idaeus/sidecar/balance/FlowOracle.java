/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.balance;

import org.jgrapht.alg.flow.PushRelabelMFImpl;
import org.jgrapht.graph.DefaultWeightedEdge;
import org.jgrapht.graph.SimpleDirectedWeightedGraph;

/** Whether ranges that may be cut at will can be sent within a makespan, by somebody else's max flow. */
final class FlowOracle {
    private FlowOracle() {}

    /** Every destination of a demand on its own, unless they take different sources. */
    static boolean isEnough(BalanceRequest request, double makespan) {
        SimpleDirectedWeightedGraph<Object, DefaultWeightedEdge> graph =
                new SimpleDirectedWeightedGraph<>(DefaultWeightedEdge.class);
        graph.addVertex("from");
        graph.addVertex("to");
        for (SourceNode source : request.sources()) {
            graph.addVertex(source.name());
            graph.setEdgeWeight(graph.addEdge(source.name(), "to"), makespan * source.weight());
        }
        double wanted = 0;
        for (Demand demand : request.demands()) {
            int several = demand.sharing() == Sharing.INDEPENDENT
                    ? 1
                    : demand.destinations().size();
            int times = demand.destinations().size() / several;
            double bytes = demand.candidates().get(0).bytes();
            graph.addVertex(demand);
            graph.setEdgeWeight(graph.addEdge("from", demand), bytes * demand.copies() * several * times);
            for (Candidate candidate : demand.candidates()) {
                graph.setEdgeWeight(graph.addEdge(demand, candidate.source()), bytes * times);
            }
            wanted += bytes * demand.copies() * several * times;
        }
        double sent = new PushRelabelMFImpl<>(graph, 1e-3).calculateMaximumFlow("from", "to");
        return sent >= wanted - 1;
    }
}
