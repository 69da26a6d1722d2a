/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli.plan;

import io.idaeus.api.cluster.Cluster;
import io.idaeus.api.cluster.ClusterNode;
import io.idaeus.api.cluster.RingTokens;
import io.idaeus.api.node.NodeTokens;
import io.idaeus.api.value.Bounds;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Tokens for the fresh nodes of a cluster that tables are cloned into. Each of them gets all tokens of one or several nodes
 * of one rack. {@code NetworkTopologyStrategy} takes the first nodes along the ring, in different racks, for replicas: where
 * the racks correspond and a keyspace has at least as many replicas, a node then owns all that each of those nodes owns, and
 * whole SSTables of theirs are wanted there.
 *
 * @param datacenter whose nodes give their tokens
 * @param nodes in the order of the racks
 */
public record TokenAdvice(String cluster, String datacenter, List<AdvisedNode> nodes) {

    /**
     * @param like addresses of the nodes that have these tokens
     * @param tokens ascending, in decimal
     */
    public record AdvisedNode(String rack, List<String> like, List<String> tokens) {}

    private record Owner(ClusterNode node, List<Long> tokens) {}

    /**
     * @param datacenter null for the only one
     * @param racks of the fresh nodes
     * @throws IllegalArgumentException for a message to the caller
     */
    public static TokenAdvice of(Cluster cluster, RingTokens ring, @Nullable String datacenter, List<String> racks) {
        String from = datacenter(cluster, datacenter);
        SortedMap<String, List<Owner>> there = owners(cluster, ring, from);
        SortedMap<String, Integer> here = new TreeMap<>();
        racks.forEach(rack -> here.merge(rack, 1, Integer::sum));
        requireAsManyRacks(here.keySet(), there.keySet(), from);
        Map<String, Iterator<AdvisedNode>> advised = new HashMap<>();
        // Racks of the same names correspond, or else those with the most nodes.
        boolean byName = here.keySet().equals(there.keySet());
        List<Map.Entry<String, List<Owner>>> like = inOrder(there, byName, List::size);
        List<Map.Entry<String, Integer>> wanted = inOrder(here, byName, Integer::intValue);
        for (int i = 0; i < wanted.size(); i++) {
            String rack = wanted.get(i).getKey();
            advised.put(
                    rack,
                    shared(
                                    rack,
                                    wanted.get(i).getValue(),
                                    like.get(i).getKey(),
                                    like.get(i).getValue())
                            .iterator());
        }
        return new TokenAdvice(
                cluster.name(),
                from,
                racks.stream()
                        .map(rack -> Objects.requireNonNull(advised.get(rack)).next())
                        .toList());
    }

    // By rack, along the ring.
    private static SortedMap<String, List<Owner>> owners(Cluster cluster, RingTokens ring, String datacenter) {
        Map<String, List<Long>> tokens = ring.nodes().stream()
                .collect(Collectors.toMap(
                        NodeTokens::hostId,
                        node -> node.tokens().stream()
                                .map(Long::valueOf)
                                .sorted()
                                .toList(),
                        (one, other) -> one));
        SortedMap<String, List<Owner>> owners = new TreeMap<>();
        List<ClusterNode> nodes = cluster.nodes().stream()
                .filter(node -> node.datacenter().equals(datacenter))
                .toList();
        nodes.forEach(TokenAdvice::requireAtRest);
        nodes.stream()
                .map(node -> new Owner(node, tokens.getOrDefault(node.hostId(), List.of())))
                .filter(owner -> !owner.tokens().isEmpty())
                .sorted(Comparator.comparing(owner -> owner.tokens().get(0)))
                .forEach(owner -> owners.computeIfAbsent(owner.node().rack(), rack -> new ArrayList<>())
                        .add(owner));
        return owners;
    }

    // One that joins may have tokens of which it owns nothing yet.
    private static void requireAtRest(ClusterNode node) {
        if (!node.movement().equals("NORMAL")) {
            throw new IllegalArgumentException(node.address() + " is " + node.movement()
                    + " (expected: all nodes NORMAL); ask again once the ring is at rest");
        }
    }

    private static void requireAsManyRacks(Set<String> here, Set<String> there, String datacenter) {
        if (here.size() != there.size()) {
            throw new IllegalArgumentException(
                    "--racks: " + here + ", and the nodes of " + datacenter + " are in " + there
                            + " (expected: as many racks, so that SSTables fit whole; otherwise let Cassandra choose the tokens)");
        }
    }

    private static <T> List<Map.Entry<String, T>> inOrder(
            SortedMap<String, T> racks, boolean byName, ToIntFunction<T> size) {
        Comparator<Map.Entry<String, T>> largestFirst =
                Comparator.comparingInt(each -> -size.applyAsInt(each.getValue()));
        return racks.entrySet().stream()
                .sorted(byName ? Map.Entry.comparingByKey() : largestFirst)
                .toList();
    }

    private static String datacenter(Cluster cluster, @Nullable String named) {
        Set<String> known = cluster.nodes().stream()
                .map(ClusterNode::datacenter)
                .collect(Collectors.toCollection(LinkedHashSet::new));
        if (named == null && known.size() == 1) {
            return known.iterator().next();
        }
        if (named == null || !known.contains(named)) {
            throw new IllegalArgumentException("--dc " + (named == null ? "" : named + " ") + "(expected: one of "
                    + known + ", whose nodes give their tokens)");
        }
        return named;
    }

    // As evenly as the numbers allow. Neighbours on the ring go together.
    private static List<AdvisedNode> shared(String rack, int count, String likeRack, List<Owner> like) {
        if (count > like.size()) {
            throw new IllegalArgumentException("--racks: " + count + " nodes in " + rack + ", and " + like.size()
                    + " in the rack " + likeRack
                    + " that they get the tokens of (expected: at most as many, so that SSTables fit whole; otherwise let"
                    + " Cassandra choose the tokens)");
        }
        List<AdvisedNode> advised = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            List<Owner> part = like.subList(i * like.size() / count, (i + 1) * like.size() / count);
            List<String> tokens = part.stream()
                    .flatMap(owner -> owner.tokens().stream())
                    .sorted()
                    .map(String::valueOf)
                    .toList();
            if (tokens.size() > Bounds.MAX_TOKENS) {
                throw new IllegalArgumentException(
                        "--racks: a node in " + rack + " would have " + tokens.size() + " tokens (expected: at most "
                                + Bounds.MAX_TOKENS + ", as Cassandra allows; start more nodes)");
            }
            advised.add(new AdvisedNode(
                    rack, part.stream().map(owner -> owner.node().address()).toList(), tokens));
        }
        return advised;
    }

    public void show(PrintStream out) {
        out.printf("TOKENS of %s, %s, for %d fresh nodes%n", cluster, datacenter, nodes.size());
        out.println(
                "SSTables fit whole into them where a keyspace has NetworkTopologyStrategy at both sides, and gets as many"
                        + " replicas as it has there.");
        for (AdvisedNode node : nodes) {
            out.println();
            out.printf("# rack %s, as %s%n", node.rack(), String.join(" and ", node.like()));
            out.printf("num_tokens: %d%n", node.tokens().size());
            out.printf("initial_token: %s%n", String.join(",", node.tokens()));
        }
    }
}
