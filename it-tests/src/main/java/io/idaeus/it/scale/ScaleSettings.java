/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.scale;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The environment of {@code make test-scale}.
 *
 * @param only {@code ONLY}, the scenarios to run, comma-separated
 * @param scale {@code SCALE}, a factor of every size and number
 * @param count {@code COUNT}, the SSTables of {@code small} and {@code cut_small}; overrides SCALE there
 * @param seed {@code SEED}, chooses the moments of {@code kill}
 */
record ScaleSettings(List<Scale.Name> only, double scale, int count, long seed) {
    private static final int COUNT = 50_000;

    static ScaleSettings of(Map<String, String> environment) {
        double scale = number(environment, "SCALE", 1);
        if (!(scale > 0 && scale <= 1)) {
            throw new IllegalArgumentException("SCALE: " + scale + " (expected: above 0, and 1 at most)");
        }
        int count = (int) number(environment, "COUNT", Math.max(1, COUNT * scale));
        if (count < 1 || count > COUNT) {
            throw new IllegalArgumentException("COUNT: " + count + " (expected: 1 to " + COUNT + ")");
        }
        return new ScaleSettings(names(environment), scale, count, (long) number(environment, "SEED", 1));
    }

    long scaled(long number) {
        return Math.max(1, Math.round(number * scale));
    }

    private static List<Scale.Name> names(Map<String, String> environment) {
        String only = environment.getOrDefault("ONLY", "");
        if (only.isEmpty()) {
            return List.of(Scale.Name.values());
        }
        try {
            return Arrays.stream(only.split(",", -1))
                    .map(name -> Scale.Name.valueOf(name.strip().toUpperCase(Locale.ROOT)))
                    .toList();
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "ONLY: " + only + " (expected: some of small,sparse,cut_small,cut_file,kill,finished)", e);
        }
    }

    private static double number(Map<String, String> environment, String name, double preset) {
        String given = environment.getOrDefault(name, "");
        try {
            return given.isEmpty() ? preset : Double.parseDouble(given);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(name + ": " + given + " (expected: a number)", e);
        }
    }
}
