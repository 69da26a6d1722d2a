/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idaeus.api.cluster.Cluster;
import io.idaeus.api.cluster.ClusterNode;
import io.idaeus.api.cluster.RingTokens;
import io.idaeus.api.node.NodeTokens;
import io.idaeus.cli.plan.TokenAdvice;
import io.idaeus.cli.plan.TokenAdvice.AdvisedNode;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TokenAdviceTest {
    private final List<ClusterNode> nodes = new ArrayList<>();
    private final List<NodeTokens> tokens = new ArrayList<>();

    private void node(String datacenter, String rack, long... own) {
        String id = "id" + nodes.size();
        nodes.add(new ClusterNode(
                id, "10.0.0." + (nodes.size() + 1), datacenter, rack, "UP", "NORMAL", own.length, null));
        tokens.add(
                new NodeTokens(id, Arrays.stream(own).mapToObj(String::valueOf).toList()));
    }

    private TokenAdvice advice(@Nullable String datacenter, String... racks) {
        Cluster cluster = new Cluster("production", "id0", "4.1.9", nodes, Map.of(), Map.of(), null, 2_000, 0);
        return TokenAdvice.of(cluster, new RingTokens(tokens), datacenter, List.of(racks));
    }

    @Test
    void asManyNodesGetTheTokensOfOneEach() {
        node("dc1", "r1", -5, 40);
        node("dc1", "r2", 7, -9);

        assertThat(advice(null, "r2", "r1").nodes())
                .containsExactly(
                        new AdvisedNode("r2", List.of("10.0.0.2"), List.of("-9", "7")),
                        new AdvisedNode("r1", List.of("10.0.0.1"), List.of("-5", "40")));
    }

    @Test
    void racksOfOtherNamesCorrespondByTheirSize() {
        node("dc1", "r1", 1);
        node("dc1", "r2", 2);
        node("dc1", "r2", 3);
        node("dc2", "r9", 4);

        TokenAdvice advice = advice("dc1", "a", "b", "b");

        assertThat(advice.nodes())
                .extracting(AdvisedNode::tokens)
                .containsExactly(List.of("1"), List.of("2"), List.of("3"));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        advice.show(new PrintStream(out, true, StandardCharsets.UTF_8));
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("""
                TOKENS of production, dc1, for 3 fresh nodes
                SSTables fit whole into them where a keyspace has NetworkTopologyStrategy at both sides, and gets as many replicas as it has there.

                # rack a, as 10.0.0.1
                num_tokens: 1
                initial_token: 1

                # rack b, as 10.0.0.2
                num_tokens: 1
                initial_token: 2

                # rack b, as 10.0.0.3
                num_tokens: 1
                initial_token: 3
                """);
    }

    @Test
    void whereNoSstableWouldFitThereIsNoAdvice() {
        node("dc1", "r1", 1);
        node("dc1", "r2", 2);
        node("dc2", "r1", 3);

        assertThatThrownBy(() -> advice(null, "r1")).hasMessageContaining("one of [dc1, dc2]");
        assertThatThrownBy(() -> advice("dc7", "r1")).hasMessageContaining("--dc dc7 (expected: one of [dc1, dc2]");
        assertThatThrownBy(() -> advice("dc1", "r1", "r1"))
                .hasMessageContaining("[r1], and the nodes of dc1 are in [r1, r2] (expected: as many racks");
        assertThatThrownBy(() -> advice("dc1", "r1", "r2", "r2"))
                .hasMessageContaining(
                        "2 nodes in r2, and 1 in the rack r2 that they get the tokens of (expected: at most as many");
    }

    @Test
    void aNodeHasAsManyTokensAsCassandraAllows() {
        Random random = new Random(7);
        for (int i = 0; i < 7; i++) {
            node("dc1", "r1", random.longs(256).toArray());
        }

        assertThatThrownBy(() -> advice(null, "r1"))
                .hasMessageContaining("would have 1792 tokens (expected: at most 1536");
        assertThat(advice(null, "r1", "r1").nodes()).hasSize(2);
    }

    @Test
    void whileANodeJoinsThereIsNoAdvice() {
        node("dc1", "r1", 1);
        nodes.set(0, new ClusterNode("id0", "10.0.0.1", "dc1", "r1", "UP", "JOINING", 1, null));

        assertThatThrownBy(() -> advice(null, "r1"))
                .hasMessageContaining("10.0.0.1 is JOINING (expected: all nodes NORMAL)");
    }

    /** In random rings: whoever has the tokens of a node is a replica wherever that node is. */
    @ParameterizedTest
    @CsvSource({"6,1,6,3", "6,1,3,3", "7,1,4,3", "9,3,6,3", "6,3,3,3", "4,2,3,3", "6,2,4,1"})
    void aNodeOwnsAllThatThoseOwnWhoseTokensItHas(int count, int racks, int fresh, int replicas) {
        Random random = new Random(count * 31L + fresh);
        for (int i = 0; i < count; i++) {
            node("dc1", "r" + i % racks, random.longs(8).toArray());
        }
        String[] names =
                IntStream.range(0, fresh).mapToObj(i -> "r" + i % racks).toArray(String[]::new);

        List<AdvisedNode> advised = advice(null, names).nodes();

        TreeMap<Long, Integer> before = new TreeMap<>();
        TreeMap<Long, Integer> after = new TreeMap<>();
        for (int i = 0; i < count; i++) {
            int node = i;
            tokens.get(i).tokens().forEach(token -> before.put(Long.valueOf(token), node));
        }
        for (int i = 0; i < fresh; i++) {
            int node = i;
            advised.get(i).tokens().forEach(token -> after.put(Long.valueOf(token), node));
        }
        assertThat(after.keySet()).isEqualTo(before.keySet());
        for (long token : before.keySet()) {
            Set<Integer> there = replicas(
                    before,
                    token,
                    replicas,
                    nodes.stream().map(ClusterNode::rack).toList());
            Set<Integer> here = replicas(after, token, replicas, List.of(names));
            for (int owner : there) {
                String address = nodes.get(owner).address();
                assertThat(here).anyMatch(node -> advised.get(node).like().contains(address));
            }
        }
    }

    // As NetworkTopologyStrategy: in different racks while there are such, and the first ones met besides.
    private static Set<Integer> replicas(
            NavigableMap<Long, Integer> ring, long token, int replicas, List<String> racks) {
        long all = racks.stream().distinct().count();
        long repeats = replicas - all;
        Set<Integer> taken = new LinkedHashSet<>();
        List<Integer> walk = new ArrayList<>(ring.tailMap(token).values());
        walk.addAll(ring.headMap(token).values());
        for (int node : walk) {
            Set<String> seen = taken.stream().map(racks::get).collect(Collectors.toSet());
            boolean repeated = seen.contains(racks.get(node));
            if (taken.size() < replicas && !taken.contains(node) && (!repeated || repeats > 0)) {
                taken.add(node);
                repeats -= repeated ? 1 : 0;
            }
        }
        return taken;
    }
}
