/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.draft;

import io.idaeus.api.plan.PlanKeyspace;
import io.idaeus.api.plan.PlanRange;
import io.idaeus.api.value.Bounds;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The part of a keyspace that one transfer of a plan brings: some ranges, each from all its sources, and some tables.
 * So what deletes a row comes with the row. A keyspace has one part where that fits into a transfer. Where it does not,
 * its ranges are dealt to parts by their sources, and its tables by their names, which other tables do not change.
 *
 * @param name the keyspace's where there is one part
 * @param tableGroup from 0, of so many
 */
public record TransferPart(String keyspace, String name, List<PlanRange> ranges, int tableGroup, int tableGroups) {
    /** Fewer than a transfer may have: other sources may take the place of those that are lost. */
    static final int MOST_SOURCES = Bounds.MAX_SOURCES * 3 / 4;

    /** The most tables when the plan is made: more may be created while it runs. */
    static final int MOST_TABLES = Bounds.MAX_TABLES / 2;

    /** The most bytes of the ranges in a request. Sidecars refuse requests above 1 MiB by default. */
    static final int MOST_BYTES = 512 << 10;

    // Two tokens of 20 characters, a colon, quotes and a comma.
    private static final int RANGE_BYTES = 44;

    /**
     * The parts of a keyspace, in an order that depends on nothing else.
     *
     * @param ranges of one destination
     */
    public static List<TransferPart> of(PlanKeyspace keyspace, List<PlanRange> ranges) {
        String name = keyspace.keyspace();
        // Whole SSTables would move once for each part.
        List<List<PlanRange>> groups = keyspace.cut() ? groups(ranges) : List.of(ranges);
        int tableGroups = keyspace.cut() ? Math.max(1, divided(keyspace.tables().size(), MOST_TABLES)) : 1;
        List<TransferPart> parts = new ArrayList<>();
        for (int group = 0; group < groups.size(); group++) {
            for (int tables = 0; tables < tableGroups; tables++) {
                boolean only = groups.size() * tableGroups == 1;
                parts.add(new TransferPart(
                        name,
                        only ? name : name + "." + (group + 1) + "." + (tables + 1),
                        groups.get(group),
                        tables,
                        tableGroups));
            }
        }
        return List.copyOf(parts);
    }

    private static int divided(int number, int most) {
        return (number + most - 1) / most;
    }

    // Each range to the first group that has room for it.
    private static List<List<PlanRange>> groups(List<PlanRange> ranges) {
        List<Group> groups = new ArrayList<>();
        groups.add(new Group());
        for (PlanRange range : ranges) {
            if (groups.stream().noneMatch(group -> group.takes(range))) {
                groups.add(new Group());
            }
            groups.stream()
                    .filter(group -> group.takes(range))
                    .findFirst()
                    .orElseThrow()
                    .add(range);
        }
        return groups.stream().map(group -> List.copyOf(group.ranges)).toList();
    }

    private static final class Group {
        private final List<PlanRange> ranges = new ArrayList<>();
        private final Set<String> sources = new HashSet<>();
        private long bytes;

        boolean takes(PlanRange range) {
            long more = range.sources().stream()
                    .filter(source -> !sources.contains(source))
                    .count();
            return ranges.isEmpty() || (sources.size() + more <= MOST_SOURCES && bytes + bytes(range) <= MOST_BYTES);
        }

        void add(PlanRange range) {
            ranges.add(range);
            sources.addAll(range.sources());
            bytes += bytes(range);
        }

        // For each of its sources, and among the ranges of the destination.
        private static long bytes(PlanRange range) {
            return (range.sources().size() + 1L) * RANGE_BYTES;
        }
    }

    /** The keyspace that a part with this name is of. */
    public static String keyspaceOf(String name) {
        int end = name.indexOf('.');
        return end < 0 ? name : name.substring(0, end);
    }

    /** Whether a table of the keyspace, also one that was created since, is in this part. */
    public boolean has(String table) {
        return Math.floorMod(table.hashCode(), tableGroups) == tableGroup;
    }

    /** Whether it is all of its keyspace. */
    public boolean isWhole() {
        return name.equals(keyspace);
    }
}
