/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.slices;

import io.idaeus.it.bench.measure.Machine;
import io.idaeus.it.bench.measure.Spread;
import io.idaeus.it.harness.cassandra.CassandraVersion;
import io.idaeus.it.harness.process.Workspace;
import io.idaeus.it.harness.rows.PayloadTable;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** The main class of {@code make bench-slices}. Prints a table for each length of rows. */
public final class SliceBench {
    private static final int SSTABLE_MIB = 256;
    private static final PrintStream OUT = System.out;

    private SliceBench() {}

    public static void main(String[] arguments) throws IOException {
        SliceSettings settings = SliceSettings.of(System.getenv());
        Path root = Workspace.module().resolve("target/bench-slices");
        Files.createDirectories(root);
        OUT.println(Machine.describe(root));
        for (int valueBytes : settings.valueBytes()) {
            PayloadTable table = new PayloadTable(
                    "bench", "rows" + valueBytes, settings.mib() * (1L << 20) / valueBytes, valueBytes);
            String kind = (settings.text() ? "text" : "rows") + valueBytes + "-" + settings.mib();
            Path files = written(root.resolve(kind), table, settings.text());
            Map<SliceWay, List<SliceSample>> samples = new EnumMap<>(SliceWay.class);
            try (SlicedRing ring = SlicedRing.start(root, table, files)) {
                // Interleaved, so that all meet the same machine. The first round warms up.
                for (int round = 0; round <= settings.runs(); round++) {
                    for (SliceWay way : settings.ways()) {
                        SliceSample sample = ring.run(way);
                        if (round > 0) {
                            samples.computeIfAbsent(way, unseen -> new ArrayList<>())
                                    .add(sample);
                        }
                        OUT.printf("%d B, round %d, %s: %s%n", valueBytes, round, way, sample);
                    }
                }
            }
            print(valueBytes, samples);
        }
    }

    private static Path written(Path directory, PayloadTable table, boolean text) {
        Path files = directory.resolve("files");
        Path made = files.resolve(table.keyspace()).resolve(table.table());
        if (Files.isDirectory(made)) {
            return made;
        }
        return text
                ? table.generateText(CassandraVersion.V5_0, files, SSTABLE_MIB)
                : table.generate(CassandraVersion.V5_0, files, SSTABLE_MIB);
    }

    private static void print(int valueBytes, Map<SliceWay, List<SliceSample>> samples) {
        OUT.printf("%nRows of %d B%n%n", valueBytes);
        OUT.println("| way | s until live | needed MiB/s | MiB sent for each needed | CPU s for each needed GiB,"
                + " source + destination | SSTables left | compactions due |");
        OUT.println("|---|--:|--:|--:|--:|--:|--:|");
        samples.forEach((way, all) -> {
            Spread seconds = spread(all, SliceSample::seconds);
            OUT.printf(
                    "| %s | %.1f (%.1f to %.1f) | %.0f | %.2f | %.1f + %.1f | %.0f | %.0f |%n",
                    way.words(),
                    seconds.median(),
                    seconds.min(),
                    seconds.max(),
                    spread(all, SliceSample::neededMibPerSecond).median(),
                    spread(all, SliceSample::sentForEachNeeded).median(),
                    spread(all, SliceSample::sourceCpuPerGib).median(),
                    spread(all, SliceSample::destinationCpuPerGib).median(),
                    spread(all, SliceSample::sstables).median(),
                    spread(all, SliceSample::compactions).median());
        });
        OUT.println();
    }

    private static Spread spread(List<SliceSample> samples, ToDoubleFunction<SliceSample> of) {
        return Spread.of(samples.stream().map(of::applyAsDouble).toList());
    }
}
