/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.mttr;

/**
 * A data set and how often each way is run on it.
 *
 * @param strategy of compaction: LCS, STCS or UCS
 * @param gib what the dead node held
 * @param fitted whether its runs count for the fit over sizes
 */
record DataSpec(String strategy, double gib, int rounds, boolean fitted) {
    String name() {
        return strategy + "-" + size();
    }

    String size() {
        return gib == Math.rint(gib) ? Long.toString((long) gib) : Double.toString(gib);
    }

    /** The option {@code compaction} of the table. */
    String compaction() {
        return switch (strategy) {
            case "LCS" -> "{'class': 'LeveledCompactionStrategy'}";
            case "STCS" -> "{'class': 'SizeTieredCompactionStrategy'}";
            case "UCS" -> "{'class': 'UnifiedCompactionStrategy'}";
            default ->
                throw new IllegalArgumentException(
                        "STRATEGIES: unknown strategy " + strategy + " (expected: some of LCS, STCS, UCS)");
        };
    }
}
