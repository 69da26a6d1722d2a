/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench;

import io.idaeus.it.bench.competitor.Competitor;
import io.idaeus.it.bench.competitor.IdaeusCompetitor;
import io.idaeus.it.bench.competitor.SidecarBuild;
import io.idaeus.it.bench.data.DataSet;
import io.idaeus.it.bench.data.DataSets;
import io.idaeus.it.bench.measure.Ends;
import io.idaeus.it.bench.measure.Machine;
import io.idaeus.it.bench.measure.MachineDelay;
import io.idaeus.it.bench.measure.Sample;
import io.idaeus.it.bench.measure.Spread;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Moves sets of files with two builds in pairs that alternate their order, so that other load on the machine hits both
 * alike. Each side has processes of its own, on the jars and with the JVM flags of its build, and new ones in each
 * fork.
 */
final class BuildComparison {
    private static final int SHOWN_OF_DIGEST = 16;
    private static final String PAIRS = """
            | set | pair | first | base MiB/s | current MiB/s | MiB/s ratio | base CPU s/GiB | current CPU s/GiB | CPU ratio |
            |---|--:|---|--:|--:|--:|--:|--:|--:|
            """;
    private static final String RATIOS = """
            | set | current to base | median ratio | min–max | pairs |
            |---|---|--:|---|--:|
            """;

    private final BenchSettings settings;
    private final Path directory;
    private final SidecarBuild base;
    private final SidecarBuild current;
    private final IsolatedRuns runs;

    BuildComparison(BenchSettings settings, Path directory, SidecarBuild base, SidecarBuild current) {
        this.settings = settings;
        this.directory = directory;
        this.base = base;
        this.current = current;
        this.runs = new IsolatedRuns(directory.resolve("work"));
    }

    /**
     * Leaves {@code comparison.md} in the directory.
     *
     * @return its text
     */
    String run() throws IOException {
        long began = System.nanoTime();
        Files.createDirectories(directory);
        String builds = builds();
        Bench.say(builds.strip());
        DataSets sets = new DataSets(directory.resolve("data"), settings.scale());
        Map<String, List<PairedRun>> pairs = new LinkedHashMap<>();
        for (String set : DataSets.named(settings.sets())) {
            for (String competitor : settings.competitors()) {
                String name = competitor.equals("idaeus") ? set : set + " " + competitor;
                pairs.put(name, measure(name, sets.get(set), IdaeusCompetitor.Variant.named(competitor)));
            }
        }
        String report = builds
                + report(pairs)
                + "%n%s; scale %s; took %d s."
                        .formatted(
                                Machine.describe(directory),
                                settings.scale(),
                                Duration.ofNanos(System.nanoTime() - began).toSeconds());
        Files.writeString(directory.resolve("comparison.md"), report);
        return report;
    }

    static String report(Map<String, List<PairedRun>> pairs) {
        StringBuilder lines = new StringBuilder(PAIRS);
        StringBuilder ratios = new StringBuilder(RATIOS);
        pairs.forEach((set, measured) -> {
            for (int i = 0; i < measured.size(); i++) {
                lines.append(measured.get(i).line(set, i + 1));
            }
            ratios.append(ratio(set, "MiB/s", measured, PairedRun::throughputRatio));
            ratios.append(ratio(set, "CPU s/GiB", measured, PairedRun::cpuRatio));
        });
        return lines.append('\n').append(ratios).toString();
    }

    private static String ratio(String set, String figure, List<PairedRun> pairs, ToDoubleFunction<PairedRun> ratioOf) {
        Spread spread = Spread.of(pairs.stream().map(ratioOf::applyAsDouble).toList());
        return String.format(
                Locale.ROOT,
                "| %s | %s | %.3f | %.3f–%.3f | %d |%n",
                set,
                figure,
                spread.median(),
                spread.min(),
                spread.max(),
                pairs.size());
    }

    private String builds() throws IOException {
        String baseDigest = base.digest();
        String currentDigest = current.digest();
        String builds = line("base", base, baseDigest) + line("current", current, currentDigest);
        return baseDigest.equals(currentDigest)
                ? builds + "Both builds have the same jars: the ratios show noise alone.\n\n"
                : builds + "\n";
    }

    private static String line(String side, SidecarBuild build, String digest) {
        return "%s: %s, jars SHA-256 %s, in %s%n"
                .formatted(side, build.commit(), digest.substring(0, SHOWN_OF_DIGEST), build.root());
    }

    private List<PairedRun> measure(String name, DataSet set, IdaeusCompetitor.Variant variant) throws IOException {
        List<PairedRun> pairs = new ArrayList<>();
        try {
            for (int fork = 1; fork <= settings.forks(); fork++) {
                measureFork(name, set, variant, fork, pairs);
            }
        } finally {
            runs.deleteKept();
        }
        return pairs;
    }

    // The JIT compiler makes other code in each process. Pairs of one process alone would take that for a difference.
    private void measureFork(
            String name, DataSet set, IdaeusCompetitor.Variant variant, int fork, List<PairedRun> pairs)
            throws IOException {
        runs.requireSpace(set, 2 * (settings.runs() + settings.warmUps()));
        boolean baseFirst = fork % 2 == 1;
        try (IdaeusCompetitor one = competitor(base, variant);
                IdaeusCompetitor other = competitor(current, variant);
                MachineDelay machineDelay = MachineDelay.watching(runs.emptied("scratch-late"))) {
            one.open(set, runs.emptied("scratch-base"));
            other.open(set, runs.emptied("scratch-current"));
            // In pairs too: a build measured right after its own warm-up would have an advantage.
            for (int pair = 0; pair < settings.warmUps(); pair++) {
                pair(set, one, other, machineDelay, baseFirst == (pair % 2 == 0));
            }
            for (int pair = 0; pair < settings.runs(); pair++) {
                PairedRun measured = pair(set, one, other, machineDelay, baseFirst == (pair % 2 == 0));
                pairs.add(measured);
                Bench.say("%s, fork %d, pair %d: throughput ratio %.3f, CPU ratio %.3f; base: %s; current: %s"
                        .formatted(
                                name,
                                fork,
                                pairs.size(),
                                measured.throughputRatio(),
                                measured.cpuRatio(),
                                measured.base().describe(set.bytes()),
                                measured.current().describe(set.bytes())));
            }
        }
    }

    private PairedRun pair(
            DataSet set, Competitor baseSide, Competitor currentSide, MachineDelay machineDelay, boolean baseFirst)
            throws IOException {
        if (baseFirst) {
            Sample before = runs.run(set, baseSide, machineDelay);
            return new PairedRun(set.bytes(), true, before, runs.run(set, currentSide, machineDelay));
        }
        Sample after = runs.run(set, currentSide, machineDelay);
        return new PairedRun(set.bytes(), false, runs.run(set, baseSide, machineDelay), after);
    }

    private IdaeusCompetitor competitor(SidecarBuild build, IdaeusCompetitor.Variant variant) {
        return new IdaeusCompetitor(build, variant, settings.connections(), settings.rate(), Ends.LOOPBACK);
    }
}
