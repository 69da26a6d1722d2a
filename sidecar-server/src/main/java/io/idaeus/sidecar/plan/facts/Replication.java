/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.facts;

import io.idaeus.sidecar.placement.NetworkTopology;
import io.idaeus.sidecar.placement.Placement;
import io.idaeus.sidecar.placement.SimplePlacement;
import java.util.Map;
import java.util.TreeMap;

/** How many replicas a keyspace has, from its schema. */
public final class Replication {
    private static final String NETWORK_TOPOLOGY = "NetworkTopologyStrategy";
    private static final String SIMPLE = "SimpleStrategy";

    private final String strategy;
    private final Map<String, String> options;

    private Replication(String strategy, Map<String, String> options) {
        this.strategy = strategy;
        this.options = options;
    }

    public static Replication of(Map<String, String> schema) {
        String type = schema.getOrDefault("class", "");
        Map<String, String> options = new TreeMap<>(schema);
        options.remove("class");
        return new Replication(type.substring(type.lastIndexOf('.') + 1), options);
    }

    /**
     * Whether the ring decides which nodes are replicas, by a strategy of Cassandra that is known here. Otherwise each node
     * keeps its own rows ({@code LocalStrategy}, the metadata of 6.0), or the strategy is an operator's own.
     */
    public boolean isRing() {
        return strategy.equals(NETWORK_TOPOLOGY) || strategy.equals(SIMPLE);
    }

    /** Whether some replicas are transient. */
    public boolean isTransient() {
        return options.values().stream().anyMatch(value -> value.contains("/"));
    }

    public int replicas() {
        return strategy.equals(SIMPLE)
                ? number(options.getOrDefault("replication_factor", "0"))
                : options.values().stream().mapToInt(Replication::number).sum();
    }

    /** With {@code SimpleStrategy} all replicas. */
    public int replicas(String datacenter) {
        return strategy.equals(SIMPLE) ? replicas() : number(options.getOrDefault(datacenter, "0"));
    }

    /** Whether the replicas of a data centre are told apart. */
    public boolean knowsDatacenters() {
        return strategy.equals(NETWORK_TOPOLOGY);
    }

    /** How it places replicas; of one that {@link #isRing}. */
    public Placement placement() {
        if (strategy.equals(SIMPLE)) {
            return new SimplePlacement(replicas());
        }
        Map<String, Integer> replicas = new TreeMap<>();
        options.forEach((datacenter, value) -> replicas.put(datacenter, number(value)));
        return new NetworkTopology(replicas);
    }

    private static int number(String value) {
        int slash = value.indexOf('/');
        return Integer.parseInt((slash < 0 ? value : value.substring(0, slash)).strip());
    }
}
