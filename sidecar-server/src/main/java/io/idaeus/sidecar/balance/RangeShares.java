/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.balance;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Shares ranges whose bytes add up. What the fractional optimum gives to a source in one piece stays there; the rest
 * follows, largest first, and then ranges of the busiest source move, or are exchanged, while that makes it less busy.
 */
final class RangeShares {
    // Close enough to the fractional makespan to stop; far within 1.05.
    private static final double CLOSE = 1.001;
    // Moves, and tries of them, that are looked at: well below a second.
    private static final int MOVES = 10_000_000;

    private final List<Need> needs;
    private final Loads loads;
    private final Nearness nearness;
    private final List<List<Need>> bySource = new ArrayList<>();
    private int tries = MOVES;

    /** One candidate gives way to another. */
    private record Move(Need need, int from, int to) {
        long off() {
            return need.bytes(from);
        }

        long on() {
            return need.bytes(to);
        }

        int source() {
            return need.sources[from];
        }

        int target() {
            return need.sources[to];
        }
    }

    /** @param needs with a choice */
    RangeShares(List<Need> needs, Loads loads, Nearness nearness) {
        this.needs = needs;
        this.loads = loads;
        this.nearness = nearness;
        for (int s = 0; s < loads.count(); s++) {
            bySource.add(new ArrayList<>());
        }
        for (Need need : needs) {
            for (int source : need.sources) {
                bySource.get(source).add(need);
            }
        }
    }

    void share() {
        if (needs.isEmpty()) {
            return;
        }
        double least = Math.max(loads.makespan(), followFlow());
        boolean better = true;
        while (better && tries > 0 && loads.makespan() > CLOSE * least) {
            loads.checkpoint();
            better = relieve(loads.busiest());
        }
        preferNear();
    }

    private double followFlow() {
        long[] base = new long[loads.count()];
        for (int s = 0; s < base.length; s++) {
            base[s] = loads.bytes(s);
        }
        MakespanFlow flow = new MakespanFlow(
                needs.stream()
                        .map(need -> new MakespanFlow.Item(need.sources, need.leastBytes(), need.wanted()))
                        .toList(),
                loads,
                (s, makespan) -> Math.max(0, (long) (makespan * loads.node(s).weight()) - base[s]));
        double least = flow.least();
        List<Need> rest = new ArrayList<>();
        for (int i = 0; i < needs.size(); i++) {
            Need need = needs.get(i);
            int left = need.wanted();
            long unit = need.leastBytes();
            for (int c = 0; unit > 0 && c < need.sources.length; c++) {
                if (flow.sent(i, c) == unit) {
                    serve(need, c);
                    left--;
                }
            }
            if (left > 0) {
                rest.add(need);
            }
        }
        rest.sort(Comparator.comparingLong(Need::leastBytes).reversed());
        rest.forEach(this::serveLeastBusy);
        return least;
    }

    private void serveLeastBusy(Need need) {
        int left = need.wanted();
        for (int c = 0; c < need.sources.length; c++) {
            left -= need.serves(c) ? 1 : 0;
        }
        for (; left > 0; left--) {
            int best = Need.NOBODY;
            for (int c = 0; c < need.sources.length; c++) {
                if (!need.serves(c) && (best == Need.NOBODY || isBetter(need, c, best))) {
                    best = c;
                }
            }
            serve(need, best);
        }
    }

    private boolean isBetter(Need need, int candidate, int than) {
        int order = Double.compare(timeWith(need, candidate), timeWith(need, than));
        return order < 0 || (order == 0 && nearness.of(need, candidate).compareTo(nearness.of(need, than)) < 0);
    }

    private double timeWith(Need need, int candidate) {
        return loads.timeWith(need.sources[candidate], need.bytes(candidate));
    }

    private void serve(Need need, int candidate) {
        need.serve(candidate);
        loads.add(need.sources[candidate], need.bytes(candidate));
    }

    // Moves one of its ranges, in whose place another may move on, so that all sources concerned end early.
    private boolean relieve(int busiest) {
        List<Move> away = moves(busiest);
        tries -= away.size();
        double best = loads.time(busiest);
        Move chosen = null;
        Move next = null;
        for (Move move : away) {
            double after = Math.max(loads.timeWith(busiest, -move.off()), loads.timeWith(move.target(), move.on()));
            if (after < best) {
                best = after;
                chosen = move;
            }
        }
        if (chosen == null) {
            Map<Integer, List<Move>> onward = new HashMap<>();
            for (Move move : away) {
                List<Move> others = onward.computeIfAbsent(move.target(), this::moves);
                tries -= others.size();
                for (Move other : tries < 0 ? List.<Move>of() : others) {
                    double after = after(move, other);
                    if (after < best && other.need() != move.need()) {
                        best = after;
                        chosen = move;
                        next = other;
                    }
                }
            }
        }
        apply(chosen);
        apply(next);
        return chosen != null;
    }

    // The latest of the sources concerned after one range has made place for another.
    private double after(Move move, Move next) {
        long back = next.target() == move.source() ? next.on() : 0;
        double from = loads.timeWith(move.source(), back - move.off());
        double over = loads.timeWith(move.target(), move.on() - next.off());
        double to = back > 0 ? 0 : loads.timeWith(next.target(), next.on());
        return Math.max(from, Math.max(over, to));
    }

    private List<Move> moves(int source) {
        List<Move> moves = new ArrayList<>();
        for (Need need : bySource.get(source)) {
            int from = need.candidate(source);
            for (int to = 0; need.serves(from) && to < need.sources.length; to++) {
                if (!need.serves(to)) {
                    moves.add(new Move(need, from, to));
                }
            }
        }
        return moves;
    }

    private void apply(@Nullable Move move) {
        if (move != null) {
            move.need().move(move.from(), move.to());
            loads.add(move.source(), -move.off());
            loads.add(move.target(), move.on());
        }
    }

    // As far as the busiest source does not get busier.
    private void preferNear() {
        double makespan = loads.makespan();
        for (Need need : needs) {
            for (int from = 0; from < need.sources.length; from++) {
                for (int to = 0; need.serves(from) && to < need.sources.length; to++) {
                    if (!need.serves(to)
                            && nearness.of(need, to).compareTo(nearness.of(need, from)) < 0
                            && timeWith(need, to) <= makespan) {
                        apply(new Move(need, from, to));
                    }
                }
            }
        }
    }
}
