/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

// Parses "512 bytes" or "1.21 KiB".
final class SnapshotSizes {
    private static final Pattern SIZE = Pattern.compile("([0-9]+(?:[.,][0-9]+)?) ?([A-Za-z]+)");
    private static final Map<String, Integer> SHIFTS =
            Map.of("bytes", 0, "B", 0, "KiB", 10, "MiB", 20, "GiB", 30, "TiB", 40, "PiB", 50);

    private SnapshotSizes() {}

    static long bytes(String text) {
        Matcher matcher = SIZE.matcher(text.trim());
        Integer shift = matcher.matches() ? SHIFTS.get(matcher.group(2)) : null;
        if (shift == null) {
            throw new IllegalArgumentException("size: \"" + text + "\" (expected: for instance 1.21 KiB)");
        }
        return Math.round(Double.parseDouble(matcher.group(1).replace(',', '.')) * (1L << shift));
    }
}
