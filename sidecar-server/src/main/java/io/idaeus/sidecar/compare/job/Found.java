/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.compare.job;

import io.idaeus.api.comparison.ComparedRange;
import io.idaeus.api.comparison.DifferingRow;
import io.idaeus.api.rows.RowVerdict;
import io.idaeus.sidecar.compare.ComparisonListener;
import io.idaeus.sidecar.problem.OneLine;
import io.idaeus.sidecar.ring.TokenRange;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The findings since the last change of the record. Not thread-safe. */
final class Found implements ComparisonListener {
    private static final int MOST = 100;
    private static final int LONGEST_REASON = 300;

    private final Map<RowVerdict, Long> differences = new EnumMap<>(RowVerdict.class);
    private final List<DifferingRow> rows = new ArrayList<>();
    private final List<ComparedRange> unread = new ArrayList<>();
    private long here;
    private long there;
    private long unreadRanges;

    @Override
    public void compared(long more, long moreThere) {
        here += more;
        there += moreThere;
    }

    @Override
    public void differs(DifferingRow row) {
        if (differences.merge(row.verdict(), 1L, Long::sum) <= MOST) {
            rows.add(row);
        }
    }

    @Override
    public void notComparable(TokenRange range, String reason) {
        unreadRanges++;
        if (unread.size() < MOST) {
            unread.add(new ComparedRange(range.toString(), OneLine.of(reason, LONGEST_REASON)));
        }
    }

    Map<RowVerdict, Long> differences() {
        return differences;
    }

    List<DifferingRow> rows() {
        return rows;
    }

    List<ComparedRange> unread() {
        return unread;
    }

    long here() {
        return here;
    }

    long there() {
        return there;
    }

    long unreadRanges() {
        return unreadRanges;
    }

    void clear() {
        differences.clear();
        rows.clear();
        unread.clear();
        here = 0;
        there = 0;
        unreadRanges = 0;
    }
}
