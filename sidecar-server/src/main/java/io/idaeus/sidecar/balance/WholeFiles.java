/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.balance;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.TreeMap;

/**
 * Shares ranges of groups with whole files: each destination takes the sources that serve most ranges for what they
 * cost, one after the other; the busier a source is, the more it costs. Then each destination chooses again, knowing
 * what the others took, and keeps the better choice.
 */
final class WholeFiles {
    private static final int ROUNDS = 3;

    private final Loads loads;
    private final Nearness nearness;
    private final List<Cover> covers;

    /**
     * A source that a destination may take.
     *
     * @param worth ranges that it would serve, for the time that it would take; it only falls
     */
    private record Offer(int source, double worth) {}

    WholeFiles(List<Need> needs, Loads loads, Nearness nearness) {
        this.loads = loads;
        this.nearness = nearness;
        Map<String, Map<String, Cover>> wanted = new TreeMap<>();
        for (Need need : needs) {
            for (String destination : need.destinations) {
                wanted.computeIfAbsent(need.demand.group(), key -> new TreeMap<>())
                        .computeIfAbsent(destination, key -> new Cover(need.demand.group(), destination, loads))
                        .want(need);
            }
        }
        this.covers =
                wanted.values().stream().flatMap(each -> each.values().stream()).toList();
        covers.forEach(this::find);
    }

    // The best offer again and again. One that has lost worth since it was made queues again.
    private void find(Cover cover) {
        Queue<Offer> offers = new PriorityQueue<>(Comparator.comparingDouble(Offer::worth)
                .reversed()
                .thenComparing(offer -> nearness.of(offer.source(), cover.destination()))
                .thenComparing(Offer::source));
        cover.candidates().forEach(source -> offers.add(offer(cover, source)));
        for (Offer best = offers.poll(); best != null; best = offers.poll()) {
            loads.checkpoint();
            Offer now = offer(cover, best.source());
            Offer next = offers.peek();
            if (next != null && now.worth() < next.worth()) {
                offers.add(now);
            } else if (now.worth() > 0) {
                cover.open(now.source());
            }
        }
    }

    // A busy source costs more: by the square of what it would send then.
    private Offer offer(Cover cover, int source) {
        long whole = Math.max(1, cover.wholeBytes(source));
        double busy = loads.timeWith(source, whole);
        return new Offer(source, cover.gain(source) * loads.node(source).weight() / whole / (busy * busy));
    }

    void balance() {
        for (int round = 0; round < ROUNDS; round++) {
            covers.forEach(this::renew);
        }
    }

    // Never from more sources than before.
    private void renew(Cover cover) {
        int sources = cover.sources();
        double makespan = loads.makespan();
        double unevenness = loads.unevenness();
        Map<Integer, List<Need>> served = cover.clear();
        find(cover);
        double now = loads.makespan();
        boolean better = now < makespan || (now == makespan && loads.unevenness() < unevenness);
        if (cover.sources() > sources || !better) {
            cover.clear();
            cover.restore(served);
        }
    }

    /** Whole files as items that may be cut: each destination's as often as it has sources. */
    List<MakespanFlow.Item> asItems() {
        return covers.stream()
                .map(cover -> item(
                        cover,
                        cover.candidates().stream()
                                .mapToLong(cover::wholeBytes)
                                .min()
                                .orElse(0)))
                .toList();
    }

    private static MakespanFlow.Item item(Cover cover, long unit) {
        int[] sources = cover.candidates().stream().mapToInt(Integer::intValue).toArray();
        return new MakespanFlow.Item(sources, unit, cover.sources());
    }

    /** No makespan is below it where whole files stay whole, for as many pairs of source and destination. */
    double bound() {
        long[] least = new long[loads.count()];
        Arrays.fill(least, Long.MAX_VALUE);
        for (Cover cover : covers) {
            cover.candidates().forEach(source -> least[source] = Math.min(least[source], cover.wholeBytes(source)));
        }
        return new MakespanFlow(
                        covers.stream().map(cover -> item(cover, 1)).toList(),
                        loads,
                        (s, makespan) -> least[s] == 0
                                ? covers.size()
                                : (long) (makespan * loads.node(s).weight() / least[s]))
                .least();
    }
}
