/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.harness.rows;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The differences between two tables.
 *
 * @param rows rows that are equal on both sides
 * @param differing rows that are missing on one side or differ
 * @param differences the first {@value #SHOWN} of them in words
 */
public record TableComparison(long rows, long differing, long missing, List<String> differences) {
    private static final int SHOWN = 10;

    public boolean same() {
        return differing == 0;
    }

    /**
     * @return the number of rows compared
     * @throws AssertionError if anything differs
     */
    public long requireSame() {
        if (!same()) {
            throw new AssertionError("%d rows differ (%d match):%n%s"
                    .formatted(differing, rows, String.join(System.lineSeparator(), differences)));
        }
        return rows;
    }

    static TableComparison between(ComparableRows expected, ComparableRows actual) {
        Comparing comparing = new Comparing(expected, actual);
        comparing.run();
        return new TableComparison(comparing.same, comparing.differing, comparing.missing, comparing.differences);
    }

    /** Walks both sides in token order. */
    private static final class Comparing {
        private final ComparableRows expected;
        private final ComparableRows actual;
        private final List<String> differences = new ArrayList<>();
        private long same;
        private long differing;
        private long missing;

        Comparing(ComparableRows expected, ComparableRows actual) {
            this.expected = expected;
            this.actual = actual;
        }

        void run() {
            if (!expected.keyColumns().equals(actual.keyColumns())
                    || !expected.valueColumns().equals(actual.valueColumns())) {
                differ("columns: %s %s (expected: %s %s)"
                        .formatted(
                                actual.keyColumns(),
                                actual.valueColumns(),
                                expected.keyColumns(),
                                expected.valueColumns()));
                return;
            }
            Iterator<TokenGroup> left = expected.groups();
            Iterator<TokenGroup> right = actual.groups();
            TokenGroup a = next(left);
            TokenGroup b = next(right);
            while (a != null || b != null) {
                boolean onlyA = b == null || (a != null && a.token() < b.token());
                boolean onlyB = a == null || (b != null && b.token() < a.token());
                group(onlyB ? null : a, onlyA ? null : b);
                a = onlyB ? a : next(left);
                b = onlyA ? b : next(right);
            }
        }

        private void group(@Nullable TokenGroup a, @Nullable TokenGroup b) {
            if (a != null) {
                a.rows()
                        .forEach((key, values) ->
                                row(key, values, b == null ? null : b.rows().get(key)));
            }
            if (b != null) {
                b.rows().keySet().stream()
                        .filter(key -> a == null || !a.rows().containsKey(key))
                        .forEach(key -> differ("unexpected row " + text(expected.keyColumns(), key)));
            }
        }

        private void row(
                List<@Nullable ByteBuffer> key,
                List<@Nullable ByteBuffer> values,
                @Nullable List<@Nullable ByteBuffer> others) {
            if (others == null) {
                missing++;
                differ("missing row " + text(expected.keyColumns(), key));
            } else if (values.equals(others)) {
                same++;
            } else {
                differ("row " + text(expected.keyColumns(), key) + ": " + changed(values, others));
            }
        }

        private String changed(List<@Nullable ByteBuffer> values, List<@Nullable ByteBuffer> others) {
            List<String> changes = new ArrayList<>();
            for (int i = 0; i < values.size(); i++) {
                if (!Objects.equals(values.get(i), others.get(i))) {
                    changes.add("%s = %s (expected: %s)"
                            .formatted(expected.valueColumns().get(i), hex(others.get(i)), hex(values.get(i))));
                }
            }
            return String.join(", ", changes);
        }

        private void differ(String difference) {
            differing++;
            if (differences.size() < SHOWN) {
                differences.add(difference);
            }
        }

        private static @Nullable TokenGroup next(Iterator<TokenGroup> groups) {
            return groups.hasNext() ? groups.next() : null;
        }

        private static String text(List<String> names, List<@Nullable ByteBuffer> values) {
            List<String> parts = new ArrayList<>();
            for (int i = 0; i < names.size(); i++) {
                parts.add(names.get(i) + "=" + hex(values.get(i)));
            }
            return String.join(", ", parts);
        }

        private static String hex(@Nullable ByteBuffer value) {
            if (value == null) {
                return "null";
            }
            byte[] bytes = new byte[Math.min(32, value.remaining())];
            value.duplicate().get(bytes);
            String cut = bytes.length < value.remaining() ? "… (" + value.remaining() + " bytes)" : "";
            return "0x" + HexFormat.of().formatHex(bytes) + cut;
        }
    }
}
