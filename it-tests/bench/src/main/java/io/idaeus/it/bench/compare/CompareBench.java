/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.compare;

import io.idaeus.it.bench.RingBench;
import io.idaeus.it.bench.measure.Spread;
import io.idaeus.it.harness.rows.PayloadTable;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/** The main class of {@code make bench-compare}: a comparison beside two scans by the driver, one of each cluster. */
public final class CompareBench {
    private static final double MIB = 1 << 20;
    private static final PrintStream OUT = System.out;

    private CompareBench() {}

    public static void main(String[] arguments) throws IOException {
        RingBench bench = RingBench.named("bench-compare");
        long mib = Long.parseLong(RingBench.given("SIZE", "1024"));
        int valueBytes = Integer.parseInt(RingBench.given("ROWS", "200"));
        int runs = Integer.parseInt(RingBench.given("RUNS", "3"));
        OUT.println(bench.machine());
        PayloadTable table = new PayloadTable("bench", "rows", (mib << 20) / valueBytes, valueBytes);
        List<Double> compared = new ArrayList<>();
        List<Double> scanned = new ArrayList<>();
        List<Double> ratios = new ArrayList<>();
        try (TwoClusters clusters = TwoClusters.start(bench.nodes(), table, bench.files(table))) {
            // Interleaved, so that both meet the same machine. The first round warms up.
            for (int round = 0; round <= runs; round++) {
                double scan = clusters.scanBoth();
                double comparison = clusters.compare();
                if (round > 0) {
                    scanned.add(table.rows() / scan);
                    compared.add(table.rows() / comparison);
                    ratios.add(scan / comparison);
                }
                OUT.printf("round %d: two scans %.1f s, comparison %.1f s%n", round, scan, comparison);
            }
            long bytes = clusters.bytesBetween();
            OUT.printf("%n%,d rows of %d B in each cluster, RUNS=%d%n%n", table.rows(), valueBytes, runs);
            OUT.println("| | rows a second of each cluster |");
            OUT.println("|---|--:|");
            print("two scans by the driver", scanned);
            print("comparison", compared);
            Spread ratio = Spread.of(ratios);
            OUT.printf("%ncomparison / scans: %.2f (%.2f to %.2f)%n", ratio.median(), ratio.min(), ratio.max());
            OUT.printf(
                    "between the clusters: %.2f MiB, %.3f %% of the rows' %.0f MiB%n",
                    bytes / MIB, 100.0 * bytes / table.payloadBytes(), table.payloadBytes() / MIB);
            OUT.printf("memory of the coordinator: %.0f MiB resident at most%n", clusters.peakResidentBytes() / MIB);
            OUT.printf(
                    "live on its heap: at most %.1f MiB more than without the comparison%n",
                    clusters.heapBytes() / MIB);
        }
    }

    private static void print(String what, List<Double> rates) {
        Spread spread = Spread.of(rates);
        OUT.printf("| %s | %,.0f (%,.0f to %,.0f) |%n", what, spread.median(), spread.min(), spread.max());
    }
}
