/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.micro;

import io.idaeus.api.slice.SliceDescription;
import io.idaeus.it.harness.cassandra.CassandraVersion;
import io.idaeus.it.harness.process.FileTrees;
import io.idaeus.it.harness.process.Workspace;
import io.idaeus.it.harness.rows.PayloadTable;
import io.idaeus.sidecar.ring.TokenRange;
import io.idaeus.sidecar.ring.TokenRanges;
import io.idaeus.sidecar.slicing.SliceDescriber;
import io.idaeus.sidecar.slicing.SstableFiles;
import io.idaeus.sidecar.sstable.name.ComponentName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** The source's part of a slice, to 768 ranges: where their partitions are in an SSTable of 16 MiB, in milliseconds. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(value = 1, jvmArgsAppend = "-Xmx64m")
public class DescribingBenchmark {
    private static final int RANGES = 768;
    private static final int MEBIBYTES = 16;

    /** The size of each row. */
    @Param({"200", "16384"})
    public int bytes;

    // A sixteenth of the ring.
    private final TokenRanges wanted = TokenRanges.of(
            LongStream.range(0, RANGES).mapToObj(DescribingBenchmark::range).toList());

    private Path directory = Path.of("");
    private SstableFiles sstable = none();

    private static TokenRange range(long number) {
        long apart = Long.MAX_VALUE / RANGES * 2;
        long left = Long.MIN_VALUE + 1 + number * apart;
        return new TokenRange(left, left + apart / 16);
    }

    private static SstableFiles none() {
        return new SstableFiles(
                Path.of(""),
                ComponentName.parse("nb-1-big-Data.db").orElseThrow().descriptor(),
                Set.of(),
                0);
    }

    @Setup(Level.Trial)
    public void write() throws IOException {
        directory = Files.createTempDirectory(Files.createDirectories(Workspace.target()), "describing-");
        PayloadTable table = new PayloadTable("bench", "described", ((long) MEBIBYTES << 20) / bytes, bytes);
        Path files = table.generate(CassandraVersion.V5_0, directory, 2 * MEBIBYTES);
        try (Stream<Path> all = Files.list(files)) {
            List<ComponentName> names = all.flatMap(
                            file -> ComponentName.parse(file.getFileName().toString()).stream())
                    .toList();
            ComponentName data = names.stream()
                    .filter(name -> name.component().equals("Data.db"))
                    .findFirst()
                    .orElseThrow();
            sstable = new SstableFiles(
                    files,
                    data.descriptor(),
                    names.stream()
                            .filter(name -> name.descriptor().equals(data.descriptor()))
                            .map(ComponentName::component)
                            .collect(Collectors.toSet()),
                    Files.size(files.resolve(data.toString())));
        }
    }

    @Benchmark
    public SliceDescription described() {
        return SliceDescriber.describe(sstable, wanted);
    }

    @TearDown(Level.Trial)
    public void delete() {
        FileTrees.deleteAllBut(directory, List.of());
    }
}
