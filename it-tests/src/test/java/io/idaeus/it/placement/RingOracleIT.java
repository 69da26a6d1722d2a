/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.it.harness.cassandra.CassandraVersion;
import io.idaeus.it.harness.cassandra.OracleProgram;
import io.idaeus.sidecar.placement.Imbalance;
import io.idaeus.sidecar.placement.NetworkTopology;
import io.idaeus.sidecar.placement.PlacedRing;
import io.idaeus.sidecar.placement.Placement;
import io.idaeus.sidecar.placement.RingNode;
import io.idaeus.sidecar.placement.SimplePlacement;
import io.idaeus.sidecar.placement.TokenAllocator;
import io.idaeus.sidecar.placement.TokenRing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Replicas are placed as Cassandra's own classes place them, and tokens are as even as those of its allocator. */
@Tag("versions")
class RingOracleIT {
    private static final int RINGS = 200;

    @TempDir
    Path directory;

    @ParameterizedTest
    @EnumSource
    void replicasAreWhereCassandraPlacesThem(CassandraVersion version) throws IOException {
        Random random = new Random(1);
        List<String> questions = new ArrayList<>();
        List<List<String>> expected = new ArrayList<>();
        for (int i = 0; i < RINGS; i++) {
            TokenRing ring = anywhere(random);
            Map<String, Integer> factors = new TreeMap<>();
            ring.nodes().stream()
                    .map(RingNode::datacenter)
                    .filter(any -> random.nextInt(4) > 0)
                    .forEach(datacenter -> factors.putIfAbsent(datacenter, 1 + random.nextInt(5)));
            int simple = 1 + random.nextInt(4);
            boolean isSimple = factors.isEmpty() || i % 5 == 0;
            Placement placement = isSimple ? new SimplePlacement(simple) : new NetworkTopology(factors);
            String options = isSimple
                    ? "class=SimpleStrategy,replication_factor=" + simple
                    : factors.entrySet().stream()
                            .map(factor -> factor.getKey() + "=" + factor.getValue())
                            .collect(Collectors.joining(",", "class=NetworkTopologyStrategy,", ""));
            questions.add("placement\t" + options + "\t" + written(ring));
            expected.add(placed(ring, placement));
        }

        List<String> answers = ask(version, questions);

        assertThat(answers).hasSameSizeAs(questions);
        for (int i = 0; i < answers.size(); i++) {
            assertThat(Arrays.asList(answers.get(i).split(";", -1)))
                    .as(questions.get(i))
                    .isEqualTo(expected.get(i));
        }
    }

    private static List<String> placed(TokenRing ring, Placement placement) {
        PlacedRing placed = PlacedRing.of(ring, placement);
        return IntStream.range(0, ring.size())
                .mapToObj(range -> placed.replicas(range).stream()
                        .map(node -> String.valueOf(ring.nodes().indexOf(node)))
                        .collect(Collectors.joining(",")))
                .toList();
    }

    /** A question to the allocator: so many nodes in so many racks, and one more. */
    private record Growth(int replicas, int racks, int tokens, TokenRing ring, RingNode newcomer) {
        Placement placement() {
            return new NetworkTopology(Map.of("dc1", replicas));
        }

        String question() {
            return "tokens\t" + replicas + "\t" + tokens + "\t" + newcomer.rack() + "\t" + written(ring);
        }

        double imbalance(List<Long> chosen) {
            return Imbalance.of(
                    PlacedRing.of(ring.with(newcomer, chosen), placement()).shares());
        }
    }

    @ParameterizedTest
    @EnumSource
    void tokensAreAsEvenAsThoseOfCassandrasAllocator(CassandraVersion version) throws IOException {
        List<Growth> growths = new ArrayList<>();
        List<List<Long>> chosen = new ArrayList<>();
        for (int[] kind : new int[][] {{3, 3, 16}, {3, 1, 16}, {2, 1, 16}, {3, 6, 16}, {3, 1, 4}, {3, 1, 1}}) {
            grow(kind[0], kind[1], kind[2], growths, chosen);
        }

        List<String> answers =
                ask(version, growths.stream().map(Growth::question).toList());

        Map<String, List<Double>> ratios = new LinkedHashMap<>();
        for (int i = 0; i < growths.size(); i++) {
            Growth growth = growths.get(i);
            List<Long> theirs = Arrays.stream(answers.get(i).split(",", -1))
                    .map(Long::valueOf)
                    .toList();
            double ratio = growth.imbalance(chosen.get(i)) / growth.imbalance(theirs);
            String kind = growth.replicas() + " replicas, " + growth.racks() + " racks, " + growth.tokens() + " tokens";
            ratios.computeIfAbsent(kind, key -> new ArrayList<>()).add(ratio);
            assertThat(ratio).as("%s, %s", kind, growth.newcomer()).isLessThan(1.06);
        }
        assertThat(ratios).hasSize(6).allSatisfy((kind, all) -> {
            double mean = all.stream().mapToDouble(each -> each).average().orElseThrow();
            System.out.printf("%s: %s: imbalance %.3f of Cassandra's%n", version, kind, mean);
            assertThat(mean).isLessThan(1.005);
        });
    }

    private static void grow(int replicas, int racks, int tokens, List<Growth> growths, List<List<Long>> chosenInEach) {
        Random random = new Random(replicas + racks + tokens);
        Map<RingNode, List<Long>> first = new LinkedHashMap<>();
        for (int i = 0; i < Math.max(racks, replicas); i++) {
            first.put(node(i, racks), random.longs(tokens).boxed().toList());
        }
        TokenRing ring = TokenRing.of(first);
        while (ring.nodes().size() < 24) {
            Growth growth =
                    new Growth(replicas, racks, tokens, ring, node(ring.nodes().size(), racks));
            List<Long> chosen = TokenAllocator.allocate(ring, growth.newcomer(), tokens, growth.placement());
            growths.add(growth);
            chosenInEach.add(chosen);
            ring = ring.with(growth.newcomer(), chosen);
        }
    }

    private static RingNode node(int number, int racks) {
        return new RingNode("n" + number, "dc1", "r" + number % racks);
    }

    private List<String> ask(CassandraVersion version, List<String> questions) throws IOException {
        Path list =
                Files.write(Files.createDirectories(directory.resolve("asked")).resolve("ring.tsv"), questions);
        return new OracleProgram(version, directory, "").run("RingOracle", List.of(), list.toString());
    }

    private static String written(TokenRing ring) {
        return ring.nodes().stream()
                .map(node -> node.datacenter() + "/" + node.rack() + "/"
                        + IntStream.range(0, ring.size())
                                .filter(index -> ring.owner(index).equals(node))
                                .mapToObj(index ->
                                        String.valueOf(ring.range(index).right()))
                                .collect(Collectors.joining(",")))
                .collect(Collectors.joining(" "));
    }

    private static TokenRing anywhere(Random random) {
        int datacenters = 1 + random.nextInt(3);
        int racks = 1 + random.nextInt(4);
        Map<RingNode, List<Long>> nodes = new LinkedHashMap<>();
        for (int i = 1 + random.nextInt(12); i > 0; i--) {
            nodes.put(
                    new RingNode("n" + i, "dc" + random.nextInt(datacenters), "r" + random.nextInt(racks)),
                    random.longs(1 + random.nextInt(8)).boxed().toList());
        }
        return TokenRing.of(nodes);
    }
}
