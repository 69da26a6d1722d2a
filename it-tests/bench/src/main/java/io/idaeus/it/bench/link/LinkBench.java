/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.link;

import io.idaeus.it.bench.Bench;
import io.idaeus.it.bench.IsolatedRuns;
import io.idaeus.it.bench.competitor.Competitor;
import io.idaeus.it.bench.competitor.Competitors;
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
import java.util.List;

/**
 * Moves sets of files over {@link LongLink}s. Every run opens new connections to a path that the kernel has forgotten, so
 * its rate includes their slow start.
 */
final class LinkBench {
    private final LinkSettings settings;
    private final Path directory;
    private final IsolatedRuns runs;

    LinkBench(LinkSettings settings, Path directory) {
        this.settings = settings;
        this.directory = directory;
        this.runs = new IsolatedRuns(directory.resolve("work"), false);
    }

    public static void main(String[] args) throws IOException {
        List<String> missing = LongLink.missing();
        if (!missing.isEmpty()) {
            System.err.println("bench-link needs " + String.join(", ", missing) + ".");
            System.exit(1);
        }
        LinkSettings settings = LinkSettings.of(System.getenv());
        Path directory = Workspace.target().resolve("bench-link");
        LinkReport report = new LinkBench(settings, directory).run();
        System.out.println(report.markdown());
        if (!settings.document().isEmpty()) {
            report.update(Path.of(settings.document()));
        }
        System.exit(0);
    }

    /** Leaves {@code results.json} and {@code results.md} in the directory. */
    LinkReport run() throws IOException {
        Files.createDirectories(directory);
        String machine = Machine.describe(directory);
        List<LinkResult> results = new ArrayList<>();
        try (MachineDelay machineDelay = MachineDelay.watching(runs.emptied("scratch-late"))) {
            for (String name : settings.sets()) {
                DataSet set = set(name);
                for (LinkPath path : settings.paths()) {
                    for (int connections : settings.connections()) {
                        measure(set, path, connections, machineDelay, results);
                        write(new LinkReport(results, machine));
                    }
                }
                runs.deleteKept();
            }
        }
        return new LinkReport(results, machine);
    }

    private void write(LinkReport report) throws IOException {
        report.writeJson(directory.resolve("results.json"));
        Files.writeString(directory.resolve("results.md"), report.markdown());
    }

    // 1 GiB in four files or in one, which comes in pieces; 330 MiB in small files, which cost much more than their
    // bytes.
    private DataSet set(String name) throws IOException {
        Path data = directory.resolve("data");
        return switch (name) {
            case "large" -> new DataSets(data, settings.scale() / 4).get("hot").named(name);
            case "one" ->
                new DataSets(data, settings.scale() / 16).get("cold").warm().named(name);
            case "small" -> new DataSets(data, settings.scale()).get("small");
            default ->
                throw new IllegalArgumentException("SETS: unknown set " + name + " (expected: large, one, small)");
        };
    }

    private void measure(
            DataSet set, LinkPath path, int connections, MachineDelay machineDelay, List<LinkResult> results)
            throws IOException {
        try (LongLink link = LongLink.open(path, runs.emptied("scratch-link"), settings.seed())) {
            for (String name : settings.competitors()) {
                try (Competitor competitor = Competitors.onLink(name, connections, link.ends())) {
                    List<String> missing = Packages.missing(competitor.needs());
                    if (!missing.isEmpty()) {
                        Bench.say(name + " skipped: not installed: " + String.join(", ", missing));
                        continue;
                    }
                    LinkResult result = measure(set, link, competitor, machineDelay);
                    Bench.say(LinkReport.line(result).strip());
                    results.add(result);
                }
            }
        }
    }

    private LinkResult measure(DataSet set, LongLink link, Competitor competitor, MachineDelay machineDelay)
            throws IOException {
        competitor.open(set, runs.emptied("scratch-" + competitor.name()));
        runs.warmUp(set, competitor, machineDelay, settings.warmUps());
        List<Sample> samples = new ArrayList<>();
        LinkCounters before = link.counters();
        for (int round = 0; round < settings.runs(); round++) {
            link.forget();
            samples.add(runs.run(set, competitor, machineDelay));
        }
        return LinkResult.of(
                link.path(), set, competitor, samples, link.counters().since(before));
    }
}
