/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench;

import io.idaeus.it.harness.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Moves sets of files with every competitor in turn, round after round, so that what else the machine does hits all of
 * them alike. Writes results.json, prints a table.
 */
final class Bench {
    private final BenchSettings settings;
    private final Path directory;

    Bench(BenchSettings settings, Path directory) {
        this.settings = settings;
        this.directory = directory;
    }

    public static void main(String[] args) throws IOException {
        BenchSettings settings = BenchSettings.of(System.getenv());
        Path directory = Workspace.target().resolve("bench");
        Report report = new Bench(settings, directory).run();
        System.out.println(report.markdown());
        if (!settings.document().isEmpty()) {
            report.update(Path.of(settings.document()));
        }
        System.exit(0);
    }

    /** Measures everything; {@code results.json} and {@code results.md} lie in the directory afterwards. */
    Report run() throws IOException {
        Files.createDirectories(directory);
        DataSets sets = new DataSets(directory.resolve("data"), settings.scale());
        List<Result> results = new ArrayList<>();
        for (String name : settings.sets().stream()
                .map(DataSets::named)
                .flatMap(List::stream)
                .toList()) {
            say("Set " + name + ": making it, unless it is there ...");
            results.addAll(measure(sets.get(name)));
        }
        Report report = new Report(results, Machine.describe(directory));
        report.writeJson(directory.resolve("results.json"));
        Files.writeString(directory.resolve("results.md"), report.markdown());
        return report;
    }

    private List<Result> measure(DataSet set) throws IOException {
        Map<Competitor, List<Sample>> samples = new LinkedHashMap<>();
        try {
            for (Competitor competitor : present(set)) {
                samples.put(competitor, new ArrayList<>());
                competitor.open(set, emptied("scratch-" + competitor.name()));
                for (int i = 0; competitor.warmsUp() && i < settings.warmUps(); i++) {
                    once(set, competitor);
                }
            }
            for (int round = 1; round <= settings.runs(); round++) {
                for (Map.Entry<Competitor, List<Sample>> each : samples.entrySet()) {
                    Sample sample = once(set, each.getKey());
                    each.getValue().add(sample);
                    say("%s, round %d, %s: %,.0f MiB/s"
                            .formatted(
                                    set.name(),
                                    round,
                                    each.getKey().name(),
                                    set.bytes() / sample.seconds() / (1 << 20)));
                }
            }
        } finally {
            samples.keySet().forEach(Competitor::close);
        }
        return samples.entrySet().stream()
                .map(each -> Result.of(set, each.getKey(), each.getValue()))
                .toList();
    }

    private List<Competitor> present(DataSet set) {
        List<Competitor> present = new ArrayList<>();
        for (String name : settings.competitors()) {
            Competitor competitor = Competitors.named(name, settings.connections());
            List<String> missing = Packages.missing(competitor.needs());
            if (!missing.isEmpty()) {
                say(name + " is skipped: not installed, " + String.join(", ", missing));
            } else if (competitor.objection(set).isPresent()) {
                say(name + " is skipped on " + set.name() + ": "
                        + competitor.objection(set).get());
            } else {
                present.add(competitor);
            }
        }
        return present;
    }

    private final List<String> proven = new ArrayList<>();

    /** One run into a new directory, from a disk at rest and with the source's pages where the set wants them. */
    private Sample once(DataSet set, Competitor competitor) throws IOException {
        Path destination = emptied("destination");
        PageCache.prepare(set);
        Trees.sync();
        Sample sample = competitor.run(destination);
        if (!proven.contains(set.name() + competitor.name())) {
            Identical.check(set, competitor, destination);
            proven.add(set.name() + competitor.name());
        }
        Trees.delete(destination);
        Trees.sync();
        return sample;
    }

    private Path emptied(String name) throws IOException {
        Path emptied = directory.resolve("work").resolve(name);
        Trees.delete(emptied);
        return Files.createDirectories(emptied);
    }

    private static void say(String line) {
        System.err.println(line);
    }
}
