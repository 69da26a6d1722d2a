/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.micro;

import io.idaeus.it.harness.process.Workspace;
import io.idaeus.sidecar.sstable.SstableCatalog;
import io.idaeus.sidecar.sstable.SstableEntry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Listing of 1,000 SSTables, first and repeated, in milliseconds. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class ListingBenchmark {
    private static final int SSTABLES = 1000;
    private static final String ORIGINALS = "sidecar-server/src/test/resources/sstables/nb";

    private Path table = Path.of("");
    private final SstableCatalog filled = new SstableCatalog(SSTABLES);

    @Setup(Level.Trial)
    public void link() throws IOException {
        Path target = Files.createDirectories(Workspace.target());
        table = Files.createTempDirectory(target, "listing-");
        int made = 0;
        while (made < SSTABLES) {
            made = linkAll(made);
        }
    }

    @Benchmark
    public List<SstableEntry> firstListing() throws IOException {
        return new SstableCatalog(SSTABLES).live(List.of(table));
    }

    @Benchmark
    public List<SstableEntry> listingAgain() throws IOException {
        return filled.live(List.of(table));
    }

    @TearDown(Level.Trial)
    public void delete() throws IOException {
        try (Stream<Path> all = Files.walk(table)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }

    /** Links every original under a new number from {@code made} on and returns the next number. */
    private int linkAll(int made) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.list(Workspace.module().resolveSibling(ORIGINALS))) {
            files = all.filter(file -> file.toString().contains("-big-"))
                    .sorted()
                    .toList();
        }
        List<String> originals =
                files.stream().map(ListingBenchmark::sstable).distinct().toList();
        for (Path file : files) {
            String name = file.getFileName().toString();
            int number = made + originals.indexOf(sstable(file));
            if (number < SSTABLES) {
                String component = name.substring(name.lastIndexOf("-big-"));
                Files.createLink(table.resolve("nb-" + (number + 1) + component), file);
            }
        }
        return made + originals.size();
    }

    private static String sstable(Path file) {
        String name = file.getFileName().toString();
        return name.substring(0, name.lastIndexOf("-big-"));
    }
}
