/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.grow;

import io.idaeus.it.bench.RingBench;
import io.idaeus.it.bench.measure.Machine;
import io.idaeus.it.bench.measure.Spread;
import io.idaeus.it.harness.rows.PayloadTable;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The main class of {@code make bench-grow}: one or two nodes join a ring of three with three replicas, by Cassandra's
 * bootstrap and by a plan. The environment: {@code SIZES}, GiB that the first new node gets (2,4); {@code STRATEGY} of
 * compaction (LCS); {@code WAYS} (bootstrap,unlimited,plan); {@code NODES}, how many join (1); {@code RUNS} (1).
 */
public final class GrowBench {
    private static final int VALUE_BYTES = 16 << 10;

    // With three replicas, each of four nodes has three quarters of the rows.
    private static final double SHARE = 0.75;

    private static final PrintStream OUT = System.out;

    private GrowBench() {}

    /** @param gibibytes that the first new node gets */
    private record Case(double gibibytes, int nodes, GrowWay way) {
        @Override
        public String toString() {
            return "%s GiB, %d, %s".formatted(gibibytes, nodes, way.words());
        }
    }

    public static void main(String[] arguments) throws IOException {
        RingBench bench = RingBench.named("bench-grow");
        List<Double> sizes = Arrays.stream(RingBench.given("SIZES", "2,4").split(","))
                .map(Double::valueOf)
                .toList();
        String strategy = RingBench.given("STRATEGY", "LCS");
        List<GrowWay> ways = GrowWay.named(RingBench.given("WAYS", "bootstrap,unlimited,plan"));
        List<Integer> nodes = Arrays.stream(RingBench.given("NODES", "1").split(","))
                .map(Integer::valueOf)
                .toList();
        int runs = Integer.parseInt(RingBench.given("RUNS", "1"));
        Map<Case, List<Double>> seconds = new LinkedHashMap<>();
        Map<Case, Duration> pending = new LinkedHashMap<>();
        try (GrowingRing ring = GrowingRing.start(bench.nodes())) {
            for (double gib : sizes) {
                PayloadTable table = table(gib);
                ring.load(table, bench.files(table), strategy);
                for (int run = 1; run <= runs; run++) {
                    for (int count : nodes) {
                        for (GrowWay way : ways) {
                            Case each = new Case(gib, count, way);
                            Machine.rest();
                            MeasuredGrowth grown = ring.grow(way, count, table, SHARE);
                            OUT.printf("%s, run %d: %.1f s%n%s", each, run, grown.seconds(), grown.steps());
                            seconds.computeIfAbsent(each, unseen -> new ArrayList<>())
                                    .add(grown.seconds());
                            pending.merge(
                                    each, grown.pending(), (one, other) -> one.compareTo(other) > 0 ? one : other);
                        }
                    }
                }
                ring.drop(table);
            }
        }
        print(seconds, pending, strategy, bench.machine());
        System.exit(0);
    }

    private static PayloadTable table(double gib) {
        long rows = Math.round(gib / SHARE * (1L << 30) / VALUE_BYTES);
        return new PayloadTable("grow" + rows, "rows", rows, VALUE_BYTES);
    }

    private static void print(
            Map<Case, List<Double>> seconds, Map<Case, Duration> pending, String strategy, String machine) {
        OUT.printf("%n%s; %s%n%n", machine, strategy);
        OUT.printf("| GiB | nodes | way | s: median (min–max) | pending at most, s | beside the plan |%n");
        OUT.printf("|--:|--:|---|---|--:|--:|%n");
        seconds.forEach((each, all) -> {
            Spread spread = Spread.of(all);
            List<Double> planned =
                    seconds.getOrDefault(new Case(each.gibibytes(), each.nodes(), GrowWay.PLAN), List.of());
            OUT.printf(
                    "| %s | %d | %s | %.1f (%.1f–%.1f) | %.1f | %s |%n",
                    each.gibibytes(),
                    each.nodes(),
                    each.way().words(),
                    spread.median(),
                    spread.min(),
                    spread.max(),
                    Objects.requireNonNull(pending.get(each)).toMillis() / 1e3,
                    planned.isEmpty()
                            ? "–"
                            : "%.2f".formatted(Spread.of(planned).median() / spread.median()));
        });
        OUT.printf("%nBeside the plan: the plan's time as a part of that of the way.%n");
    }
}
