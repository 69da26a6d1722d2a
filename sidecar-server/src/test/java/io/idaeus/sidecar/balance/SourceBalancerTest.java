/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.balance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.idaeus.sidecar.ring.TokenRange;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SourceBalancerTest {
    private static final DestinationNode D = new DestinationNode("d", new Locality("dc1", "r1"));

    @Test
    void aRangeWithTooFewCandidatesIsNamedAndGetsAllThereAre() {
        TokenRange range = new TokenRange(1, 2);
        Demand demand = new Demand("ks", range, List.of("d"), List.of(new Candidate("a", 10)), 2, Sharing.INDEPENDENT);
        Balance balance =
                SourceBalancer.balance(new BalanceRequest(List.of(source("a", "r1")), List.of(D), List.of(demand)));
        assertThat(balance.shortfalls()).containsExactly(new Shortfall("ks", range, 1, 2));
        assertThat(balance.choices())
                .containsExactly(new SourceChoice("ks", range, "d", "a", 10, ChoiceReason.NO_OTHER_CANDIDATE));
    }

    @Test
    void theNearestSourceServesWhereTheBusiestGetsNoBusierByIt() {
        List<Candidate> all =
                Stream.of("a", "b", "c").map(name -> new Candidate(name, 10)).toList();
        List<Demand> demands = LongStream.range(0, 4)
                .mapToObj(i -> new Demand("ks", new TokenRange(i, i + 1), List.of("d"), all, 1, Sharing.INDEPENDENT))
                .toList();
        Balance balance = SourceBalancer.balance(new BalanceRequest(
                List.of(source("a", "r2"), source("b", "r1"), source("c", "r3")), List.of(D), demands));
        assertThat(balance.makespan().reached()).isEqualTo(20);
        assertThat(balance.choices())
                .filteredOn(choice -> choice.source().equals("b"))
                .hasSize(2)
                .allSatisfy(choice -> assertThat(choice.reason()).isEqualTo(ChoiceReason.SAME_RACK));
    }

    private static SourceNode source(String name, String rack) {
        return new SourceNode(name, new Locality("dc1", rack), 1, Map.of());
    }

    // 3 in the gate, 8 in test-all.
    private static final long SEEDS = Math.min(8, 3 + Integer.getInteger("fuzz.count", 10_000) / 20_000);

    // The tests look at the same balances, which take most of the time.
    private static final Map<RandomRing, Balance> BALANCES = new ConcurrentHashMap<>();

    private static Balance balanced(RandomRing ring) {
        return BALANCES.computeIfAbsent(ring, each -> SourceBalancer.balance(each.request()));
    }

    private static Stream<RandomRing> rings() {
        return LongStream.rangeClosed(1, SEEDS).boxed().flatMap(seed -> Stream.of(4, 6, 12, 24)
                .flatMap(nodes -> {
                    RandomRing ring = RandomRing.of(seed, nodes, 32, 3);
                    RandomRing five = RandomRing.of(seed, nodes, 32, Math.min(nodes, 5));
                    return Stream.of(
                            ring,
                            ring.copies(2),
                            ring.differentWeights(),
                            ring.destinations(nodes, 2),
                            five.destinations(nodes, 3).copies(2).differentWeights(),
                            ring.destinations(nodes, 3).distinctSources(),
                            five.destinations(nodes, 3).distinctSources());
                }));
    }

    private static Stream<RandomRing> wholeFiles() {
        return rings().map(RandomRing::inWholeFiles);
    }

    @ParameterizedTest
    @MethodSource({"rings", "wholeFiles"})
    void everyDestinationGetsItsCopiesFromDifferentCandidates(RandomRing ring) {
        BalanceRequest request = ring.request();
        Balance balance = balanced(ring);
        Map<List<Object>, List<String>> chosen = new HashMap<>();
        balance.choices().forEach(choice -> chosen.computeIfAbsent(
                        List.of(choice.range(), choice.destination()), key -> new ArrayList<>())
                .add(choice.source()));
        for (Demand demand : request.demands()) {
            List<String> all = new ArrayList<>();
            for (String destination : demand.destinations()) {
                List<String> sources = chosen.get(List.of(demand.range(), destination));
                assertThat(sources).hasSize(demand.copies()).doesNotHaveDuplicates();
                all.addAll(sources);
            }
            assertThat(demand.candidates()).extracting(Candidate::source).containsAll(all);
            if (demand.sharing() == Sharing.DISTINCT_ACROSS_REPLICAS) {
                assertThat(all).doesNotHaveDuplicates();
            }
        }
        assertThat(balance.shortfalls()).isEmpty();
        assertThat(balance.makespan().reached()).isCloseTo(makespan(request, balance.choices()), within(1e-3));
        assertThat(balance.choices())
                .isEqualTo(SourceBalancer.balance(ring.request()).choices());
    }

    @ParameterizedTest
    @MethodSource("rings")
    void rangesAreSentWithinFivePercentOfTheFractionalMakespanAndNoSlowerThanByOtherRules(RandomRing ring) {
        BalanceRequest request = ring.request();
        Makespan makespan = balanced(ring).makespan();
        assertThat(makespan.reached()).isLessThanOrEqualTo(1.05 * makespan.fractional());
        double counted = makespan(request, FetchMapRule.choose(request));
        assertThat(makespan.reached())
                .isLessThanOrEqualTo(1.001 * makespan(request, leastBusyFirst(request)))
                .satisfies(reached -> {
                    if (!ring.distinct()) {
                        assertThat(reached).isLessThanOrEqualTo(counted);
                    }
                });
    }

    @ParameterizedTest
    @MethodSource("rings")
    void nothingIsFasterThanTheFractionalMakespan(RandomRing ring) {
        BalanceRequest request = ring.request();
        double fractional = balanced(ring).makespan().fractional();
        assertThat(FlowOracle.isEnough(request, fractional * (1 + 1e-6))).isTrue();
        assertThat(FlowOracle.isEnough(request, fractional * (1 - 1e-6))).isFalse();
    }

    @ParameterizedTest
    @MethodSource("wholeFiles")
    void wholeFilesAreSentWithinAQuarterOfTheBoundAndFromFewerSourcesThanByOtherRules(RandomRing ring) {
        BalanceRequest request = ring.request();
        Balance balance = balanced(ring);
        List<SourceChoice> counted = FetchMapRule.choose(request);
        if (!ring.distinct()) {
            assertThat(makespan(request, balance.choices())).isLessThanOrEqualTo(makespan(request, counted));
        }
        if (!ring.distinct() && ring.sameWeight()) {
            assertThat(balance.makespan().ratio()).isLessThanOrEqualTo(1.25);
            assertThat(pairs(balance.choices())).isLessThanOrEqualTo(pairs(counted));
        }
    }

    private static long pairs(List<SourceChoice> choices) {
        return choices.stream()
                .map(choice -> List.of(choice.source(), choice.destination()))
                .distinct()
                .count();
    }

    private static double makespan(BalanceRequest request, List<SourceChoice> choices) {
        Map<String, SourceNode> nodes =
                request.sources().stream().collect(Collectors.toMap(SourceNode::name, Function.identity()));
        Map<String, Double> times = new HashMap<>();
        Set<List<String>> whole = new HashSet<>();
        for (SourceChoice choice : choices) {
            SourceNode node = nodes.get(choice.source());
            boolean first = whole.add(List.of(choice.group(), choice.source(), choice.destination()));
            long bytes = choice.bytes() + (first ? node.wholeFileBytes(choice.group()) : 0);
            times.merge(choice.source(), bytes / node.weight(), Double::sum);
        }
        return times.values().stream().mapToDouble(Double::doubleValue).max().orElse(0);
    }

    /** Each range in turn from the sources that would have sent it first. */
    private static List<SourceChoice> leastBusyFirst(BalanceRequest request) {
        Map<String, Double> weights =
                request.sources().stream().collect(Collectors.toMap(SourceNode::name, SourceNode::weight));
        Map<String, Long> sent = new HashMap<>();
        List<SourceChoice> choices = new ArrayList<>();
        for (Demand demand : request.demands()) {
            List<Candidate> left = new ArrayList<>();
            for (String destination : demand.destinations()) {
                if (left.isEmpty() || demand.sharing() == Sharing.INDEPENDENT) {
                    left = new ArrayList<>(demand.candidates());
                }
                for (int copy = 0; copy < demand.copies(); copy++) {
                    Candidate best = left.stream()
                            .min(Comparator.comparingDouble(each ->
                                    (sent.getOrDefault(each.source(), 0L) + each.bytes()) / weights.get(each.source())))
                            .orElseThrow();
                    left.remove(best);
                    sent.merge(best.source(), best.bytes(), Long::sum);
                    choices.add(new SourceChoice(
                            demand.group(),
                            demand.range(),
                            destination,
                            best.source(),
                            best.bytes(),
                            ChoiceReason.BYTES));
                }
            }
        }
        return choices;
    }
}
