/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.rebuild;

import io.idaeus.it.bench.RingBench;
import io.idaeus.it.bench.measure.Spread;
import io.idaeus.it.harness.rows.PayloadTable;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The main class of {@code make bench-rebuild}: three nodes get the data of three others, at once by one plan, and one
 * after the other by three. The environment: {@code SIZE}, MiB of each node (1024); {@code RATE}, what each source may send
 * (50MiB/s); {@code RUNS} (3). The first round warms up.
 */
public final class RebuildBench {
    private static final int VALUE_BYTES = 16 << 10;
    private static final PrintStream OUT = System.out;

    private RebuildBench() {}

    public static void main(String[] arguments) throws IOException {
        RingBench bench = RingBench.named("bench-rebuild");
        long mib = Long.parseLong(RingBench.given("SIZE", "1024"));
        String rate = RingBench.given("RATE", "50MiB/s");
        int runs = Integer.parseInt(RingBench.given("RUNS", "3"));
        PayloadTable table = new PayloadTable("bench", "rows", mib * (1L << 20) / VALUE_BYTES, VALUE_BYTES);
        Map<Order, List<Double>> seconds = new EnumMap<>(Order.class);
        try (RebuiltRing ring = RebuiltRing.start(bench.nodes(), table, bench.files(table), rate)) {
            for (int round = 0; round <= runs; round++) {
                for (Order order : Order.values()) {
                    double took = ring.run(order);
                    OUT.printf("round %d, %s: %.1f s%n", round, order.words(), took);
                    if (round > 0) {
                        seconds.computeIfAbsent(order, unseen -> new ArrayList<>())
                                .add(took);
                    }
                }
            }
        }
        print(mib, rate, seconds, bench.machine());
        System.exit(0);
    }

    private static void print(long mib, String rate, Map<Order, List<Double>> seconds, String machine) {
        OUT.printf("%n%s%n%n", machine);
        OUT.printf("| three nodes of %d MiB, %s from each source | s until all are filled |%n|---|--:|%n", mib, rate);
        seconds.forEach((order, all) -> {
            Spread spread = Spread.of(all);
            OUT.printf("| %s | %.1f (%.1f to %.1f) |%n", order.words(), spread.median(), spread.min(), spread.max());
        });
        OUT.printf(
                "%nat once / one after the other: %.2f%n",
                Spread.of(seconds.getOrDefault(Order.AT_ONCE, List.of())).median()
                        / Spread.of(seconds.getOrDefault(Order.IN_TURN, List.of()))
                                .median());
    }
}
