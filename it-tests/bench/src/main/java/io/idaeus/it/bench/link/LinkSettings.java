/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.link;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * The environment of {@code make bench-link}. A link for each combination of RATES (Gbit/s), RTTS (ms), LOSSES (percent),
 * CONTROLS and BUFFERS ({@code <receive>/<send>}, MiB).
 *
 * @param sets SETS: large, one, small
 * @param competitors COMPETITORS, by name
 * @param connections CONNECTIONS, each in turn
 * @param runs RUNS: measured rounds
 * @param warmUps WARMUPS: unmeasured rounds, which warm up JVMs
 * @param scale SCALE: 1 has sets that a link of 1 Gbit/s moves in about 9 s
 * @param seed SEED of the losses
 * @param document UPDATE: the Markdown file whose table is replaced; empty for none
 */
record LinkSettings(
        List<LinkPath> paths,
        List<String> sets,
        List<String> competitors,
        List<Integer> connections,
        int runs,
        int warmUps,
        double scale,
        long seed,
        String document) {

    static LinkSettings of(Map<String, String> environment) {
        return new LinkSettings(
                paths(environment),
                list(environment, "SETS", "large,small"),
                list(environment, "COMPETITORS", "idaeus,c-limit,rsync"),
                list(environment, "CONNECTIONS", "4").stream()
                        .map(Integer::valueOf)
                        .toList(),
                Integer.parseInt(get(environment, "RUNS", "3")),
                Integer.parseInt(get(environment, "WARMUPS", "1")),
                Double.parseDouble(get(environment, "SCALE", "1")),
                Long.parseLong(get(environment, "SEED", "1")),
                get(environment, "UPDATE", ""));
    }

    private static List<LinkPath> paths(Map<String, String> environment) {
        List<LinkPath> paths = new ArrayList<>();
        for (String rate : list(environment, "RATES", "1")) {
            for (String rtt : list(environment, "RTTS", "1,80")) {
                for (String loss : list(environment, "LOSSES", "0,0.01")) {
                    for (String control : list(environment, "CONTROLS", "cubic,bbr")) {
                        // The defaults of Linux on most hosts.
                        for (String buffers : list(environment, "BUFFERS", "6/4")) {
                            paths.add(path(rate, rtt, loss, control, buffers));
                        }
                    }
                }
            }
        }
        return paths;
    }

    private static LinkPath path(String rate, String rtt, String loss, String control, String buffers) {
        List<String> both = Arrays.asList(buffers.split("/", -1));
        if (both.size() != 2) {
            throw new IllegalArgumentException(
                    "BUFFERS: %s (expected: MiB for receiving, a slash, MiB for sending; default: 6/4)"
                            .formatted(buffers));
        }
        return new LinkPath(
                Double.parseDouble(rate),
                Integer.parseInt(rtt),
                Double.parseDouble(loss),
                control,
                Long.parseLong(both.get(0)) << 20,
                Long.parseLong(both.get(1)) << 20);
    }

    // `make` passes every variable on; an empty one has its default.
    private static String get(Map<String, String> environment, String name, String otherwise) {
        String value = environment.getOrDefault(name, "").strip();
        return value.isEmpty() ? otherwise : value;
    }

    private static List<String> list(Map<String, String> environment, String name, String otherwise) {
        return Arrays.asList(get(environment, name, otherwise).split("[,\\s]+", -1));
    }
}
