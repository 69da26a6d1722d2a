/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.demo;

import java.util.Map;

/**
 * The environment of the demo.
 *
 * @param rows {@code ROWS}, how many rows move
 * @param valueBytes {@code VALUE_BYTES}, the size of each
 * @param keep {@code KEEP=1}, leave everything running at the end
 */
record DemoSettings(long rows, int valueBytes, boolean keep) {
    private static final long DEFAULT_ROWS = 30_000;
    private static final long DEFAULT_VALUE_BYTES = 4_096;
    private static final long MOST_ROWS = 1_000_000_000;
    private static final long LARGEST_VALUE = 4 << 20;

    static DemoSettings of(Map<String, String> environment) {
        String keep = environment.getOrDefault("KEEP", "");
        return new DemoSettings(
                number(environment, "ROWS", DEFAULT_ROWS, MOST_ROWS),
                (int) number(environment, "VALUE_BYTES", DEFAULT_VALUE_BYTES, LARGEST_VALUE),
                !keep.isEmpty() && !keep.equals("0"));
    }

    private static long number(Map<String, String> environment, String name, long preset, long largest) {
        String given = environment.getOrDefault(name, "");
        if (given.isEmpty()) {
            return preset;
        }
        try {
            long number = Long.parseLong(given);
            if (number >= 1 && number <= largest) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(message(name, given, largest), e);
        }
        throw new IllegalArgumentException(message(name, given, largest));
    }

    private static String message(String name, String given, long largest) {
        return "%s: %s (expected: a number from 1 to %d)".formatted(name, given, largest);
    }
}
