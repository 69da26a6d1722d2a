/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.compare.job;

import io.idaeus.sidecar.ring.TokenRange;
import io.idaeus.sidecar.ring.TokenRanges;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * How far the comparison of a table is.
 *
 * @param whole token ranges that are asked for; none of them wraps
 * @param open what is left of them
 * @param begun whether the first part, which says how large the table is, was compared
 */
record TableCourse(List<TokenRange> whole, List<TokenRange> open, boolean begun) {
    private static final int FIRST = 64;
    private static final long ROWS_OF_A_PART = 250_000;
    private static final int MOST_PARTS = 64;

    TableCourse {
        whole = List.copyOf(whole);
        open = List.copyOf(open);
    }

    static TableCourse of(List<TokenRange> ranges) {
        return new TableCourse(ranges, ranges, false);
    }

    /** With nothing left. */
    TableCourse ended() {
        return new TableCourse(whole, List.of(), begun);
    }

    /** With a small first part, unless it has one. */
    TableCourse withFirst() {
        if (open.size() > whole.size()) {
            return this;
        }
        TokenRange range = open.get(0);
        long width = Long.divideUnsigned(range.right() - range.left(), FIRST);
        if (width == 0) {
            return this;
        }
        long middle = range.left() + width;
        List<TokenRange> parts =
                new ArrayList<>(List.of(new TokenRange(range.left(), middle), new TokenRange(middle, range.right())));
        parts.addAll(open.subList(1, open.size()));
        return new TableCourse(whole, parts, false);
    }

    /**
     * With its first part compared, and the rest divided, so that several threads can go on.
     *
     * @param rows of the parts that were compared
     */
    TableCourse begun(long rows) {
        double share = share();
        double left = share == 0 ? 0 : rows / share * (1 - share);
        int parts = (int) Math.max(1, Math.min(MOST_PARTS, left / ROWS_OF_A_PART));
        return new TableCourse(
                whole,
                open.stream().flatMap(range -> divided(range, parts).stream()).toList(),
                true);
    }

    private static List<TokenRange> divided(TokenRange range, int parts) {
        long width = Long.divideUnsigned(range.right() - range.left(), parts);
        if (width == 0) {
            return List.of(range);
        }
        List<TokenRange> all = new ArrayList<>();
        long left = range.left();
        for (int i = 1; i < parts; i++) {
            all.add(new TokenRange(left, left + width));
            left += width;
        }
        all.add(new TokenRange(left, range.right()));
        return all;
    }

    /**
     * With more of a range compared.
     *
     * @param right the range's end
     * @param done the last token that was compared
     */
    TableCourse compared(long right, long done) {
        return new TableCourse(
                whole,
                open.stream()
                        .flatMap(range -> range.right() != right
                                ? Stream.of(range)
                                : done == right ? Stream.of() : Stream.of(new TokenRange(done, right)))
                        .toList(),
                begun);
    }

    /** The share of its ranges that is done, from 0 to 1. */
    double share() {
        return open.isEmpty()
                ? 1
                : 1 - TokenRanges.of(open).share() / TokenRanges.of(whole).share();
    }
}
