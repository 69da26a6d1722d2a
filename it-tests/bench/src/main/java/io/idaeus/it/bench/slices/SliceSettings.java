/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.slices;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The environment of {@code make bench-slices}.
 *
 * @param mib SIZE: of the table
 * @param valueBytes ROWS: of each row's value
 * @param text VALUES=text: English text, not random bytes
 * @param ways WAYS
 * @param runs RUNS
 */
record SliceSettings(int mib, List<Integer> valueBytes, boolean text, List<SliceWay> ways, int runs) {
    static SliceSettings of(Map<String, String> environment) {
        return new SliceSettings(
                Integer.parseInt(given(environment, "SIZE", "2048")),
                list(environment, "ROWS", "200,16384").map(Integer::valueOf).toList(),
                given(environment, "VALUES", "random").equals("text"),
                list(environment, "WAYS", "slices,whole,cassandra")
                        .map(way -> SliceWay.valueOf(way.toUpperCase(Locale.ROOT)))
                        .toList(),
                Integer.parseInt(given(environment, "RUNS", "3")));
    }

    private static Stream<String> list(Map<String, String> environment, String name, String otherwise) {
        return Arrays.stream(given(environment, name, otherwise).split("[,\\s]+"));
    }

    private static String given(Map<String, String> environment, String name, String otherwise) {
        String value = environment.getOrDefault(name, "").strip();
        return value.isEmpty() ? otherwise : value;
    }
}
