/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.operation;

import io.idaeus.api.Bounds;
import io.idaeus.api.ProblemType;
import io.idaeus.api.RowColumn;
import io.idaeus.api.RowKey;
import io.idaeus.api.RowLevel;
import io.idaeus.sidecar.cassandra.rows.TableRows.Reading;
import io.idaeus.sidecar.problem.BoundedNumber;
import io.idaeus.sidecar.problem.BoundedText;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.ring.TokenRange;
import io.idaeus.sidecar.rows.RowId;
import io.idaeus.sidecar.rows.ScanCursor;
import java.nio.ByteBuffer;
import java.util.Base64;
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
        List<String> clustering = key.clustering();
        RowId id = new RowId(
                token("token", key.token()),
                values("partition", key.partition()),
                clustering == null ? null : values("clustering", clustering));
        if (id.partition().isEmpty()) {
            throw unprocessable("partition: no values (expected: one for each column of the partition key)");
        }
        return id;
    }

    static RowKey key(RowId id) {
        return new RowKey(
                String.valueOf(id.token()),
                texts(id.partition()),
                id.clustering() == null ? null : texts(id.clustering()));
    }

    private static List<ByteBuffer> values(String field, List<String> texts) {
        BoundedNumber.requireWithin(field, texts.size(), 0, Bounds.MAX_KEY_COLUMNS);
        return texts.stream()
                .map(text -> {
                    requireLength(field, text, 0, Bounds.MAX_BASE64);
                    return ByteBuffer.wrap(Base64.getDecoder().decode(BoundedText.BASE64.require(field, text)));
                })
                .toList();
    }

    private static List<String> texts(List<ByteBuffer> values) {
        return values.stream()
                .map(value -> {
                    byte[] bytes = new byte[value.remaining()];
                    value.duplicate().get(bytes);
                    return Base64.getEncoder().encodeToString(bytes);
                })
                .toList();
    }

    static ProblemException unprocessable(String message) {
        return new ProblemException(ProblemType.UNPROCESSABLE, message);
    }
}
