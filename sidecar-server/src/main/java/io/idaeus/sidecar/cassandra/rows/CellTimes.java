/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.rows;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads what {@code writetime} and {@code ttl} give: a bigint or an int, and of a value with many cells a list of them, as
 * the native protocol serializes it.
 */
final class CellTimes {
    private CellTimes() {}

    /** Microseconds since 1970. */
    static @Nullable String youngest(@Nullable ByteBuffer writeTimes) {
        return each(writeTimes, Long.BYTES)
                .map(ByteBuffer::getLong)
                .max(Long::compare)
                .map(String::valueOf)
                .orElse(null);
    }

    /** Seconds since 1970. */
    static @Nullable Long firstExpiry(@Nullable ByteBuffer left, int now) {
        return each(left, Integer.BYTES)
                .map(seconds -> Integer.toUnsignedLong(now) + seconds.getInt())
                .min(Long::compare)
                .orElse(null);
    }

    private static Stream<ByteBuffer> each(@Nullable ByteBuffer value, int width) {
        if (value == null) {
            return Stream.empty();
        }
        if (value.remaining() == width) {
            return Stream.of(value.duplicate());
        }
        ByteBuffer list = value.duplicate();
        List<ByteBuffer> elements = new ArrayList<>();
        for (int left = list.getInt(); left > 0; left--) {
            int length = list.getInt();
            if (length == width) {
                elements.add(list.slice(list.position(), width));
            }
            list.position(list.position() + Math.max(0, length));
        }
        return elements.stream();
    }
}
