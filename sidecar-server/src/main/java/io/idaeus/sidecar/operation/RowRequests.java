/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.operation;

import io.idaeus.api.ProblemType;
import io.idaeus.api.rows.RowColumn;
import io.idaeus.api.rows.RowKey;
import io.idaeus.api.rows.RowLevel;
import io.idaeus.api.value.Bounds;
import io.idaeus.sidecar.cassandra.rows.TableRows.Reading;
import io.idaeus.sidecar.problem.BoundedNumber;
import io.idaeus.sidecar.problem.BoundedText;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.ring.TokenRange;
import io.idaeus.sidecar.rows.RowId;
import io.idaeus.sidecar.rows.RowKeys;
import io.idaeus.sidecar.rows.ScanCursor;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the parts of requests for rows. Each throws {@link ProblemException}. */
final class RowRequests {
    private RowRequests() {}

    static Reading reading(String range, RowLevel level, long now, @Nullable Long maxRate) {
        BoundedNumber.requireRate("maxRate", maxRate);
        return new Reading(range(range), level, now(now), maxRate == null ? 0 : maxRate);
    }

    static TokenRange range(String text) {
        TokenRange range;
        try {
            range = TokenRange.parse(text);
        } catch (IllegalArgumentException e) {
            throw new ProblemException(ProblemType.INVALID_RANGE, "range: " + e.getMessage(), e);
        }
        if (range.wraps()) {
            throw new ProblemException(
                    ProblemType.INVALID_RANGE,
                    "range: " + range + " wraps (expected: left < right; the whole ring is " + Long.MIN_VALUE + ":"
                            + Long.MAX_VALUE + ")");
        }
        return range;
    }

    static int now(long seconds) {
        BoundedNumber.requireWithin("now", seconds, 1, Bounds.MAX_SECONDS);
        return (int) seconds;
    }

    static long token(String field, String text) {
        return Long.parseLong(BoundedText.TOKEN.require(field, text));
    }

    static void columns(List<RowColumn> columns) {
        BoundedNumber.requireWithin("columns", columns.size(), 0, Bounds.MAX_COLUMNS);
        columns.forEach(column -> requireLength("name", column.name(), 1, Bounds.MAX_COLUMN));
    }

    private static void requireLength(String field, String text, int least, int most) {
        if (text.length() < least || text.length() > most) {
            throw new ProblemException(
                    ProblemType.INVALID_REQUEST,
                    field + ": " + text.length() + " characters (expected: " + least + " to " + most + ")");
        }
    }

    static BitSet only(@Nullable List<Integer> numbers, int buckets) {
        BitSet only = new BitSet();
        if (numbers == null) {
            only.set(0, buckets);
            return only;
        }
        BoundedNumber.requireCount("only", numbers.size(), Bounds.MAX_BUCKETS);
        numbers.forEach(number -> BoundedNumber.requireWithin("only", number, 0, Bounds.MAX_BUCKETS - 1L));
        for (int number : numbers) {
            if (number >= buckets) {
                throw unprocessable(
                        "only: " + number + " of " + buckets + " buckets (expected: 0 to " + (buckets - 1) + ")");
            }
            only.set(number);
        }
        return only;
    }

    static ScanCursor cursor(@Nullable String after) {
        try {
            return after == null ? ScanCursor.START : ScanCursor.parse(BoundedText.ROW_CURSOR.require("after", after));
        } catch (IllegalArgumentException e) {
            throw new ProblemException(ProblemType.UNPROCESSABLE, "after: " + e.getMessage(), e);
        }
    }

    static RowId id(RowKey key) {
        token("token", key.token());
        values("partition", key.partition());
        if (key.clustering() != null) {
            values("clustering", key.clustering());
        }
        if (key.partition().isEmpty()) {
            throw unprocessable("partition: no values (expected: one for each column of the partition key)");
        }
        return RowKeys.parse(key);
    }

    private static void values(String field, List<String> texts) {
        BoundedNumber.requireWithin(field, texts.size(), 0, Bounds.MAX_KEY_COLUMNS);
        texts.forEach(text -> {
            requireLength(field, text, 0, Bounds.MAX_BASE64);
            BoundedText.BASE64.require(field, text);
        });
    }

    static ProblemException unprocessable(String message) {
        return new ProblemException(ProblemType.UNPROCESSABLE, message);
    }
}
