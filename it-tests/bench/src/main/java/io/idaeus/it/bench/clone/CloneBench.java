/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.clone;

import io.idaeus.it.bench.RingBench;
import io.idaeus.it.bench.data.Trees;
import io.idaeus.it.bench.measure.Machine;
import io.idaeus.it.bench.measure.Spread;
import io.idaeus.it.harness.rows.PayloadTable;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * The main class of {@code make bench-clone}: a table of three nodes that all hold it gets into a cluster of two, by a plan and
 * by sstableloader. The environment: {@code SIZE}, MiB of each node (2048); {@code RUNS} (2). The first round warms up.
 */
public final class CloneBench {
    private static final int VALUE_BYTES = 16 << 10;
    private static final PrintStream OUT = System.out;

    private CloneBench() {}

    public static void main(String[] arguments) throws IOException {
        RingBench bench = RingBench.named("bench-clone");
        long mib = Long.parseLong(RingBench.given("SIZE", "2048"));
        int runs = Integer.parseInt(RingBench.given("RUNS", "2"));
        PayloadTable table = new PayloadTable("bench", "rows", mib * (1L << 20) / VALUE_BYTES, VALUE_BYTES);
        Map<CloneWay, List<TwoRings.Taken>> seconds = new EnumMap<>(CloneWay.class);
        try (TwoRings rings = TwoRings.start(bench.nodes(), table, bench.files(table))) {
            for (int round = 0; round <= runs; round++) {
                for (CloneWay way : CloneWay.values()) {
                    Trees.sync();
                    Machine.rest();
                    TwoRings.Taken took = rings.run(way);
                    OUT.printf(
                            "round %d, %s: %.1f s, durable %.1f s%n", round, way.words(), took.live(), took.durable());
                    if (round > 0) {
                        seconds.computeIfAbsent(way, unseen -> new ArrayList<>())
                                .add(took);
                    }
                }
            }
        }
        OUT.printf("%n%s%n%n", bench.machine());
        OUT.printf("| %d MiB of each of three nodes, into two | s until all is live | until it is durable |%n", mib);
        OUT.printf("|---|--:|--:|%n");
        seconds.forEach((way, all) -> OUT.printf(
                "| %s | %s | %s |%n",
                way.words(), shown(all, TwoRings.Taken::live), shown(all, TwoRings.Taken::durable)));
        OUT.printf(
                "%nsstableloader / plan: live %.2f, durable %.2f%n",
                ratio(seconds, TwoRings.Taken::live), ratio(seconds, TwoRings.Taken::durable));
        System.exit(0);
    }

    private static Spread spread(List<TwoRings.Taken> all, ToDoubleFunction<TwoRings.Taken> figure) {
        return Spread.of(all.stream().mapToDouble(figure).boxed().toList());
    }

    private static String shown(List<TwoRings.Taken> all, ToDoubleFunction<TwoRings.Taken> figure) {
        Spread spread = spread(all, figure);
        return "%.1f (%.1f to %.1f)".formatted(spread.median(), spread.min(), spread.max());
    }

    private static double ratio(Map<CloneWay, List<TwoRings.Taken>> seconds, ToDoubleFunction<TwoRings.Taken> figure) {
        return spread(seconds.getOrDefault(CloneWay.LOADER, List.of()), figure).median()
                / spread(seconds.getOrDefault(CloneWay.PLAN, List.of()), figure).median();
    }
}
