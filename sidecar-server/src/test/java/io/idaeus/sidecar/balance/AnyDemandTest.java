/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.balance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idaeus.sidecar.ring.TokenRange;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whatever is demanded, there is an answer: empty tables, sources that hold nothing, one candidate, none. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class AnyDemandTest {
    private static final long[] SIZES = {0, 0, 0, 1, 7, 4_096, 1L << 30, 1L << 50};
    private static final double[] WEIGHTS = {1, 1, 1, 0.001, 1e9};
    private static final DestinationNode D = new DestinationNode("d0", new Locality("dc1", "r1"));

    /** A table that one of its replicas has not flushed. */
    @Test
    void aSourceThatHoldsNothingOfATableIsASourceAllTheSame() {
        Map<String, Long> held = Map.of("half", 5_000L);
        List<SourceNode> sources = List.of(
                new SourceNode("a", new Locality("dc1", "r1"), 1, held),
                new SourceNode("b", new Locality("dc1", "r1"), 1, Map.of()));
        List<Demand> demands = List.of(new Demand(
                "half",
                new TokenRange(0, 1),
                List.of("d0"),
                List.of(new Candidate("a", 0), new Candidate("b", 0)),
                2,
                Sharing.INDEPENDENT));

        Balance balance = SourceBalancer.balance(new BalanceRequest(sources, List.of(D), demands));

        assertThat(balance.choices()).extracting(SourceChoice::source).containsExactly("a", "b");
        assertThat(balance.makespan()).isEqualTo(new Makespan(5_000, 0, 5_000));
    }

    /** The bytes of such SSTables belong to no range, and travel with whole files. */
    @Test
    void aSourceWhoseSstablesCannotBeReadIsASourceAllTheSame() {
        List<SourceNode> sources = Stream.of("a", "b")
                .map(name -> new SourceNode(name, new Locality("dc1", "r1"), 1, Map.of("shop", 5_000L)))
                .toList();
        for (Sharing sharing : Sharing.values()) {
            for (long readable : new long[] {0, 7}) {
                List<Demand> demands = List.of(new Demand(
                        "shop",
                        new TokenRange(0, 1),
                        List.of("d0"),
                        List.of(new Candidate("a", 0), new Candidate("b", readable)),
                        2,
                        sharing));

                check(readable, new BalanceRequest(sources, List.of(D), demands));
            }
        }
    }

    @Test
    void nothingIsDemandedOfNobody() {
        assertThat(SourceBalancer.balance(new BalanceRequest(List.of(), List.of(), List.of()))
                        .makespan())
                .isEqualTo(new Makespan(0, 0, 0));
    }

    @Test
    void everyRangeHasItsCopiesOrAShortfall() {
        for (long seed = 0; seed < 5_000; seed++) {
            check(seed, request(seed));
        }
    }

    private static void check(long seed, BalanceRequest request) {
        Balance balance = SourceBalancer.balance(request);
        Map<String, Integer> served = new HashMap<>();
        balance.choices().forEach(choice -> served.merge(choice.group() + choice.range(), 1, Integer::sum));
        for (Demand demand : request.demands()) {
            boolean shared = demand.sharing() == Sharing.DISTINCT_ACROSS_REPLICAS;
            int destinations = demand.destinations().size();
            int expected = shared
                    ? Math.min(demand.candidates().size(), demand.copies() * destinations)
                    : Math.min(demand.candidates().size(), demand.copies()) * destinations;
            assertThat(served.getOrDefault(demand.group() + demand.range(), 0))
                    .as("seed %d: %s", seed, demand)
                    .isEqualTo(expected);
        }
        Makespan makespan = balance.makespan();
        assertThat(makespan.bound()).as("seed %d", seed).isGreaterThanOrEqualTo(makespan.fractional());
        assertThat(makespan.fractional()).as("seed %d", seed).isNotNegative().isFinite();
        assertThat(makespan.reached()).as("seed %d", seed).isGreaterThanOrEqualTo(makespan.bound() * (1 - 1e-6));
    }

    private static BalanceRequest request(long seed) {
        Random random = new Random(seed);
        List<String> groups = List.of("g0", "g1").subList(0, 1 + random.nextInt(2));
        List<SourceNode> sources = new ArrayList<>();
        for (int s = 0, count = random.nextInt(5); s < count; s++) {
            Map<String, Long> whole = new HashMap<>();
            groups.stream()
                    .filter(group -> random.nextBoolean())
                    .forEach(group -> whole.put(group, SIZES[random.nextInt(SIZES.length)]));
            sources.add(new SourceNode(
                    "s" + s,
                    new Locality("dc" + random.nextInt(2), "r" + random.nextInt(2)),
                    WEIGHTS[random.nextInt(WEIGHTS.length)],
                    whole));
        }
        List<String> names =
                new ArrayList<>(sources.stream().map(SourceNode::name).toList());
        List<DestinationNode> destinations = IntStream.rangeClosed(0, random.nextInt(3))
                .mapToObj(d -> new DestinationNode("d" + d, new Locality("dc" + random.nextInt(2), "r0")))
                .toList();
        List<Demand> demands = new ArrayList<>();
        for (int i = 0, count = random.nextInt(8); i < count; i++) {
            Collections.shuffle(names, random);
            List<Candidate> candidates = names.subList(0, random.nextInt(names.size() + 1)).stream()
                    .map(name -> new Candidate(name, SIZES[random.nextInt(SIZES.length)]))
                    .toList();
            demands.add(new Demand(
                    groups.get(random.nextInt(groups.size())),
                    new TokenRange(i, i + 1),
                    destinations.stream()
                            .map(DestinationNode::name)
                            .limit(1 + random.nextInt(destinations.size()))
                            .toList(),
                    candidates,
                    1 + random.nextInt(3),
                    random.nextBoolean() ? Sharing.INDEPENDENT : Sharing.DISTINCT_ACROSS_REPLICAS));
        }
        return new BalanceRequest(sources, destinations, demands);
    }

    @Test
    void theCallerMayEndTheWorkInEachOfItsRounds() {
        for (BalanceRequest request : List.of(
                RandomRing.of(1, 6, 8, 3).request(),
                RandomRing.of(1, 6, 8, 3).destinations(3, 2).inWholeFiles().request())) {
            AtomicInteger rounds = new AtomicInteger();
            SourceBalancer.balance(request, rounds::incrementAndGet);

            assertThat(rounds).hasPositiveValue();
            for (int last = 1; last <= rounds.get(); last++) {
                AtomicInteger left = new AtomicInteger(last);
                assertThatThrownBy(() -> SourceBalancer.balance(request, () -> {
                            if (left.decrementAndGet() == 0) {
                                throw new CancellationException("enough");
                            }
                        }))
                        .hasMessage("enough");
            }
        }
    }

    @Test
    void anItemIsSentByItsSourcesAlone() {
        assertThatThrownBy(() -> new MakespanFlow.Item(new int[] {0}, 1, 2))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("at most all 1");
    }
}
