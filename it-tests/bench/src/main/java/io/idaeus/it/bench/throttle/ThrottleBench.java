/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.throttle;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Measures how closely a limit of sending, and one of receiving, is kept over loopback, and how fairly transfers share it.
 * Prints a table. Environment: {@code SECONDS} of each measurement, {@code RATES} in MiB/s, {@code CONNECTIONS}, and {@code
 * DIRECTORY} for what is received, best on tmpfs. Ends with 1 where a figure is beyond 5 % or 1.2.
 */
public final class ThrottleBench {
    private static final double MIB = 1 << 20;
    private static final double TOLERANCE = 0.05;
    private static final double MOST_UNFAIR = 1.2;

    private final int seconds;
    private final Path directory;
    private boolean beyond;

    private ThrottleBench(int seconds, Path directory) {
        this.seconds = seconds;
        this.directory = directory;
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        int seconds = numbers("SECONDS", "10").get(0);
        Path root = Path.of(text("DIRECTORY", Files.isDirectory(Path.of("/dev/shm")) ? "/dev/shm" : "/tmp"));
        Path directory = Files.createTempDirectory(root, "idaeus-throttle-");
        ThrottleBench bench = new ThrottleBench(seconds, directory);
        try {
            bench.run(numbers("RATES", "10 100 500"), numbers("CONNECTIONS", "1 4 32"));
        } finally {
            Files.deleteIfExists(directory);
        }
        System.exit(bench.beyond ? 1 : 0);
    }

    private void run(List<Integer> rates, List<Integer> connections) throws IOException, InterruptedException {
        System.out.printf(
                "Over %d s each, 127.0.0.1, into %s%n%n| limit of | MiB/s | connections | measured | off by |%n"
                        + "|---|---|---|---|---|%n",
                seconds, directory.getParent());
        for (Direction direction : Direction.values()) {
            for (int rate : rates) {
                for (int count : connections) {
                    kept(direction, rate, count);
                }
            }
        }
        System.out.printf(
                "%n| limit of | MiB/s | connections of the transfers | MiB/s of each | max/min |%n|---|---|---|---|---|%n");
        for (Direction direction : Direction.values()) {
            for (int rate : rates) {
                fair(direction, rate, connections);
            }
        }
    }

    private void kept(Direction direction, int rate, int connections) throws IOException, InterruptedException {
        double found = measure(direction, rate, List.of(connections)).get(0);
        double off = found / rate - 1;
        beyond |= Math.abs(off) > TOLERANCE;
        row("| %s | %d | %d | %.1f | %+.1f %% |", direction, rate, connections, found, off * 100);
    }

    private void fair(Direction direction, int rate, List<Integer> connections)
            throws IOException, InterruptedException {
        List<Double> found = measure(direction, rate, connections);
        double ratio = found.stream().mapToDouble(Double::doubleValue).max().orElseThrow()
                / found.stream().mapToDouble(Double::doubleValue).min().orElseThrow();
        beyond |= ratio > MOST_UNFAIR;
        row(
                "| %s | %d | %s | %s | %.2f |",
                direction,
                rate,
                connections.stream().map(String::valueOf).collect(Collectors.joining(", ")),
                found.stream()
                        .map(each -> String.format(Locale.ROOT, "%.1f", each))
                        .collect(Collectors.joining(", ")),
                ratio);
    }

    /** MiB/s of each transfer. */
    private List<Double> measure(Direction direction, int rate, List<Integer> connections)
            throws IOException, InterruptedException {
        long bytesPerSecond = (long) (rate * MIB);
        try (LimitedTransfers transfers =
                LimitedTransfers.start(direction, bytesPerSecond, connections, seconds, directory)) {
            return transfers.measure(seconds).stream().map(each -> each / MIB).toList();
        }
    }

    private static void row(String format, Object... values) {
        System.out.println(String.format(Locale.ROOT, format, values));
    }

    private static List<Integer> numbers(String name, String otherwise) {
        return Arrays.stream(text(name, otherwise).split("[,\\s]+"))
                .map(Integer::valueOf)
                .toList();
    }

    private static String text(String name, String otherwise) {
        String value = System.getenv().getOrDefault(name, "").strip();
        return value.isEmpty() ? otherwise : value;
    }
}
