/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rows;

import java.math.BigInteger;
import java.util.regex.Pattern;

/**
 * The sum of the digests of rows, modulo 2^128. The same rows have the same sum in whatever order they are read: two copies
 * of a table may differ in their clustering order.
 */
public record DigestSum(long high, long low) {
    public static final DigestSum ZERO = new DigestSum(0, 0);

    private static final Pattern TEXT = Pattern.compile("[0-9a-f]{32}");

    /**
     * Reads 32 hex digits, as {@link #toString} writes them.
     *
     * @throws IllegalArgumentException for a message to the caller
     */
    public static DigestSum parse(String text) {
        if (!TEXT.matcher(text).matches()) {
            throw new IllegalArgumentException("no digest of rows (expected: 32 lower-case hex digits)");
        }
        BigInteger number = new BigInteger(text, 16);
        return new DigestSum(number.shiftRight(Long.SIZE).longValue(), number.longValue());
    }

    public DigestSum plus(DigestSum other) {
        long sum = low + other.low;
        long carry = Long.compareUnsigned(sum, low) < 0 ? 1 : 0;
        return new DigestSum(high + other.high + carry, sum);
    }

    @Override
    public String toString() {
        return "%016x%016x".formatted(high, low);
    }
}
