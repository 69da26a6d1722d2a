/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench;

import io.idaeus.it.bench.competitor.Competitor;
import io.idaeus.it.bench.competitor.Competitors;
import io.idaeus.it.bench.competitor.SidecarBuild;
import io.idaeus.it.bench.data.DataSet;
import io.idaeus.it.bench.data.DataSets;
import io.idaeus.it.bench.measure.Machine;
import io.idaeus.it.bench.measure.MachineDelay;
import io.idaeus.it.bench.measure.Packages;
import io.idaeus.it.bench.measure.Sample;
import io.idaeus.it.harness.process.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Moves sets of files with every competitor in turn, round after round, so that other load on the machine hits all of
 * them alike. With BASE, runs a {@link BuildComparison} instead.
 */
public final class Bench {
    private final BenchSettings settings;
    private final Path directory;
    private final IsolatedRuns runs;

    Bench(BenchSettings settings, Path directory) {
        this.settings = settings;
        this.directory = directory;
        this.runs = new IsolatedRuns(directory.resolve("work"));
    }

    public static void main(String[] args) throws IOException {
        BenchSettings settings = BenchSettings.of(System.getenv());
        Path directory = Workspace.target().resolve("bench");
        if (settings.base().isEmpty()) {
            BenchReport report = new Bench(settings, directory).run();
            System.out.println(report.markdown());
            if (!settings.document().isEmpty()) {
                report.update(Path.of(settings.document()));
            }
        } else {
            SidecarBuild base = SidecarBuild.at(Path.of(settings.base()));
            System.out.println(new BuildComparison(settings, directory, base, SidecarBuild.current()).run());
        }
        System.exit(0);
    }

    /** Leaves {@code results.json} and {@code results.md} in the directory. */
    BenchReport run() throws IOException {
        Files.createDirectories(directory);
        DataSets sets = new DataSets(directory.resolve("data"), settings.scale());
        String machine = Machine.describe(directory);
        List<Result> results = new ArrayList<>();
        for (String name : DataSets.named(settings.sets())) {
            say("Set " + name + ": creating it if it is missing ...");
            results.addAll(measure(sets.get(name)));
            // After each set: a failure in the next one does not lose this one.
            write(new BenchReport(results, machine));
        }
        return new BenchReport(results, machine);
    }

    private void write(BenchReport report) throws IOException {
        report.writeJson(directory.resolve("results.json"));
        Files.writeString(directory.resolve("results.md"), report.markdown());
    }

    private List<Result> measure(DataSet set) throws IOException {
        runs.requireSpace(set, settings.competitors().size() * (settings.runs() + settings.warmUps()));
        Map<Competitor, List<Sample>> samples = new LinkedHashMap<>();
        List<Competitor> present = present(set);
        try (MachineDelay machineDelay = MachineDelay.watching(runs.emptied("scratch-late"))) {
            for (Competitor competitor : present) {
                samples.put(competitor, new ArrayList<>());
                competitor.open(set, runs.emptied("scratch-" + competitor.name()));
                runs.warmUp(set, competitor, machineDelay, settings.warmUps());
            }
            for (int round = 1; round <= settings.runs(); round++) {
                for (Map.Entry<Competitor, List<Sample>> each : samples.entrySet()) {
                    Sample sample = runs.run(set, each.getKey(), machineDelay);
                    each.getValue().add(sample);
                    say("%s, round %d, %s: %s"
                            .formatted(set.name(), round, each.getKey().name(), sample.describe(set.bytes())));
                }
            }
        } finally {
            samples.keySet().forEach(Competitor::close);
            runs.deleteKept();
        }
        return samples.entrySet().stream()
                .map(each -> Result.of(set, each.getKey(), each.getValue()))
                .toList();
    }

    private List<Competitor> present(DataSet set) {
        List<Competitor> present = new ArrayList<>();
        for (String name : settings.competitors()) {
            Competitor competitor = Competitors.named(name, settings.connections(), settings.rate());
            List<String> missing = Packages.missing(competitor.needs());
            if (!missing.isEmpty()) {
                say(name + " skipped: not installed: " + String.join(", ", missing));
            } else if (competitor.objection(set).isPresent()) {
                say(name + " skipped on " + set.name() + ": "
                        + competitor.objection(set).get());
            } else {
                present.add(competitor);
            }
        }
        return present;
    }

    public static void say(String line) {
        System.err.println(line);
    }
}
