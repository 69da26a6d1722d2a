/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench;

import io.idaeus.it.bench.competitor.Competitor;
import io.idaeus.it.bench.competitor.Identical;
import io.idaeus.it.bench.data.DataSet;
import io.idaeus.it.bench.data.Trees;
import io.idaeus.it.bench.measure.Machine;
import io.idaeus.it.bench.measure.MachineDelay;
import io.idaeus.it.bench.measure.Sample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs one competitor at a time, from a disk at rest into an empty destination. */
public final class IsolatedRuns {
    private static final long SMALLEST_MEASURED = 64L << 20;
    private static final long SPARE = 1L << 30;
    private static final int FEW_FILES = 1000;
    private static final String KEPT = "kept";

    private final Path directory;
    private final List<Competitor> proven = new ArrayList<>();
    private final boolean settles;
    private int kept;

    /** @param directory holds the files of all runs */
    public IsolatedRuns(Path directory) {
        this(directory, true);
    }

    /** @param settles whether a run waits for the disk and the host, which bound it */
    public IsolatedRuns(Path directory, boolean settles) {
        this.directory = directory;
        this.settles = settles;
    }

    /** Compares the files with the source after the first run of a competitor. */
    public Sample run(DataSet set, Competitor competitor, MachineDelay machineDelay) throws IOException {
        Path destination = emptied("destination");
        BenchPageCache.prepare(set);
        if (settles) {
            settle(set);
        }
        machineDelay.takeMillis();
        Sample sample = competitor.run(destination).onMachine(machineDelay.takeMillis());
        if (!proven.contains(competitor)) {
            Identical.check(set, competitor, destination);
            proven.add(competitor);
        }
        clear(destination, set);
        return sample;
    }

    public void warmUp(DataSet set, Competitor competitor, MachineDelay machineDelay, int rounds) throws IOException {
        for (int i = 0; competitor.warmsUp() && i < rounds; i++) {
            run(set, competitor, machineDelay);
        }
    }

    public Path emptied(String name) throws IOException {
        Path emptied = directory.resolve(name);
        Trees.delete(emptied);
        return Files.createDirectories(emptied);
    }

    /** Deletes the files kept from the runs of a set. */
    public void deleteKept() throws IOException {
        Trees.delete(directory.resolve(KEPT));
    }

    void requireSpace(DataSet set, int runs) throws IOException {
        Files.createDirectories(directory);
        long free = Files.getFileStore(directory).getUsableSpace();
        long needed = (keeps(set) ? runs : 1) * set.bytes() + SPARE;
        if (free < needed) {
            throw new IOException("%s: %,d MiB are free (expected: %,d); free some space or set SCALE"
                    .formatted(directory, free >> 20, needed >> 20));
        }
    }

    private void clear(Path destination, DataSet set) throws IOException {
        if (keeps(set)) {
            // For minutes, ext4 inspects every freed inode of a block group before it takes one there
            // (fs/ext4/ialloc.c, recently_deleted): creating files after thousands were deleted costs ten times as
            // much.
            Path all = Files.createDirectories(directory.resolve(KEPT));
            Files.move(destination, all.resolve(Integer.toString(kept++)));
        } else {
            Trees.delete(destination);
        }
    }

    private static void settle(DataSet set) throws IOException {
        // This would dominate the time of a set too small to be measured.
        if (set.bytes() > SMALLEST_MEASURED) {
            Trees.sync();
            Machine.rest();
        }
    }

    private static boolean keeps(DataSet set) {
        return set.index().files().size() > FEW_FILES;
    }
}
