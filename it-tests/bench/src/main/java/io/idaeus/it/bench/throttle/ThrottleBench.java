/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.throttle;

import io.idaeus.it.bench.throttle.LimitedTransfers.Measured;
import io.idaeus.sidecar.checksum.Crc32;
import io.idaeus.sidecar.serve.file.ServedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Measures over loopback how accurately send and receive limits are kept and how fairly transfers share them.
 * Environment: {@code SECONDS} of each measurement, {@code RATES} in MiB/s, {@code CONNECTIONS}, {@code DIRECTORY} for
 * received files, best on tmpfs. Exits with 1 if a rate is off by more than 5 %, or a share ratio exceeds 1.2.
 */
public final class ThrottleBench {
    private static final double MIB = 1 << 20;
    private static final double TOLERANCE = 0.05;
    private static final double MOST_UNFAIR = 1.2;

    private static final int FILE_BYTES = 512 << 20;

    private final int seconds;
    private final Path directory;
    private final ServedFile file;
    private boolean beyond;

    private ThrottleBench(int seconds, Path directory, ServedFile file) {
        this.seconds = seconds;
        this.directory = directory;
        this.file = file;
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        int seconds = numbers("SECONDS", "10").get(0);
        Path root = Path.of(text("DIRECTORY", Files.isDirectory(Path.of("/dev/shm")) ? "/dev/shm" : "/tmp"));
        Path directory = Files.createTempDirectory(root, "idaeus-throttle-");
        boolean beyond;
        try {
            ThrottleBench bench = new ThrottleBench(seconds, directory, source(directory.resolve("source")));
            bench.run(numbers("RATES", "10 100 500"), numbers("CONNECTIONS", "1 4 32"));
            beyond = bench.beyond;
        } finally {
            clear(directory);
        }
        System.exit(beyond ? 1 : 0);
    }

    private void run(List<Integer> rates, List<Integer> connections) throws IOException, InterruptedException {
        System.out.printf(
                "Over %d s each, 127.0.0.1, into %s%n%n| limit of | MiB/s | connections | measured | deviation | cores busy |%n"
                        + "|---|---|---|---|---|---|%n",
                seconds, directory.getParent());
        for (ThrottledDirection direction : ThrottledDirection.values()) {
            for (int rate : rates) {
                for (int count : connections) {
                    kept(direction, rate, count);
                }
            }
        }
        System.out.printf(
                "%n| limit of | MiB/s | connections of the transfers | MiB/s of each | max/min | cores busy |%n|---|---|---|---|---|---|%n");
        for (ThrottledDirection direction : ThrottledDirection.values()) {
            for (int rate : rates) {
                fair(direction, rate, connections);
            }
        }
    }

    private void kept(ThrottledDirection direction, int rate, int connections)
            throws IOException, InterruptedException {
        Measured measured = measure(direction, rate, List.of(connections));
        double found = measured.rates().get(0) / MIB;
        double off = found / rate - 1;
        beyond |= Math.abs(off) > TOLERANCE;
        row(
                "| %s | %d | %d | %.1f | %+.1f %% | %.2f |",
                direction, rate, connections, found, off * 100, measured.cores());
    }

    private void fair(ThrottledDirection direction, int rate, List<Integer> connections)
            throws IOException, InterruptedException {
        Measured measured = measure(direction, rate, connections);
        List<Double> found = measured.rates();
        double ratio = Collections.max(found) / Collections.min(found);
        beyond |= ratio > MOST_UNFAIR;
        row(
                "| %s | %d | %s | %s | %.2f | %.2f |",
                direction,
                rate,
                connections.stream().map(String::valueOf).collect(Collectors.joining(", ")),
                found.stream()
                        .map(each -> String.format(Locale.ROOT, "%.1f", each / MIB))
                        .collect(Collectors.joining(", ")),
                ratio,
                measured.cores());
    }

    private Measured measure(ThrottledDirection direction, int rate, List<Integer> connections)
            throws IOException, InterruptedException {
        Path run = Files.createDirectory(directory.resolve("run"));
        try (LimitedTransfers transfers =
                LimitedTransfers.start(direction, (long) (rate * MIB), connections, file, run)) {
            return transfers.measure(seconds);
        } finally {
            clear(run);
        }
    }

    private static ServedFile source(Path path) throws IOException {
        byte[] bytes = new byte[FILE_BYTES];
        new SplittableRandom(1).nextBytes(bytes);
        Files.write(path, bytes);
        return new ServedFile(path, bytes.length, Crc32.of(bytes));
    }

    private static void clear(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            for (Path each : files.toList()) {
                Files.delete(each);
            }
        }
        Files.delete(directory);
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
