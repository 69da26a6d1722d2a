/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.keyspace;

import io.idaeus.api.plan.PlanEstimate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How long a plan may take. */
public final class Estimates {
    // Bytes per second, between what a spinning or throttled disk sustains and what the data plane moved in
    // docs/performance.md.
    private static final long SLOW = 50L << 20;
    static final long FAST = 1000L << 20;
    // Bytes per second: the default compaction throughput of 4.0, and of 4.1 and later.
    private static final long CLEANUP_SLOW = 16L << 20;
    private static final long CLEANUP_FAST = 64L << 20;
    // Seconds that one start of Cassandra takes.
    private static final int START_MIN = 10;
    private static final int START_MAX = 60;

    // As make bench-slices measured on two cores, with LZ4 and rows of 200 B and 16 KiB:
    // docs/measurements-transfers.md.
    private static final String CUTTING =
            "cutting SSTables takes the new node 4 to 6 s of CPU for each GiB that it keeps; to move"
                    + " them whole and to clean up would take 5 to 14 s";

    private Estimates() {}

    /** For filling nodes that run already. */
    public static PlanEstimate of(List<FilledAtOnce> groups, @Nullable Long maxRate, boolean cut) {
        // One group after the other.
        long inTurn = groups.stream().mapToLong(FilledAtOnce::bytesOfBusiest).sum();
        long bytes = groups.stream().mapToLong(FilledAtOnce::bytes).sum();
        List<String> assumptions = new ArrayList<>();
        assumptions.add("bytes move at " + (SLOW >> 20) + " to " + (FAST >> 20) + " MiB/s to each node and from each"
                + (maxRate == null ? "" : ", and at " + (maxRate >> 20) + " MiB/s in all")
                + "; what is in memtables comes on top of the bytes above");
        groups.stream()
                .map(FilledAtOnce::shares)
                .filter(text -> !text.isEmpty())
                .forEach(assumptions::add);
        if (cut) {
            assumptions.add(CUTTING);
        }
        assumptions.add("no time is counted for operators");
        long limited = maxRate == null ? 0 : bytes / Math.max(1, maxRate);
        return new PlanEstimate(
                Math.max(limited, inTurn / FAST), Math.max(limited, inTurn / SLOW), List.copyOf(assumptions));
    }

    /**
     * For new nodes that are filled at the same time, and join one after the other.
     *
     * @param starts of Cassandra, one after the other
     * @param waits for which Cassandra waits by itself, in seconds
     */
    public static PlanEstimate of(FilledAtOnce group, @Nullable Long maxRate, int starts, int waits, boolean cut) {
        PlanEstimate filled = of(List.of(group), maxRate, cut);
        List<String> assumptions = new ArrayList<>(filled.assumptions());
        // Before the last one, about operators.
        assumptions.addAll(assumptions.size() - 1, joining(starts, waits));
        return new PlanEstimate(
                filled.minSeconds() + (long) starts * START_MIN + waits / 2,
                filled.maxSeconds() + (long) starts * START_MAX + waits,
                List.copyOf(assumptions));
    }

    /** @param bytes of tables, on all nodes, one node after the other */
    public static PlanEstimate ofCleanup(long bytes) {
        return new PlanEstimate(
                bytes / CLEANUP_FAST,
                bytes / CLEANUP_SLOW,
                List.of(
                        "Cassandra rewrites " + (CLEANUP_SLOW >> 20) + " to " + (CLEANUP_FAST >> 20)
                                + " MiB/s, one node after the other; compaction_throughput of cassandra.yaml limits it",
                        "SSTables that have no row to remove are not rewritten"));
    }

    private static List<String> joining(int starts, int waits) {
        List<String> assumptions = new ArrayList<>();
        if (starts > 0) {
            assumptions.add(starts + " starts of Cassandra take " + START_MIN + " to " + START_MAX + " s each");
        }
        if (waits > 0) {
            assumptions.add(waits / 2 + " to " + waits + " s of waiting while Cassandra joins");
        }
        return assumptions;
    }

    /**
     * @param starts of Cassandra
     * @param waits for which Cassandra waits by itself while it joins, in seconds
     * @param cut whether SSTables are cut
     */
    public static PlanEstimate of(long bytes, @Nullable Long maxRate, int starts, int waits, boolean cut) {
        long fast = maxRate == null ? FAST : Math.min(FAST, maxRate);
        long slow = Math.min(SLOW, fast);
        List<String> assumptions = new ArrayList<>();
        assumptions.add("bytes move at " + (slow >> 20) + " to " + (fast >> 20)
                + " MiB/s; what is in memtables comes on top of the bytes above");
        if (cut) {
            assumptions.add(CUTTING);
        }
        assumptions.addAll(joining(starts, waits));
        assumptions.add("no time is counted for operators");
        return new PlanEstimate(
                bytes / fast + (long) starts * START_MIN + waits / 2,
                bytes / slow + (long) starts * START_MAX + waits,
                List.copyOf(assumptions));
    }
}
