/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.balance;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Chooses sources so that the busiest one sends as few bytes as possible for its weight, and near ones where that makes
 * it no busier. Where files are whole, each destination takes as few sources as possible first. The same request gives
 * the same balance.
 */
public final class SourceBalancer {
    private final BalanceRequest request;
    private final Loads loads;
    private final Nearness nearness;
    private final List<Need> needs = new ArrayList<>();
    private final List<Shortfall> shortfalls = new ArrayList<>();

    private SourceBalancer(BalanceRequest request, Runnable checkpoint) {
        this.request = request;
        this.loads = new Loads(request.sources(), checkpoint);
        this.nearness = new Nearness(loads, request.destinations());
    }

    /**
     * Too few candidates for a range are no error but a {@link Shortfall}.
     *
     * @throws IllegalArgumentException for a demand that names an unknown source or destination, or a source twice
     */
    public static Balance balance(BalanceRequest request) {
        return balance(request, () -> {});
    }

    /**
     * As {@link #balance(BalanceRequest)}.
     *
     * @param checkpoint called again and again meanwhile; an exception that it throws ends the work
     */
    public static Balance balance(BalanceRequest request, Runnable checkpoint) {
        return new SourceBalancer(request, checkpoint).balance();
    }

    private Balance balance() {
        request.demands().forEach(this::read);
        WholeFiles wholeFiles =
                new WholeFiles(needs.stream().filter(this::isWhole).toList(), loads, nearness);
        wholeFiles.balance();
        List<Need> open = new ArrayList<>();
        long[] forced = new long[loads.count()];
        for (Need need : needs) {
            if (isWhole(need)) {
                continue;
            }
            if (need.isForced()) {
                for (int c = 0; c < need.sources.length; c++) {
                    need.serve(c);
                    loads.add(need.sources[c], need.bytes(c));
                    forced[need.sources[c]] += need.bytes(c);
                }
            } else {
                open.add(need);
            }
        }
        new RangeShares(open, loads, nearness).share();
        needs.stream().filter(need -> !isWhole(need)).forEach(nearness::deal);
        return new Balance(choices(), sourceLoads(), shortfalls, makespan(wholeFiles, forced));
    }

    private boolean isWhole(Need need) {
        return IntStream.of(need.sources)
                .anyMatch(source -> loads.node(source).wholeFileBytes(need.demand.group()) > 0);
    }

    private void read(Demand demand) {
        int[] sources = demand.candidates().stream()
                .mapToInt(candidate -> loads.number(candidate.source()))
                .toArray();
        Set<Integer> distinct = new HashSet<>();
        for (int source : sources) {
            if (!distinct.add(source)) {
                throw new IllegalArgumentException("candidates of " + demand.range() + ": "
                        + loads.node(source).name() + " twice (expected: each source once)");
            }
        }
        boolean shared = demand.sharing() == Sharing.DISTINCT_ACROSS_REPLICAS;
        int needed = demand.copies() * (shared ? demand.destinations().size() : 1);
        if (sources.length < needed) {
            shortfalls.add(new Shortfall(demand.group(), demand.range(), sources.length, needed));
        }
        if (shared) {
            needs.add(new Need(demand, demand.destinations(), sources));
        } else {
            demand.destinations().forEach(destination -> needs.add(new Need(demand, List.of(destination), sources)));
        }
    }

    private List<SourceChoice> choices() {
        List<SourceChoice> choices = new ArrayList<>();
        for (Need need : needs) {
            for (int d = 0; d < need.destinations.size(); d++) {
                for (int c = 0; c < need.sources.length; c++) {
                    if (need.to[c] == d) {
                        choices.add(new SourceChoice(
                                need.demand.group(),
                                need.demand.range(),
                                need.destinations.get(d),
                                loads.node(need.sources[c]).name(),
                                need.bytes(c),
                                reason(need, c)));
                    }
                }
            }
        }
        return choices;
    }

    private ChoiceReason reason(Need need, int candidate) {
        if (need.isForced()) {
            return ChoiceReason.NO_OTHER_CANDIDATE;
        }
        if (isWhole(need)) {
            return ChoiceReason.FEWEST_SOURCES;
        }
        Proximity near = nearness.of(need, candidate);
        boolean nearer = IntStream.range(0, need.sources.length)
                .anyMatch(other -> !need.serves(other) && near.compareTo(nearness.of(need, other)) < 0);
        return switch (nearer ? near : Proximity.REMOTE) {
            case SAME_RACK -> ChoiceReason.SAME_RACK;
            case SAME_DATA_CENTER -> ChoiceReason.SAME_DATA_CENTER;
            case REMOTE -> ChoiceReason.BYTES;
        };
    }

    private List<SourceLoad> sourceLoads() {
        return IntStream.range(0, loads.count())
                .mapToObj(s -> new SourceLoad(loads.node(s).name(), loads.bytes(s), loads.time(s)))
                .toList();
    }

    private Makespan makespan(WholeFiles wholeFiles, long[] forced) {
        List<MakespanFlow.Item> items = new ArrayList<>(wholeFiles.asItems());
        double largest = 0;
        for (Need need : needs) {
            if (isWhole(need) || !need.isForced()) {
                items.add(new MakespanFlow.Item(need.sources, need.leastBytes(), need.wanted()));
                largest = Math.max(largest, shortest(need));
            }
        }
        double fractional = new MakespanFlow(
                        items,
                        loads,
                        (s, time) -> Math.max(0, (long) (time * loads.node(s).weight()) - forced[s]))
                .least();
        for (int s = 0; s < forced.length; s++) {
            fractional = Math.max(fractional, forced[s] / loads.node(s).weight());
        }
        double bound = Math.max(Math.max(fractional, largest), wholeFiles.bound());
        return new Makespan(loads.makespan(), fractional, bound);
    }

    // Its fastest sources would need as long, if they sent nothing else.
    private double shortest(Need need) {
        return IntStream.range(0, need.sources.length)
                .mapToDouble(c -> alone(need, c))
                .sorted()
                .limit(need.wanted())
                .max()
                .orElse(0);
    }

    private double alone(Need need, int candidate) {
        SourceNode node = loads.node(need.sources[candidate]);
        return (need.bytes(candidate) + node.wholeFileBytes(need.demand.group())) / node.weight();
    }
}
