/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.tiers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/** How long each test class took in the last complete run: a committed file with lines {@code seconds class}. */
record Durations(Map<String, Duration> known) {
    // One that nobody has measured may be long: it begins early.
    private static final Duration UNKNOWN = Duration.ofMinutes(5);

    static Durations read(Path file) throws IOException {
        Map<String, Duration> known = new TreeMap<>();
        if (Files.exists(file)) {
            for (String line : Files.readAllLines(file)) {
                String[] words = line.strip().split("\\s+", -1);
                if (words.length != 2) {
                    throw new IOException("%s: found \"%s\" (expected: seconds, class)".formatted(file, line));
                }
                known.put(words[1], Duration.ofMillis(Math.round(Double.parseDouble(words[0]) * 1000)));
            }
        }
        return new Durations(known);
    }

    /** @param testClass its simple name */
    Duration of(String testClass) {
        return known.getOrDefault(testClass, UNKNOWN);
    }
}
