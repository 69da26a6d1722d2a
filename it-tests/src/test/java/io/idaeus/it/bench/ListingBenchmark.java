/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench;

import io.idaeus.it.sstable.OracleFormat;
import io.idaeus.it.sstable.OracleRun;
import io.idaeus.sidecar.sstable.ReadableSstable;
import io.idaeus.sidecar.sstable.SstableCatalog;
import io.idaeus.sidecar.sstable.SstableEntry;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Measures how long 10,000 SSTables take to list, and the heap that the listing holds. The SSTables are hard links to
 * real ones of 1,000 to 20,000 partitions.
 */
public final class ListingBenchmark {
    private static final int SSTABLES = 10_000;
    private static final int REPEATS = 5;
    private static final double COLD_LIMIT = 10;
    private static final double AGAIN_LIMIT = 1;

    private ListingBenchmark() {}

    public static void main(String[] args) throws Exception {
        Path root = Files.createTempDirectory("idaeus-listing");
        try {
            boolean met = true;
            for (OracleFormat format :
                    List.of(OracleFormat.NB_BY_5_0, OracleFormat.OA_BY_5_0, OracleFormat.DA_BY_5_0)) {
                met &= measure(format, root.resolve(format.name()));
            }
            System.exit(met ? 0 : 1);
        } finally {
            delete(root);
        }
    }

    private static boolean measure(OracleFormat format, Path directory) throws Exception {
        OracleRun run = OracleRun.write(format, directory, 0, false);
        Path table = Files.createDirectories(directory.resolve("table-0123456789abcdef0123456789abcdef"));
        multiply(run.tables("t_"), table);
        SstableCatalog catalog = new SstableCatalog(SSTABLES);
        long before = heap();
        long beganCpu = cpu();
        long began = System.nanoTime();
        List<SstableEntry> entries = catalog.live(List.of(table));
        double cold = seconds(began);
        double coldCpu = (cpu() - beganCpu) / 1e9;
        long perEntry = (heap() - before) / entries.size();
        double again = Double.MAX_VALUE;
        beganCpu = cpu();
        for (int i = 0; i < REPEATS; i++) {
            began = System.nanoTime();
            entries = catalog.live(List.of(table));
            again = Math.min(again, seconds(began));
        }
        double againCpu = (cpu() - beganCpu) / 1e9 / REPEATS;
        long readable =
                entries.stream().filter(ReadableSstable.class::isInstance).count();
        boolean met = readable == SSTABLES && cold < COLD_LIMIT && again < AGAIN_LIMIT;
        System.out.printf(
                "%s: %,d SSTables: cold %.2f s (limit %.0f; CPU %.2f), again %.2f s (limit %.0f; CPU %.2f),"
                        + " %,d bytes of heap each%s%n",
                format.formats(),
                readable,
                cold,
                COLD_LIMIT,
                coldCpu,
                again,
                AGAIN_LIMIT,
                againCpu,
                perEntry,
                met ? "" : " - MISSED");
        return met;
    }

    /** Links the SSTables under new numbers until there are enough. */
    private static void multiply(Iterable<Path> tables, Path into) throws IOException {
        int made = 0;
        while (made < SSTABLES) {
            for (Path table : tables) {
                if (made++ < SSTABLES) {
                    link(table, into, made);
                }
            }
        }
    }

    private static void link(Path table, Path into, int id) throws IOException {
        try (Stream<Path> files = Files.list(table)) {
            for (Path file : files.toList()) {
                String[] parts = file.getFileName().toString().split("-", 4);
                Files.createLink(into.resolve(parts[0] + "-" + id + "-" + parts[2] + "-" + parts[3]), file);
            }
        }
    }

    private static long cpu() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private static double seconds(long began) {
        return (System.nanoTime() - began) / 1e9;
    }

    private static long heap() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    private static void delete(Path root) throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
