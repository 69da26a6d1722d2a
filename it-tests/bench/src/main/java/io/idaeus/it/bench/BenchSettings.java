/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench;

import io.idaeus.it.bench.competitor.Competitors;
import io.idaeus.it.bench.data.DataSets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * The environment of {@code make bench}.
 *
 * @param sets SETS, by name
 * @param competitors COMPETITORS, by name
 * @param runs RUNS: measured rounds
 * @param warmUps WARMUPS: unmeasured rounds of competitors whose JVM lives over all runs
 * @param forks FORKS: how often a comparison of builds starts its processes anew; RUNS pairs in each
 * @param scale SCALE: 1 is the full size of every set
 * @param connections CONNECTIONS: of every competitor that can use several
 * @param rate RATE: the limit of idaeus-throttled in bytes per second (MiB/s in the environment)
 * @param document UPDATE: the Markdown file whose table is replaced; empty for none
 * @param base BASE: the directory of another commit's build to compare with; empty for none
 */
record BenchSettings(
        List<String> sets,
        List<String> competitors,
        int runs,
        int warmUps,
        int forks,
        double scale,
        int connections,
        long rate,
        String document,
        String base) {

    // MiB/s; no machine moves that much.
    private static final String FAR_ABOVE = "102400";

    static BenchSettings of(Map<String, String> environment) {
        Values values = new Values(environment);
        String base = values.get("BASE", "");
        return new BenchSettings(
                values.list("SETS", base.isEmpty() ? DataSets.DEFAULT : DataSets.COMPARED),
                values.list("COMPETITORS", base.isEmpty() ? Competitors.DEFAULT : Competitors.COMPARED),
                Integer.parseInt(values.get("RUNS", base.isEmpty() ? "5" : "2")),
                Integer.parseInt(values.get("WARMUPS", base.isEmpty() ? "2" : "1")),
                Integer.parseInt(values.get("FORKS", "5")),
                Double.parseDouble(values.get("SCALE", "1.0")),
                Integer.parseInt(values.get("CONNECTIONS", "4")),
                rate(values.get("RATE", FAR_ABOVE)),
                values.get("UPDATE", ""),
                base);
    }

    private static long rate(String mebibytes) {
        long rate = Long.parseLong(mebibytes);
        if (rate < 1) {
            throw new IllegalArgumentException("RATE: %s is not a limit (expected: MiB/s, 1 or more; default: %s)"
                    .formatted(mebibytes, FAR_ABOVE));
        }
        return rate << 20;
    }

    // `make` passes every variable on; an empty one has its default.
    private record Values(Map<String, String> environment) {
        String get(String name, String otherwise) {
            String value = environment.getOrDefault(name, "").strip();
            return value.isEmpty() ? otherwise : value;
        }

        List<String> list(String name, List<String> otherwise) {
            String value = get(name, "");
            return value.isEmpty()
                    ? otherwise
                    : Arrays.stream(value.split("[,\\s]+")).toList();
        }
    }
}
