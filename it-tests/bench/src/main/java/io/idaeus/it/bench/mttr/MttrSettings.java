/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.mttr;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The environment of {@code make bench-mttr}.
 *
 * @param ring RING
 * @param sets SIZES (GiB a node) by STRATEGIES; those of it-tests/bench/results-mttr.md where neither is given
 * @param ways WAYS
 * @param ringDelayMillis RING_DELAY_MS: Cassandra's {@code ring_delay_ms}
 * @param reportOnly REPORT: prints the table of what was recorded, and runs nothing
 * @param document UPDATE: the Markdown file whose table is replaced; empty for none
 */
record MttrSettings(
        RingKind ring,
        List<DataSpec> sets,
        List<ReplaceWay> ways,
        int ringDelayMillis,
        boolean reportOnly,
        String document) {
    // Cassandra's own.
    private static final String RING_DELAY = "30000";

    static MttrSettings of(Map<String, String> environment) {
        Map<String, String> given = environment.entrySet().stream()
                .filter(entry -> !entry.getValue().isBlank())
                .collect(Collectors.toMap(
                        Map.Entry::getKey, entry -> entry.getValue().strip()));
        RingKind ring = RingKind.named(given.getOrDefault("RING", RingKind.VNODES.toString()));
        if (ring == RingKind.SEED && !given.getOrDefault("STRATEGIES", "LCS").equals("LCS")) {
            throw new IllegalArgumentException("STRATEGIES: the table of RING=seed has LCS (expected: none given)");
        }
        int rounds = Integer.parseInt(given.getOrDefault("ROUNDS", "3"));
        boolean selected = given.containsKey("SIZES") || given.containsKey("STRATEGIES");
        List<ReplaceWay> ways = list(given, "WAYS").map(ReplaceWay::named).toList();
        return new MttrSettings(
                ring,
                selected ? selected(given, rounds) : ring.published(rounds),
                ways.isEmpty() ? ring.ways() : ways,
                Integer.parseInt(given.getOrDefault("RING_DELAY_MS", RING_DELAY)),
                given.containsKey("REPORT"),
                given.getOrDefault("UPDATE", ""));
    }

    private static List<DataSpec> selected(Map<String, String> given, int rounds) {
        List<Double> sizes = list(given, "SIZES").map(Double::valueOf).toList();
        List<String> strategies = list(given, "STRATEGIES").toList();
        return (strategies.isEmpty() ? Stream.of("LCS") : strategies.stream())
                .flatMap(strategy -> (sizes.isEmpty() ? Stream.of(1.0, 2.0, 4.0) : sizes.stream())
                        .map(gib -> new DataSpec(strategy, gib, rounds, gib < 8)))
                .toList();
    }

    private static Stream<String> list(Map<String, String> given, String name) {
        String value = given.getOrDefault(name, "");
        return value.isEmpty() ? Stream.empty() : Arrays.stream(value.split("[,\\s]+"));
    }
}
