/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.ring;

import java.util.regex.Pattern;

/**
 * The tokens after {@code left} up to and including {@code right}. Wraps if {@code left ≥ right}; equal ends are the
 * whole ring.
 */
public record TokenRange(long left, long right) {
    private static final Pattern TOKEN = Pattern.compile("-?[0-9]{1,19}");

    public static final TokenRange FULL_RING = new TokenRange(Long.MIN_VALUE, Long.MIN_VALUE);

    /**
     * Reads {@code left:right}, in decimal.
     *
     * @throws IllegalArgumentException for a message to the caller
     */
    public static TokenRange parse(String text) {
        int colon = text.indexOf(':');
        if (colon < 0 || colon != text.lastIndexOf(':')) {
            throw new IllegalArgumentException(
                    Shown.of(text) + " (expected: left:right, two tokens with one colon between them)");
        }
        return new TokenRange(token("left", text.substring(0, colon)), token("right", text.substring(colon + 1)));
    }

    private static long token(String end, String text) {
        try {
            // Long.parseLong reads +1, and the digits of other scripts.
            if (!TOKEN.matcher(text).matches()) {
                throw new NumberFormatException(text);
            }
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    end + " token: " + Shown.of(text) + " (expected: a whole number from " + Long.MIN_VALUE + " to "
                            + Long.MAX_VALUE + ")",
                    e);
        }
    }

    public boolean wraps() {
        return left >= right;
    }

    public boolean isFullRing() {
        return left == right;
    }

    public boolean contains(long token) {
        return wraps() ? token > left || token <= right : token > left && token <= right;
    }

    @Override
    public String toString() {
        return left + ":" + right;
    }

    // Text from outside, quoted and cut so that a message stays one short line.
    private static final class Shown {
        private static final int LIMIT = 60;

        static String of(String text) {
            String cut = text.length() <= LIMIT ? text : text.substring(0, LIMIT) + "…";
            return '"' + cut.replaceAll("\\p{Cntrl}", "?") + '"';
        }
    }
}
