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
    private static final long SMALLEST_MEASURED = 64L << 20;
    private static final long SPARE = 1L << 30;
    private static final int FEW_FILES = 1000;
    private static final String LEFT = "left";

    private final BenchSettings settings;
    private final Path directory;
    private final List<String> proven = new ArrayList<>();
    private int left;

    Bench(BenchSettings settings, Path directory) {
        this.settings = settings;
        this.directory = directory;
    }

    public static void main(String[] args) throws IOException {
        BenchSettings settings = BenchSettings.of(System.getenv());
        Path directory = Workspace.target().resolve("bench");
        BenchReport report = new Bench(settings, directory).run();
        System.out.println(report.markdown());
        if (!settings.document().isEmpty()) {
            report.update(Path.of(settings.document()));
        }
        System.exit(0);
    }

    /** Measures everything; {@code results.json} and {@code results.md} lie in the directory afterwards. */
    BenchReport run() throws IOException {
        Files.createDirectories(directory);
        DataSets sets = new DataSets(directory.resolve("data"), settings.scale());
        String machine = Machine.describe(directory);
        List<Result> results = new ArrayList<>();
        for (String name : settings.sets().stream()
                .map(DataSets::named)
                .flatMap(List::stream)
                .toList()) {
            say("Set " + name + ": making it, unless it is there ...");
            results.addAll(measure(sets.get(name)));
            // After each set: a failure in the next does not take this one along.
            write(new BenchReport(results, machine));
        }
        return new BenchReport(results, machine);
    }

    private void write(BenchReport report) throws IOException {
        report.writeJson(directory.resolve("results.json"));
        Files.writeString(directory.resolve("results.md"), report.markdown());
    }

    private List<Result> measure(DataSet set) throws IOException {
        requireSpace(set);
        Map<Competitor, List<Sample>> samples = new LinkedHashMap<>();
        List<Competitor> present = present(set);
        try (Lateness lateness = Lateness.watching(emptied("scratch-late"))) {
            for (Competitor competitor : present) {
                samples.put(competitor, new ArrayList<>());
                competitor.open(set, emptied("scratch-" + competitor.name()));
                for (int i = 0; competitor.warmsUp() && i < settings.warmUps(); i++) {
                    once(set, competitor, lateness);
                }
            }
            for (int round = 1; round <= settings.runs(); round++) {
                for (Map.Entry<Competitor, List<Sample>> each : samples.entrySet()) {
                    Sample sample = once(set, each.getKey(), lateness);
                    each.getValue().add(sample);
                    say("%s, round %d, %s: %s"
                            .formatted(set.name(), round, each.getKey().name(), inWords(set, sample)));
                }
            }
        } finally {
            samples.keySet().forEach(Competitor::close);
            Trees.delete(directory.resolve("work").resolve(LEFT));
        }
        return samples.entrySet().stream()
                .map(each -> Result.of(set, each.getKey(), each.getValue()))
                .toList();
    }

    private static String inWords(DataSet set, Sample sample) {
        StringBuilder words = new StringBuilder("%,.0f MiB/s".formatted(set.bytes() / sample.seconds() / (1 << 20)));
        if (sample.observed() != null) {
            Sides stall = sample.observed().stallMillis();
            words.append(", event loops late by %.1f ms (sender) and %.1f ms (receiver)"
                    .formatted(stall.sender(), stall.receiver()));
        }
        if (sample.machineStallMillis() != null) {
            words.append(", the machine by %.1f ms".formatted(sample.machineStallMillis()));
        }
        return words.toString();
    }

    private List<Competitor> present(DataSet set) {
        List<Competitor> present = new ArrayList<>();
        for (String name : settings.competitors()) {
            Competitor competitor = Competitors.named(name, settings.connections(), settings.rate());
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

    /** One run into a new directory, from a disk at rest and with the source's pages where the set wants them. */
    private Sample once(DataSet set, Competitor competitor, Lateness lateness) throws IOException {
        Path destination = emptied("destination");
        BenchPageCache.prepare(set);
        settle(set);
        lateness.takeMillis();
        Sample sample = competitor.run(destination).onMachine(lateness.takeMillis());
        if (!proven.contains(set.name() + competitor.name())) {
            Identical.check(set, competitor, destination);
            proven.add(set.name() + competitor.name());
        }
        clear(destination, set);
        return sample;
    }

    /**
     * Deletes what arrived; of a set of many files only when the set is through: for minutes ext4 looks at every inode that
     * was freed in a group of blocks before it takes one there (fs/ext4/ialloc.c, recently_deleted), so that creating files
     * after thousands were deleted costs ten times as much.
     */
    private void clear(Path destination, DataSet set) throws IOException {
        if (keeps(set)) {
            Path kept = Files.createDirectories(directory.resolve("work").resolve(LEFT));
            Files.move(destination, kept.resolve(Integer.toString(left++)));
        } else {
            Trees.delete(destination);
        }
    }

    /** Lets the disk and the host come to rest; for a set too small to be measured, that would be most of its time. */
    private static void settle(DataSet set) throws IOException {
        if (set.bytes() > SMALLEST_MEASURED) {
            Trees.sync();
            Machine.rest();
        }
    }

    private void requireSpace(DataSet set) throws IOException {
        long free = Files.getFileStore(directory).getUsableSpace();
        long runs = (long) settings.competitors().size() * (settings.runs() + settings.warmUps());
        long needed = (keeps(set) ? runs : 1) * set.bytes() + SPARE;
        if (free < needed) {
            throw new IOException("%s: %,d MiB are free for what arrives (expected: %,d); free some, or set SCALE"
                    .formatted(directory, free >> 20, needed >> 20));
        }
    }

    private static boolean keeps(DataSet set) {
        return set.index().files().size() > FEW_FILES;
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
