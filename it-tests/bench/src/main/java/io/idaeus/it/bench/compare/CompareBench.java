/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.compare;

import io.idaeus.it.bench.Machine;
import io.idaeus.it.bench.Spread;
import io.idaeus.it.harness.PayloadTable;
import io.idaeus.it.harness.Workspace;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The main class of {@code make bench-compare}: a comparison beside two scans by the driver, one of each cluster. */
public final class CompareBench {
    private static final double MIB = 1 << 20;
    private static final PrintStream OUT = System.out;

    private CompareBench() {}

    public static void main(String[] arguments) throws IOException {
        Map<String, String> environment = System.getenv();
        long mib = number(environment, "SIZE", 1024);
        int valueBytes = (int) number(environment, "ROWS", 200);
        long runs = number(environment, "RUNS", 3);
        Path root = Workspace.module().resolve("target/bench-compare");
        Files.createDirectories(root);
        OUT.println(Machine.describe(root));
        PayloadTable table = new PayloadTable("bench", "rows", (mib << 20) / valueBytes, valueBytes);
        List<Double> compared = new ArrayList<>();
        List<Double> scanned = new ArrayList<>();
        List<Double> ratios = new ArrayList<>();
        try (TwoClusters clusters = TwoClusters.start(root, table)) {
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
            OUT.printf("memory of the coordinator: %.0f MiB resident at most%n", clusters.peakMib());
        }
    }

    private static void print(String what, List<Double> rates) {
        Spread spread = Spread.of(rates);
        OUT.printf("| %s | %,.0f (%,.0f to %,.0f) |%n", what, spread.median(), spread.min(), spread.max());
    }

    private static long number(Map<String, String> environment, String name, long otherwise) {
        String value = environment.getOrDefault(name, "").strip();
        return value.isEmpty() ? otherwise : Long.parseLong(value);
    }
}
