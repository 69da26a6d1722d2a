/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.compare.job;

import io.idaeus.api.comparison.ComparedRange;
import io.idaeus.api.comparison.DifferingRow;
import io.idaeus.api.rows.RowVerdict;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The findings of a comparison in a table.
 *
 * @param unread the first ranges whose rows could not be compared
 * @param rows the first of each verdict
 */
record TableFindings(
        long rowsHere,
        long rowsThere,
        Map<RowVerdict, Long> differences,
        List<ComparedRange> unread,
        long unreadRanges,
        List<DifferingRow> rows) {
    static final TableFindings NOTHING = new TableFindings(0, 0, Map.of(), List.of(), 0, List.of());

    private static final int MOST_UNREAD = 100;
    private static final int MOST_OF_A_VERDICT = 100;

    TableFindings {
        differences = Map.copyOf(differences);
        unread = List.copyOf(unread);
        rows = List.copyOf(rows);
    }

    /**
     * How much more a comparison has room for.
     *
     * @param ranges that could not be compared
     */
    record Room(long rows, long ranges) {}

    TableFindings plus(Found found, Room room) {
        Map<RowVerdict, Long> counts = new EnumMap<>(RowVerdict.class);
        counts.putAll(differences);
        found.differences().forEach((verdict, count) -> counts.merge(verdict, count, Long::sum));
        return new TableFindings(
                rowsHere + found.here(),
                rowsThere + found.there(),
                counts,
                Stream.concat(unread.stream(), found.unread().stream())
                        .limit(Math.min(MOST_UNREAD, unread.size() + Math.max(0, room.ranges())))
                        .toList(),
                unreadRanges + found.unreadRanges(),
                rowsWith(found.rows(), room.rows()));
    }

    private List<DifferingRow> rowsWith(List<DifferingRow> more, long room) {
        Map<RowVerdict, Integer> kept = new EnumMap<>(RowVerdict.class);
        rows.forEach(row -> kept.merge(row.verdict(), 1, Integer::sum));
        List<DifferingRow> all = new ArrayList<>(rows);
        for (DifferingRow row : more) {
            if (all.size() - rows.size() < room && kept.getOrDefault(row.verdict(), 0) < MOST_OF_A_VERDICT) {
                kept.merge(row.verdict(), 1, Integer::sum);
                all.add(row);
            }
        }
        return all;
    }

    boolean hasDifferences() {
        return differences.keySet().stream().anyMatch(RowVerdict::isDifference);
    }

    /** Whether some rows were not compared, or not for certain. */
    boolean isIncomplete() {
        return unreadRanges > 0 || differences.keySet().stream().anyMatch(verdict -> !verdict.isDifference());
    }
}
