/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.plans;

import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The elements of {@code system.available_ranges_v2} that keep Cassandra from streaming ranges. */
final class DeclaredRanges {
    private static final int TOKEN_BYTES = 8;

    private DeclaredRanges() {}

    /**
     * Only equal ranges count. 6.0 splits the range that wraps around at the smallest token, the others do not: so it
     * is declared both ways.
     */
    static Set<ByteBuffer> of(Collection<List<String>> ranges) {
        Set<ByteBuffer> elements = new LinkedHashSet<>();
        for (List<String> range : ranges) {
            long left = Long.parseLong(range.get(0));
            long right = Long.parseLong(range.get(1));
            elements.add(element(left, right));
            if (left > right && right != Long.MIN_VALUE) {
                elements.add(element(left, Long.MIN_VALUE));
                elements.add(element(Long.MIN_VALUE, right));
            }
        }
        return elements;
    }

    /** 0 stands for a range of tokens, as opposed to one of positions. */
    private static ByteBuffer element(long left, long right) {
        return ByteBuffer.allocate(3 * Integer.BYTES + 2 * TOKEN_BYTES)
                .putInt(0)
                .putInt(TOKEN_BYTES)
                .putLong(left)
                .putInt(TOKEN_BYTES)
                .putLong(right)
                .flip();
    }
}
